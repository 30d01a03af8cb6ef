import type { Decimal } from '../src/base/decimal.ts';
import type { Instant } from '../src/base/instant.ts';
import type { EngineSettings } from '../src/engine/engineState.ts';
import type { StrategySettings } from '../src/engine/strategySettings.ts';
import { type Book, copyBook } from '../src/model/book.ts';
import type { Event } from '../src/model/event.ts';
import type { Pair } from '../src/model/pair.ts';
import type { PairStatistics } from '../src/model/statistics.ts';
import type { TapeQuote } from '../src/exchange/conversionQuotes.ts';
import type { TrueTrade } from '../src/simulator/tradeHistory.ts';
import { strategy } from '../src/engine/kit.ts';
import dca from '../strategies/dca.ts';
import grid from '../strategies/grid.ts';
import maker from '../strategies/maker.ts';
import { configured, simulatedWorld } from '../test/daemon/simulatedWorld.ts';

/** What the engine of a trading daemon was shown of a market, in order. */
export type MarketRecord =
  | { readonly type: 'book'; readonly at: Instant; readonly book: Book }
  | { readonly type: 'statistics'; readonly at: Instant; readonly statistics: PairStatistics };

export interface LiveRecording {
  readonly markets: ReadonlyMap<Pair, readonly MarketRecord[]>;
  readonly quotes: readonly TapeQuote[];
  /** Request and answer of each order, as the journal has them. */
  readonly answers: readonly { readonly createdAt: Instant; readonly resolvedAt: Instant }[];
  readonly engine: EngineSettings;
  readonly opening: Readonly<Record<string, Decimal>>;
  /** What really happened, by the books of the venue. */
  readonly trades: readonly TrueTrade[];
  readonly closing: Readonly<Record<string, Decimal>>;
  readonly requests: number;
}

export interface LiveRunOptions {
  readonly seed: number;
  readonly minutes: number;
  readonly booksMs: number;
  /** One way; each is drawn from half of it to one and a half. */
  readonly latencyMs: number;
  /** Quotes far from the touch: see `strategies`. */
  readonly isWide?: boolean;
  /** False to watch the same market without an order in it. Default true. */
  readonly trades?: boolean;
}

export const DEPTH = 25;
export const ORDERS_MS = 1000;
export const BALANCES_MS = 10_000;

/** A maker, a grid and a buyer on a schedule, each on a symbol of its own. Near the touch, or so far from it that fees are earned. */
export function strategies(isWide = false): StrategySettings[] {
  const [spreadBps, stepBps] = isWide ? ['30', '30'] : ['6', '8'];
  return [
    configured('maker', 'BTC/EUR', maker, { spreadBps, size: '0.01', smooth: '5', maxBase: '0.2' }),
    configured('grid', 'ETH/EUR', grid, { levels: '3', stepBps, size: '0.1' }),
    configured('dca', 'SOL/EUR', dca, { amount: '25.37', at: 'every 20s' }),
  ];
}

const idle = strategy({ about: 'Watches.', params: {}, setup: () => ({}) });

/** Lets the daemon trade at the simulated venue, which knows the truth, and keeps what its engine saw. */
export async function liveRecording({ seed, minutes, booksMs, latencyMs, isWide, trades = true }: LiveRunOptions): Promise<LiveRecording> {
  const watching = strategies().map(({ name, symbol }) => configured(name, symbol, idle));
  const world = await simulatedWorld({
    seed,
    latencyMs,
    strategies: trades ? strategies(isWide) : watching,
    poll: { booksMs, depth: DEPTH },
  });
  const opening = balancesOf(world.simulator.truth());
  const records = new Map<string, MarketRecord[]>(strategies().map(({ symbol }) => [symbol, []]));
  const quotes: TapeQuote[] = [];
  const seen = world.trader.events$.subscribe((event) => keep(event, records, quotes));
  await world.start();
  await world.pass(minutes * 60_000);
  // Cut off at the same moment on both sides: orders still rest, and nothing after it counts.
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

function keep(event: Event, records: ReadonlyMap<string, MarketRecord[]>, quotes: TapeQuote[]): void {
  const { at } = event;
  if (event.type === 'book') records.get(event.book.symbol)?.push({ type: 'book', at, book: copyBook(event.book) });
  else if (event.type === 'statistics')
    for (const row of event.rows) records.get(row.symbol)?.push({ type: 'statistics', at, statistics: row });
  else if (event.type === 'report' && event.report.type === 'quoted') quotes.push(event.report.quote);
}

function balancesOf({ balances }: { balances: readonly { currency: string; total: Decimal }[] }): Record<string, Decimal> {
  return Object.fromEntries(balances.map(({ currency, total }) => [currency, total]));
}
