import { counted } from '../base/counted.ts';
import { styleText } from 'node:util';
import { durationText, isoOf } from '../base/instant.ts';
import type { StatusReport, StrategyStatus } from '../daemon/status.ts';
import type { Fill } from '../model/fill.ts';
import { fittedRows, type LiveColumn } from './fittedRows.ts';
import { lanesByReason } from './lanesByReason.ts';
import { marketText } from './marketText.ts';
import { amountText, moneyText, signedMoney } from '../base/moneyText.ts';
import { plainLine } from '../base/plainText.ts';
import { rateText } from './rateText.ts';
import { profitText } from '../daemon/profitText.ts';
import { stoppedParts, stopText } from './statusText.ts';
import { quoteOf } from './strategyColumns.ts';

/** The data of the live view. */
export interface LiveState {
  readonly status: StatusReport;
  /** Newest first. */
  readonly fills: readonly Fill[];
  /** Oldest first. */
  readonly lines: readonly string[];
}

const MOST_FILLS = 10;
const LEAST_LINES = 4;

/**
 * The rows of the live view for a terminal of this size: first profit and troubles, then each market with its strategies, then
 * news.
 */
export function liveScreen({ status, fills, lines }: LiveState, width: number, height: number): string[] {
  const top = [...headOf(status, width), ...troubleOf(status), ''];
  const table = tableOf(status, width);
  const room = height - top.length;
  const shown = table.length <= room ? table : [...table.slice(0, room - 1), styleText('dim', '… the rest is in `sluice status`')];
  const left = height - top.length - shown.length;
  const lastFills = fills.slice(0, Math.max(0, Math.min(MOST_FILLS, left - LEAST_LINES - 2))).map(fillText);
  const lineRoom = Math.max(0, left - lastFills.length - (lastFills.length > 0 ? 2 : 1));
  const news = lineRoom === 0 ? [] : lines.slice(-lineRoom).map((line) => styleText('dim', line));
  return [...top, ...shown, ...apart(lastFills), ...apart(news)].slice(0, height);
}

function apart(rows: readonly string[]): string[] {
  return rows.length === 0 ? [] : ['', ...rows];
}

function headOf(status: StatusReport, width: number): string[] {
  const { world, venue, state, upMs, rate, strategies } = status;
  const parts = stoppedParts(status);
  const first = styleText('bold', `${world}  ${venue.host}  ${state}${parts === '' ? '' : ` (${parts})`}  up ${durationText(upMs)}`);
  const counts = `${counted(status.fills, 'fill')}  ${counted(status.conversions, 'conversion')}  ${counted(status.openOrders, 'open order')}  rate ${rateText(rate)} req/s`;
  const note = venue.note === undefined ? [] : [styleText('yellow', plainLine(`${venue.host} is ${venue.note}`))];
  if (strategies.length === 0) return [first, ...note, counts];
  const profit = `profit ${profitText(strategies)}`;
  const told = styleText('bold', profit);
  return profit.length + 2 + counts.length <= width ? [first, ...note, `${told}  ${counts}`] : [first, ...note, told, counts];
}

function troubleOf({ stops, frozen, markets, strategies, clock }: StatusReport): string[] {
  const traded = strategies.map(({ symbol }) => symbol);
  return [
    ...stops.map((stop) => styleText(['bold', 'red'], plainLine(`${stop.state.toUpperCase()} ${stopText(stop)}`))),
    ...lanesByReason(frozen).map(([lanes, reason]) => styleText('red', plainLine(`frozen ${lanes}: ${reason}`))),
    ...(clock.halted === undefined ? [] : [styleText('red', plainLine(`signing is halted: ${clock.halted}`))]),
    ...markets
      .filter(({ symbol, trouble }) => trouble.length > 0 && !traded.includes(symbol))
      .map(({ symbol, trouble }) => styleText('yellow', plainLine(`${symbol}: ${trouble.join(', ')}`))),
  ];
}

/** Each market, with its strategies below it. */
function tableOf({ strategies, markets }: StatusReport, width: number): string[] {
  const [heading, ...rows] = fittedRows(COLUMNS, strategies, width);
  const symbols = [...new Set(strategies.map(({ symbol }) => symbol))];
  return [
    styleText('dim', heading!),
    ...symbols.flatMap((symbol) => {
      const market = markets.find((one) => one.symbol === symbol);
      const told = market === undefined ? 'no book yet' : marketText(market);
      const about = styleText(market?.trouble.length === 0 ? 'cyan' : 'yellow', plainLine(`${symbol}  ${told}`));
      return [about, ...strategies.flatMap((strategy, i) => (strategy.symbol === symbol ? strategyRows(strategy, rows[i]!) : []))];
    }),
  ];
}

function strategyRows({ state, reason }: StrategyStatus, row: string): string[] {
  const told = state === 'running' ? row : styleText(state === 'stopped' ? 'red' : 'yellow', row);
  return reason === undefined ? [told] : [told, styleText('dim', plainLine(`    ${reason}`))];
}

/** Columns with the highest `dropped` are left out first when there is no room. */
const COLUMNS: readonly LiveColumn<StrategyStatus>[] = [
  { title: 'STRATEGY', text: ({ name, symbol, market = symbol }) => `  ${name}${market === symbol ? '' : ` ${market}`}` },
  { title: 'STATE', dropped: 3, text: ({ state, trading }) => (trading === 'active' ? state : trading.toUpperCase()) },
  { title: 'POSITION', dropped: 2, isNumber: true, text: ({ position }) => amountText(position) },
  { title: 'RUN FILLS', dropped: 4, isNumber: true, text: ({ fills }) => String(fills) },
  { title: 'RUN CONV', dropped: 6, isNumber: true, text: ({ conversions }) => String(conversions) },
  { title: 'OPEN', dropped: 5, isNumber: true, text: ({ openOrders }) => String(openOrders) },
  { title: 'REALISED', dropped: 1, isNumber: true, text: (row) => signedMoney(row.realised, quoteOf(row)) },
  { title: 'UNREALISED', dropped: 1, isNumber: true, text: (row) => signedOrDash(row, row.unrealised) },
  { title: 'PROFIT', isNumber: true, text: (row) => signedOrDash(row, row.profit) },
  { title: 'FEES', dropped: 7, isNumber: true, text: (row) => moneyText(row.fees, quoteOf(row)) },
];

function signedOrDash(row: StrategyStatus, value: StrategyStatus['profit']): string {
  return value === undefined ? '–' : signedMoney(value, quoteOf(row));
}

function fillText({ tradedAt, side, amount, symbol, price, strategy }: Fill): string {
  return plainLine(`${isoOf(tradedAt).slice(11, 19)} ${side.padEnd(4)} ${amount} ${symbol} at ${price}  ${strategy ?? 'external'}`);
}
