import { counted } from '../base/counted.ts';
import { durationText } from '../base/instant.ts';
import type { PublisherStatus } from '../feed/marketPublisher.ts';
import type { StreamStatus } from '../feed/streamFeed.ts';
import type { RecorderStatus } from '../daemon/recorder/daemonRecorder.ts';
import type { UnresolvedStatus } from '../daemon/resolverStatus.ts';
import type { MarketStatus, StatusReport, StrategyStatus } from '../daemon/status.ts';
import type { StopStatus } from '../daemon/stopStatus.ts';
import { bytesText } from '../base/bytesText.ts';
import type { Column } from './column.ts';
import { lanesByReason } from './lanesByReason.ts';
import { marketText } from './marketText.ts';
import { plainLine } from '../base/plainText.ts';
import { rateText } from './rateText.ts';
import { profitText } from '../daemon/profitText.ts';
import { shadowLines } from './shadowLines.ts';
import { strategyColumns } from './strategyColumns.ts';

/** The columns for each strategy. */
export const statusColumns: readonly Column<StrategyStatus>[] = [
  ...strategyColumns.map((column) => (column.key === 'state' ? { ...column, value: stateText } : column)),
  { key: 'open', kind: 'number', value: (row) => row.openOrders },
  { key: 'note', value: (row) => row.reason },
];

/** The lines under the table. */
export function statusLines(status: StatusReport): string[] {
  const {
    world,
    venue,
    config,
    configHash,
    configLoadedAt,
    state,
    trading,
    upMs,
    rate,
    clock,
    markets,
    stops,
    protections,
    deskOrders,
    trades,
    ownerless,
    frozen,
    refusals,
    unchecked,
    trouble,
    recorder,
    feed,
    strategies,
    shadows,
    forgotten,
    transfers,
    unexplained,
    faults,
  } = status;
  const traded = new Set(strategies.map(({ symbol }) => symbol));
  const others = markets.filter(({ symbol }) => !traded.has(symbol));
  const parts = stoppedParts(status);
  const signing = clock.halted === undefined ? '' : `, signing is HALTED: ${clock.halted}`;
  return [
    '',
    `daemon  ${world} ${venue.host}${venue.note === undefined ? '' : ` (${venue.note})`} key ${venue.keyTail}, ${state}, trading is ${trading.toUpperCase()}${parts === '' ? '' : ` (${parts})`}, up ${durationText(upMs)}`,
    `config  ${config ?? 'none, defaults only'}, ${configHash} in force since ${configLoadedAt}`,
    ...(strategies.length === 0
      ? []
      : [`profit  ${profitText(strategies)}, open positions at the mid, ${forgotten ? 'since the start of this demo' : 'over all runs'}`]),
    `since   start: ${counted(status.fills, 'fill')}, ${counted(status.conversions, 'conversion')}; ${counted(status.openOrders, 'order is', 'orders are')} open`,
    `venue   ${rateText(rate)} requests in the last second, ${rate.waiting} waiting; clock ${Math.round(clock.offsetMs)} ms${signing}`,
    ...markets.filter(({ symbol }) => traded.has(symbol)).map(({ symbol, ...market }) => `book    ${symbol}  ${marketText(market)}`),
    ...(others.length === 0 ? [] : [`books   ${others.map(ageText).join(', ')}`]),
    ...(recorder === undefined ? [] : [`record  ${recorderText(recorder)}`]),
    ...(recorder?.published === undefined ? [] : [`publish ${publishedText(recorder.published)}`]),
    ...(feed === undefined ? [] : [`feed    ${feedText(feed)}`]),
    ...(faults === undefined ? [] : [`FAULTS  ${faults}: the simulator makes calls go wrong; \`sluice simulator faults none\` ends it`]),
    ...stops.map((stop) => `${stop.state === 'halted' ? 'HALTED ' : 'REDUCE '} ${stopText(stop)}`),
    ...resolverLines(status),
    ...transfers.map(unresolvedText),
    ...learnedLines(status),
    ...shadows.flatMap(shadowLines),
    ...protections.map(protectionText),
    ...deskOrders.map(deskOrderText),
    ...trades.map(tradeText),
    ...ownerless.flatMap(ownerlessLines),
    ...lanesByReason(frozen).map(([lanes, reason]) => `FROZEN  ${lanes}: ${reason}`),
    ...Object.entries(refusals).map(([strategy, rules]) => `refused ${strategy}: ${refusalsText(rules)}`),
    ...strategies.flatMap(otherFees),
    ...Object.entries(unexplained).map(
      ([currency, amount]) => `LEDGER  nothing explains a difference of ${amount} ${currency}; see \`sluice reconcile\``,
    ),
    ...unchecked.map((line) => `note    ${line}`),
    ...trouble.slice(-5).map((line) => `trouble ${line}`),
  ].map(plainLine);
}

/** A stop over a strategy comes before what it says itself, unless it has stopped for good. */
function stateText({ state, trading }: StrategyStatus): string {
  return trading === 'active' || state === 'stopped' ? state : trading;
}

/** What it is worse for than for all trading: `BTC/EUR halted`. Empty where it is nothing. */
export function stoppedParts({ trading, stops }: Pick<StatusReport, 'trading' | 'stops'>): string {
  const parts = trading === 'halted' ? [] : stops.filter(({ scope, state }) => scope !== 'all' && state !== trading);
  return parts.map(({ scope, state }) => `${scope} ${state}`).join(', ');
}

