import { createRequire } from 'node:module';
import { join } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { dec } from '../src/base/decimal.ts';
import { p, strategy } from '../src/engine/kit.ts';
import { readParams } from '../src/engine/params.ts';
import { DEFAULT_FEES } from '../src/exchange/fees.ts';
import { FILL_MODELS } from '../src/exchange/fillModel.ts';
import { BlockCursor } from '../src/recording/blockCursor.ts';
import { decodeBlock } from '../src/recording/bookBlock.ts';
import type { MarketCursor } from '../src/recording/marketCursor.ts';
import { openMarket } from '../src/recording/openMarket.ts';
import type { BacktestOptions } from '../src/research/backtest/backtestOptions.ts';
import { BacktestBand } from '../src/research/backtest/backtestBand.ts';
import type { BandMarkets } from '../src/research/backtest/bandMarkets.ts';
import { BacktestPass } from '../src/research/backtest/backtestPass.ts';
import type { BandRun } from '../src/research/runRecord.ts';
import { type BookChanges, changesOf } from './backtestBooks.ts';
import { SyntheticMarket } from './syntheticMarket.ts';
import { TARDIS_SYMBOL } from './tardisCache.ts';

/**
 * One contender of `backtest.ts`, in its own process. In one process they would share what the compiler has learned about common
 * code, and each would be slower than it is for a user. Arguments: which one, how many snapshots, a folder with the recording and
 * the cache, and the time that the cache covers. Each message asks for one run.
 */
const [, , NAME, COUNT, FOLDER, FROM, TO] = process.argv;
const SNAPSHOTS = Number(COUNT);
const LOTS = 1000;
const MOST = 10_000;
const OTHER = 'ETH/EUR';
/** How many bands the contender that works like a sweep runs. */
const TRIALS = 16;

const require = createRequire(import.meta.url);
const { OrderBook: CcxtBook } = (await import('./node_modules/ccxt/js/src/base/ws/OrderBook.js')) as unknown as {
  OrderBook: CcxtBookClass;
};
const { OrderBook: TardisBook } = require('tardis-dev/dist/orderbook.js') as { OrderBook: TardisBookClass };
const tardis = require('tardis-dev') as TardisModule;

interface CcxtSide {
  readonly [level: number]: readonly [number, number];
  storeArray(level: readonly [number, number]): void;
}
type CcxtBookClass = new (snapshot: object, depth: number) => { readonly bids: CcxtSide; readonly asks: CcxtSide; limit(): void };
interface PriceLevel {
  readonly price: number;
  readonly amount: number;
}
interface TardisChange {
  readonly isSnapshot: boolean;
  readonly bids: readonly PriceLevel[];
  readonly asks: readonly PriceLevel[];
}
type TardisBookClass = new () => { update(change: TardisChange): void; bestBid(): PriceLevel; bestAsk(): PriceLevel };
interface TardisModule {
  init(options: { cacheDir: string }): void;
  readonly normalizeBookChanges: unknown;
  replayNormalized(options: object, normalizer: unknown): AsyncIterable<TardisChange>;
}

/** In an array, since a variable would put each sum on the heap. */
const seen = new Float64Array(1);
/** Quotes at the touch on every book, up to a position on either side. */
const touchQuoter = strategy({
  about: 'The strategy of the benchmark.',
  params: { lots: p.int(LOTS), most: p.int(MOST), away: p.int(0) },
  setup: ({ lots, most, away }) => ({
    onBook({ bestBidTicks: bid, bestAskTicks: ask }, ctx) {
      if (bid === undefined || ask === undefined) return;
      seen[0]! += bid + ask;
      const held = ctx.positionLots;
      ctx.quoteTicks(bid - away, held < most ? lots : 0, ask + away, held > -most ? lots : 0);
    },
  }),
});

/** A band whose result is not used, since only the simulation is timed. */
class TimedBand extends BacktestBand {
  override result(): BandRun {
    return { band: this.band, fills: this.fills, refusals: {} } as unknown as BandRun;
  }
}

