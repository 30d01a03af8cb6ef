import type { Writable } from 'node:stream';
import { styleText } from 'node:util';
import type { Clock } from '../base/clock.ts';
import type { Decimal } from '../base/decimal.ts';
import { durationText, isoOf } from '../base/instant.ts';
import type { Daemon } from '../daemon/daemon.ts';
import { eventLine, noticeLine } from '../daemon/eventLines.ts';
import { plainLine } from './plainLine.ts';

type Screen = Writable & { readonly columns?: number; readonly rows?: number };

const REDRAW_MS = 500;
const LAST_FILLS = 5;
const LAST_LINES = 4;

/** A compact view that redraws in place: strategies, orders, last fills, rate budget, age of the data. Answers how to end it. */
export function liveView(daemon: Daemon, clock: Clock, screen: Screen): () => void {
  let drawn = 0;
  let ended = false;
  let cancel: (() => void) | undefined;
  const lines: string[] = [];
  const remember = (line: { readonly level: string; readonly text: string } | undefined): void => {
    if (line === undefined || line.level === 'debug' || line.text.includes(': filled ')) return;
    lines.push(`${isoOf(clock.now()).slice(11, 19)} ${plainLine(line.text)}`);
    if (lines.length > LAST_LINES) lines.shift();
  };
  const subscriptions = [
    daemon.trader.events$.subscribe((event) => remember(eventLine(event))),
    daemon.trader.notices$.subscribe((notice) => remember(noticeLine(notice))),
    daemon.trouble$.subscribe((text) => remember({ level: 'warn', text })),
  ];
  const draw = (): void => {
    const width = Math.max(40, screen.columns ?? 80);
    // What does not fit on the screen could not be drawn over.
    const height = Math.max(5, (screen.rows ?? 40) - 1);
    const rows = viewOf(daemon, lines)
      .slice(0, height)
      .map((row) => cutTo(row, width));
    screen.write(`${drawn === 0 ? '' : `\u001b[${drawn}A`}${rows.map((row) => `\u001b[2K${row}\n`).join('')}\u001b[0J`);
    drawn = rows.length;
    if (!ended) cancel = clock.setTimer(REDRAW_MS, draw);
  };
  draw();
  return () => {
    ended = true;
    cancel?.();
    for (const subscription of subscriptions) subscription.unsubscribe();
    draw();
  };
}

function viewOf(daemon: Daemon, lines: readonly string[]): string[] {
  const status = daemon.status();
  const { tally } = daemon;
  const age = Math.max(0, ...status.markets.map(({ ageMs }) => ageMs ?? 0));
  const head = [
    styleText('bold', `${status.world}  ${status.venue.host}  ${status.state}  up ${durationText(status.upMs)}`),
    `${status.fills} fills  ${status.conversions} conversions  ${status.openOrders} open orders   rate ${status.rate.used}/${status.rate.perSecond} req/s   data ${durationText(age)} old`,
    '',
    styleText('dim', row('STRATEGY', 'SYMBOL', 'STATE', 'POSITION', 'FILLS', 'OPEN', 'REALISED', 'UNREALISED')),
  ];
  const strategies = status.strategies.map((strategy) =>
    row(
      strategy.name,
      strategy.symbol,
      strategy.state,
      strategy.position.toFixed(),
      String(strategy.fills),
      String(strategy.openOrders),
      signed(strategy.realised.minus(strategy.fees)),
      strategy.unrealised === undefined ? '' : signed(strategy.unrealised),
    ),
  );
  const fills = tally.lastFills
    .slice(0, LAST_FILLS)
    .map(
      (fill) =>
        `${isoOf(fill.tradedAt).slice(11, 19)} ${fill.side.padEnd(4)} ${fill.amount} ${fill.symbol} at ${fill.price}  ${fill.strategy ?? 'external'}`,
    );
  const trouble = [
    ...Object.entries(status.frozen).map(([lane, reason]) => styleText('red', plainLine(`frozen ${lane}: ${reason}`))),
    ...status.markets
      .filter((market) => market.trouble.length > 0)
      .map((market) => styleText('yellow', `${market.symbol}: ${market.trouble.join(', ')}`)),
    ...(status.clock.halted === undefined ? [] : [styleText('red', plainLine(`signing is halted: ${status.clock.halted}`))]),
  ];
  return [
    ...head,
    ...strategies,
    '',
    ...fills,
    ...(fills.length > 0 ? [''] : []),
    ...trouble,
    ...lines.map((line) => styleText('dim', line)),
  ];
}

function row(...[name = '', symbol = '', state = '', ...numbers]: string[]): string {
  return `${name.padEnd(14)} ${symbol.padEnd(9)} ${state.padEnd(8)} ${numbers.map((text) => text.padStart(12)).join(' ')}`;
}

function signed(value: Decimal): string {
  return `${value.isNegative() ? '' : '+'}${value.toFixed(2)}`;
}

/** Cuts a line to the width, not counting what only sets colours. */
function cutTo(line: string, width: number): string {
  let shown = 0;
  let out = '';
  // oxlint-disable-next-line no-control-regex -- these sequences set colours and take no room
  for (const part of line.split(/(\u001b\[[\d;]*m)/)) {
    if (part.startsWith('\u001b[')) out += part;
    else {
      out += part.slice(0, Math.max(0, width - 1 - shown));
      shown += part.length;
    }
  }
  return out;
}