function protectionText({ scope, kind, waitsFor, action, pauseMs }: StatusReport['protections'][number]): string {
  return `protect ${scope}: ${kind} waits for ${waitsFor}; then ${action}${pauseMs === undefined ? '' : ` for ${durationText(pauseMs)}`}`;
}

function deskOrderText({ id, strategy, symbol, kind, side, amount, state, waitsFor, worked }: StatusReport['deskOrders'][number]): string {
  // What is worked says by itself how far it is and what it waits for.
  const waits = worked === undefined ? `waits for ${waitsFor}` : waitsFor;
  return `kept    ${id} of ${strategy}: ${kind}, ${side} ${amount ?? 'the position'} of ${symbol}, ${state}; ${waits}`;
}

function tradeText({ id, strategy, fromCurrency, toCurrency, gave, brought, leg, problem }: StatusReport['trades'][number]): string {
  const waits = problem ?? (leg === undefined ? 'compares' : `on its way: ${leg}`);
  return `TRADE   ${id} of ${strategy}: ${gave} ${fromCurrency} brought ${brought} ${toCurrency} so far; ${waits}`;
}

function ownerlessLines({ symbol, since, found, commands }: StatusReport['ownerless'][number]): string[] {
  return [`RECOVER ${symbol} at ${since}: ${found}; type`, ...commands.map((line) => `          ${line}`)];
}

/** How late the lists are, what nobody knows the outcome of, and what each waits for. */
function resolverLines({ resolver }: StatusReport): string[] {
  if (resolver === undefined) return [];
  const { notPlacedAfterMs, visibleMs, staleMs, orders, unresolved } = resolver;
  const times = [notPlacedAfterMs, visibleMs, staleMs].map(durationText);
  return [
    `resolve not placed after ${times[0]} at the soonest: orders show within ${times[1]}, lists are at most ${times[2]} old (measured on ${counted(orders, 'order')})`,
    ...unresolved.map(unresolvedText),
  ];
}

/** What a person must know of learned refusals. */
function learnedLines({ learned: { refusals, trouble } }: StatusReport): string[] {
  return [
    ...(trouble === undefined ? [] : [`REFUSAL ${trouble}`]),
    ...refusals
      .filter(({ state }) => state === 'disproved')
      .map(
        ({ id, request, answer, since }) =>
          `REFUSAL ${answer} to a ${request} was disproved at ${since}; see \`sluice refusals list\`, ${id}`,
      ),
  ];
}

function unresolvedText({ id, kind, lane, state, since, waitsFor }: UnresolvedStatus): string {
  return `UNKNOWN ${lane}: ${kind} ${id} of ${since} is ${state} and waits for ${waitsFor}`;
}

/** What is stopped, since when, why, and how it goes on. */
export function stopText({ scope, since, reason, goesOn }: StopStatus): string {
  return `${scope === 'all' ? 'all trading' : scope} since ${since}: ${reason}; it goes on ${goesOn}`;
}

function ageText({ symbol, ageMs, trouble }: MarketStatus): string {
  const age = ageMs === undefined ? 'no book' : `${durationText(ageMs)} old`;
  return `${symbol} ${age}${trouble.length > 0 ? ` (${trouble.join(', ')})` : ''}`;
}

/** By rule, the most frequent first. */
export function refusalsText(rules: Readonly<Record<string, number>>): string {
  return Object.entries(rules)
    .toSorted(([, a], [, b]) => b - a)
    .map(([rule, count]) => `${rule} ${count}`)
    .join(', ');
}

function otherFees({ name, otherFees }: StrategyStatus): string[] {
  const fees = Object.entries(otherFees).map(([currency, fee]) => `${String(fee)} ${currency}`);
  return fees.length === 0 ? [] : [`note    ${name} also paid fees of ${fees.join(', ')}, which its profit leaves out`];
}

function recorderText({ state, symbols, snapshots, dropped, gaps, bytes, lastAt, data, trouble }: RecorderStatus): string {
  const lost = dropped === 0 ? '' : `, ${dropped} not recorded`;
  const last = lastAt === undefined ? '' : `, last ${lastAt.slice(11, 19)}`;
  const done = `${counted(snapshots, 'snapshot')}, ${bytesText(bytes)}, ${counted(gaps, 'gap')}${lost}${last}`;
  return `${state}: ${symbols.join(', ')} to ${data}; ${done}${trouble === undefined ? '' : `; ${trouble}`}`;
}

function publishedText({ state, stream, rows, dropped, queued, lagMs, reconnects, trouble }: PublisherStatus): string {
  const waiting = queued === 0 ? '' : `, ${queued} wait for ${durationText(lagMs)}`;
  const lost = dropped === 0 ? '' : `, ${dropped} not published`;
  return `${state}: ${stream}; ${counted(rows, 'row')}${waiting}${lost}, ${counted(reconnects, 'reconnect')}${trouble === undefined ? '' : `; ${trouble}`}`;
}

function feedText({ state, stream, rows, late, missing, lagMs, reconnects, trouble }: StreamStatus): string {
  const lag = lagMs === undefined ? '' : `, the last book after ${lagMs} ms`;
  const done = `${counted(rows, 'row')}${lag}, ${late} late, ${missing} missing, ${counted(reconnects, 'reconnect')}`;
  return `${state}: ${stream}; ${done}${trouble === undefined ? '' : `; ${trouble}`}`;
}
