import type { Decimal } from '../src/base/decimal.ts';
import type { Instant } from '../src/base/instant.ts';
import type { EngineSettings } from '../src/engine/engineState.ts';
import type { StrategySettings } from '../src/engine/strategySettings.ts';
import type { Book } from '../src/model/book.ts';
import type { Event } from '../src/model/event.ts';
import type { Pair } from '../src/model/pair.ts';
import type { PairStatistics } from '../src/model/statistics.ts';
import { symbolsOf } from '../src/model/tradedMarkets.ts';
import type { TapeQuote } from '../src/exchange/conversionQuotes.ts';
import type { TrueTrade } from '../src/simulator/tradeNote.ts';
import { strategy } from '../src/engine/kit.ts';
import type { MarketGap } from '../src/recording/marketCursor.ts';
import type { CharacterName } from '../src/simulator/market/character.ts';
import { strategies } from './fidelityStrategies.ts';
import type { CallFault } from '../src/simulator/callFault.ts';
import { type SimulatedWorld, simulatedWorld } from '../test/daemon/simulatedWorld.ts';
import { copyBook } from '../test/model/copyBook.ts';

/** What the engine of a trading daemon was shown of a market, in order. */
export type MarketRecord =
  | { readonly type: 'book'; readonly at: Instant; readonly book: Book }
  | { readonly type: 'statistics'; readonly at: Instant; readonly statistics: PairStatistics }
  | { readonly type: 'gap'; readonly at: Instant; readonly gap: MarketGap };

/** The troubles that polls of books can get: none, answers that come three seconds late, or no answers for five seconds. */
export const TROUBLES = ['none', 'stalls', 'gaps'] as const;
export type Trouble = (typeof TROUBLES)[number];

export interface LiveRecording {
  readonly markets: ReadonlyMap<Pair, readonly MarketRecord[]>;
  readonly quotes: readonly TapeQuote[];
  /** When each order was requested and answered, as the journal has it. */
  readonly answers: readonly { readonly createdAt: Instant; readonly resolvedAt: Instant }[];
  readonly engine: EngineSettings;
  readonly opening: Readonly<Record<string, Decimal>>;
  /** What really happened, by the venue's own books. */
  readonly trades: readonly TrueTrade[];
  readonly closing: Readonly<Record<string, Decimal>>;
  readonly requests: number;
}

export interface LiveRunOptions {
  readonly seed: number;
  readonly minutes: number;
  readonly booksMs: number;
  /** Latency of one way. Each is drawn from half of it to one and a half times it. */
  readonly latencyMs: number;
  readonly character: CharacterName;
  /** It comes twice a minute. */
  readonly trouble: Trouble;
  /** Whether quotes are far from the touch: see `strategies`. */
  readonly isWide?: boolean;
  /** With false, the same market is watched without placing an order. Default true. */
  readonly trades?: boolean;
}

export const DEPTH = 25;
export const ORDERS_MS = 1000;
export const BALANCES_MS = 10_000;

const idle = strategy({ about: 'Watches.', params: {}, setup: () => ({}) });

/** Lets the daemon trade at the simulated venue, which knows the truth, and keeps what the daemon's engine saw. */
export async function liveRecording(options: LiveRunOptions): Promise<LiveRecording> {
  const { seed, minutes } = options;
  const world = await worldOf(options);
  const opening = balancesOf(world.simulator.truth());
  const records = new Map<string, MarketRecord[]>(
    strategies()
      .flatMap(symbolsOf)
      .map((symbol) => [symbol, []]),
  );
  const quotes: TapeQuote[] = [];
  const seen = world.trader.events$.subscribe((event) => keep(event, records, quotes));
  await world.start();
  await world.pass(minutes * 60_000);
  // Both sides are cut off at the same moment: orders still rest, and nothing after it counts.
  seen.unsubscribe();
  const { pairs } = world.trader;
  const truth = world.simulator.truth();
  const intents = await world.store.journal.list(1_000_000);
  await world.stop('cancel');
  await world.end();
  if (world.fatal.length > 0 || truth.failures.length > 0) throw new Error(`seed ${seed}: the live run failed`);
  return {
    markets: new Map([...records].map(([symbol, rows]) => [pairs.find((pair) => pair.symbol === symbol)!, rows])),
    quotes,
    engine: world.engine,
    answers: intents.flatMap(({ kind, createdAt, resolvedAt }) =>
      kind === 'convert' || resolvedAt === undefined ? [] : [{ createdAt, resolvedAt }],
    ),
    opening,
    trades: truth.trades,
    closing: balancesOf(truth),
    requests: intents.length,
  };
}

/** What the daemon of such a run trades with. */
export async function engineSettings(options: LiveRunOptions): Promise<EngineSettings> {
  const world = await worldOf(options);
  await world.end();
  return world.engine;
}

async function worldOf(options: LiveRunOptions): Promise<SimulatedWorld> {
  const { seed, booksMs, latencyMs, character, trouble, isWide, trades = true } = options;
  let now = (): number => 0;
  const watching = strategies().map((settings): StrategySettings => ({ ...settings, definition: idle, params: {} }));
  const world = await simulatedWorld({
    seed,
    latencyMs,
    character,
    behaviour: { fault: ({ operation }) => (operation === 'book.get' ? faultAt(trouble, now()) : undefined) },
    strategies: trades ? strategies(isWide) : watching,
    poll: { booksMs, depth: DEPTH },
  });
  now = () => world.clock.now();
  return world;
}

/** In the middle of each half minute. */
function faultAt(trouble: Trouble, at: number): CallFault | undefined {
  const inHalfMinute = at % 30_000;
  if (trouble === 'stalls' && inHalfMinute >= 12_000 && inHalfMinute < 16_000) return { kind: 'delay', ms: 3000, apply: 'first' };
  if (trouble === 'gaps' && inHalfMinute >= 12_000 && inHalfMinute < 17_000) return { kind: 'status', status: 503, apply: false };
  return undefined;
}

function keep(event: Event, records: ReadonlyMap<string, MarketRecord[]>, quotes: TapeQuote[]): void {
  const { at } = event;
  if (event.type === 'market-warning' && event.kind === 'poll-failed') keepGap(records.get(event.symbol), at, event.detail);
  else if (event.type === 'book') records.get(event.book.symbol)?.push({ type: 'book', at, book: copyBook(event.book) });
  else if (event.type === 'statistics')
    for (const row of event.rows) records.get(row.symbol)?.push({ type: 'statistics', at, statistics: row });
  else if (event.type === 'report' && event.report.type === 'quoted') quotes.push(event.report.quote);
}

/** When several polls fail, the first one opens the gap, since nothing was known from then on. */
function keepGap(rows: MarketRecord[] | undefined, at: Instant, detail: string): void {
  const last = rows?.findLast(({ type }) => type !== 'statistics');
  if (last?.type === 'book') rows!.push({ type: 'gap', at, gap: { from: at, to: at, reason: 'poll-failed', detail } });
}

function balancesOf({ balances }: { balances: readonly { currency: string; total: Decimal }[] }): Record<string, Decimal> {
  return Object.fromEntries(balances.map(({ currency, total }) => [currency, total]));
}