interface Pass {
  readonly seen: number;
  readonly fills: number;
}

/** Where a second and a third strategy quote. */
const AWAY: readonly Readonly<Record<string, string>>[] = [{}, { lots: '700', most: '8000', away: '30' }, { lots: '1500', away: '120' }];

interface Setting {
  /** The strategies on the first symbol. */
  readonly strategies?: number;
  readonly second?: (() => MarketCursor) | undefined;
}

function optionsFor(open: () => MarketCursor, { strategies = 1, second }: Setting = {}): BacktestOptions {
  const quoting = (name: string, symbol: string, given: Readonly<Record<string, string>>) => ({
    name,
    symbol,
    definition: touchQuoter,
    params: readParams(touchQuoter.params, given).values,
  });
  const quoters = AWAY.slice(0, strategies).map((given, i) => quoting(`s${i}`, 'BTC/EUR', given));
  if (second !== undefined) quoters.push(quoting('other', OTHER, {}));
  const markets = [{ symbol: 'BTC/EUR', hash: '', open }];
  if (second !== undefined) markets.push({ symbol: OTHER, hash: '', open: second });
  return {
    engine: {
      strategies: quoters,
      replaces: true,
      seed: 'bench',
      limits: {
        symbols: markets.map(({ symbol }) => symbol),
        maxOrderValue: { amount: dec('100000'), currency: 'EUR' },
        maxOpenOrders: 20,
        priceCollar: dec('0.02'),
        staleAfterMs: 5000,
        maxOrdersPerMinute: undefined,
        maxDailyLoss: undefined,
        budgets: Object.fromEntries(quoters.map(({ name }) => [name, { amount: dec('1000000'), currency: 'EUR' }])),
      },
    },
    markets,
    balances: { BTC: dec('100'), ETH: dec('100'), EUR: dec('10000000') },
    fees: DEFAULT_FEES,
    latency: { entryMs: 60, responseMs: 60 },
    poll: { booksMs: 1000, ordersMs: 1000, balancesMs: 10_000 },
    models: FILL_MODELS,
    conversion: { spreadBps: dec('10'), validForMs: 15_000 },
    equityEveryMs: 60_000,
    currency: 'EUR',
    onStop: 'cancel',
    about: { name: 'bench', code: {}, config: '', seed: 'bench', versions: {}, strategies: [] },
  };
}

interface Wishes extends Setting {
  /** How many bands go through the market in one pass. */
  readonly bands?: number;
  /** Whether to hash the decisions, as `sluice backtest` does. */
  readonly decisions?: boolean;
}

function engine(open: () => MarketCursor, { bands = 1, decisions = false, ...setting }: Wishes = {}): Pass {
  const options = optionsFor(open, setting);
  seen[0] = 0;
  const bandsOf = (markets: BandMarkets) => Array.from({ length: bands }, () => new TimedBand('fitted', options, markets, { decisions }));
  const [run] = new BacktestPass(options, bandsOf).run()!.runs;
  return { seen: seen[0] / bands, fills: run!.fills.length };
}

/** The same market under another symbol. */
function asOther(cursor: BlockCursor): MarketCursor {
  const pair = { ...cursor.pair, symbol: OTHER, base: 'ETH' };
  return Object.defineProperties(cursor, { pair: { value: pair }, book: { value: { ...cursor.book, symbol: OTHER } } });
}

const TICKS = 100;

function ccxt([first, ...rest]: readonly BookChanges[]): Pass {
  const book = new CcxtBook({ bids: first!.bids, asks: first!.asks }, 50);
  let sum = Math.round(book.bids[0]![0] * TICKS) + Math.round(book.asks[0]![0] * TICKS);
  for (const { bids, asks } of rest) {
    for (let i = 0; i < bids.length; i++) book.bids.storeArray(bids[i]!);
    for (let i = 0; i < asks.length; i++) book.asks.storeArray(asks[i]!);
    book.limit();
    sum += Math.round(book.bids[0]![0] * TICKS) + Math.round(book.asks[0]![0] * TICKS);
  }
  return { seen: sum, fills: 0 };
}

function tardisBook(changes: readonly TardisChange[]): Pass {
  const book = new TardisBook();
  let sum = 0;
  for (const change of changes) {
    book.update(change);
    sum += Math.round(book.bestBid().price * TICKS) + Math.round(book.bestAsk().price * TICKS);
  }
  return { seen: sum, fills: 0 };
}

async function tardisReplay(from: string, to: string): Promise<Pass> {
  let count = 0;
  for await (const change of tardis.replayNormalized(
    { exchange: 'coinbase', symbols: [TARDIS_SYMBOL], from, to },
    tardis.normalizeBookChanges,
  )) {
    count += change.bids.length + change.asks.length > 0 ? 1 : 1;
  }
  return { seen: count, fills: 0 };
}

type Work = () => Pass | Promise<Pass>;

function workOf(name: string, folder: string): Work {
  const synthetic = (): SyntheticMarket => new SyntheticMarket({ pace: 'calm', snapshots: SNAPSHOTS });
  switch (name) {
    case 'memory': {
      const block = decodeBlock(synthetic(), SNAPSHOTS)!;
      return () => engine(() => new BlockCursor(block));
    }
    case 'disk':
      return () => engine(() => openMarket(folder, 'BTC/EUR'));
    case 'closed':
      return () => engine(() => openMarket(join(folder, 'closed'), 'BTC/EUR'));
    case 'busy': {
      const block = decodeBlock(new SyntheticMarket({ pace: 'busy', snapshots: SNAPSHOTS }), SNAPSHOTS)!;
      return () => engine(() => new BlockCursor(block));
    }
    case 'three strategies': {
      const block = decodeBlock(synthetic(), SNAPSHOTS)!;
      return () => engine(() => new BlockCursor(block), { strategies: 3 });
    }
    case 'two symbols': {
      const block = decodeBlock(synthetic(), SNAPSHOTS / 2)!;
      return () => engine(() => new BlockCursor(block), { second: () => asOther(new BlockCursor(block)) });
    }
    case 'hashed': {
      const block = decodeBlock(synthetic(), SNAPSHOTS)!;
      return () => engine(() => new BlockCursor(block), { decisions: true });
    }
    case '16 trials': {
      const block = decodeBlock(synthetic(), SNAPSHOTS)!;
      return () => engine(() => new BlockCursor(block), { bands: TRIALS });
    }
    case 'ccxt': {
      const changes = changesOf(synthetic());
      return () => ccxt(changes);
    }
    case 'tardis-dev': {
      const asLevels = (levels: BookChanges['bids']): PriceLevel[] => levels.map(([price, amount]) => ({ price, amount }));
      const changes = changesOf(synthetic()).map(({ bids, asks }, i) => ({
        isSnapshot: i === 0,
        bids: asLevels(bids),
        asks: asLevels(asks),
      }));
      return () => tardisBook(changes);
    }
    case 'replayNormalized':
      tardis.init({ cacheDir: join(folder, 'tardis') });
      return () => tardisReplay(FROM!, TO!);
    default:
      throw new Error(`there is no contender ${name}`);
  }
}

/** The result of a run, and its user and system time per snapshot. */
export interface ContenderRun extends Pass {
  readonly us: number;
  /** Bytes allocated on the heap, per snapshot. */
  readonly bytes: number;
}

function allocated(): number {
  return (getHeapStatistics() as unknown as { readonly total_allocated_bytes: number }).total_allocated_bytes;
}

async function timed(work: Work): Promise<ContenderRun> {
  const before = allocated();
  const begun = process.cpuUsage();
  const pass = await work();
  const { user, system } = process.cpuUsage(begun);
  return { ...pass, us: (user + system) / SNAPSHOTS, bytes: (allocated() - before) / SNAPSHOTS };
}

const work = workOf(NAME!, FOLDER!);
process.on('message', () => {
  timed(work).then(
    (run) => process.send!(run),
    (error: unknown) => {
      throw error;
    },
  );
});
process.send!('ready');
