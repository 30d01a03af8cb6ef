import { createRequire } from 'node:module';
import { join } from 'node:path';
import { dec } from '../src/base/decimal.ts';
import { p, strategy } from '../src/engine/kit.ts';
import { readParams } from '../src/engine/params.ts';
import { DEFAULT_FEES } from '../src/exchange/fees.ts';
import { FILL_MODELS } from '../src/exchange/fillModel.ts';
import { BlockCursor } from '../src/recording/blockCursor.ts';
import { type BookBlock, decodeBlock } from '../src/recording/bookBlock.ts';
import type { MarketCursor } from '../src/recording/marketCursor.ts';
import { openMarket } from '../src/recording/openMarket.ts';
import type { BacktestOptions } from '../src/research/backtest/backtestOptions.ts';
import { enginePass } from '../src/research/backtest/enginePass.ts';
import { LaneBand } from '../src/research/fastLane/laneBand.ts';
import { lanePass } from '../src/research/fastLane/lanePass.ts';
import type { BandRun } from '../src/research/runRecord.ts';
import { kernel } from './backtestKernel.ts';
import { type BookChanges, changesOf } from './backtestBooks.ts';
import { SyntheticMarket } from './syntheticMarket.ts';
import { TARDIS_SYMBOL } from './tardisCache.ts';

/**
 * One of those that `backtest.ts` compares, in a process of its own: in one process they would share what the compiler has learned
 * of the code that they have in common, and each would be slower than it is for a user. Arguments: which one, how many snapshots, a
 * folder with the recording and the cache, and from when to when the cache reaches. Each message asks for one run.
 */
const [, , NAME, COUNT, FOLDER, FROM, TO] = process.argv;
const SNAPSHOTS = Number(COUNT);
const LOTS = 1000;
const MOST = 10_000;

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

/** In an array: a variable would put each sum on the heap. */
const seen = new Float64Array(1);
/** Quotes at the touch on every book, up to a position on either side. */
const touchQuoter = strategy({
  about: 'The strategy of the benchmark.',
  params: { lots: p.int(LOTS), most: p.int(MOST) },
  setup: ({ lots, most }) => ({
    onBook({ bestBidTicks: bid, bestAskTicks: ask }, ctx) {
      if (bid === undefined || ask === undefined) return;
      seen[0]! += bid + ask;
      const held = ctx.positionLots;
      ctx.quoteTicks(bid, held < most ? lots : 0, ask, held > -most ? lots : 0);
    },
  }),
});

/** A band whose result nobody asks for: what is timed is the simulation. */
class TimedBand extends LaneBand {
  override result(): BandRun {
    return { band: this.band, fills: [], refusals: {} } as unknown as BandRun;
  }
}

interface Pass {
  readonly seen: number;
  readonly fills: number;
}

function optionsFor(open: () => MarketCursor): BacktestOptions {
  const { values } = readParams(touchQuoter.params, {});
  return {
    engine: {
      strategies: [{ name: 's', symbol: 'BTC/EUR', definition: touchQuoter, params: values }],
      replaces: true,
      seed: 'bench',
      limits: {
        symbols: ['BTC/EUR'],
        maxOrderValue: { amount: dec('100000'), currency: 'EUR' },
        maxOpenOrders: 20,
        priceCollar: dec('0.02'),
        staleAfterMs: 5000,
        maxOrdersPerMinute: undefined,
        maxDailyLoss: undefined,
        budgets: { s: { amount: dec('1000000'), currency: 'EUR' } },
      },
    },
    markets: [{ symbol: 'BTC/EUR', hash: '', open }],
    balances: { BTC: dec('100'), EUR: dec('10000000') },
    fees: DEFAULT_FEES,
    latency: { entryMs: 60, responseMs: 60 },
    poll: { ordersMs: 1000, balancesMs: 10_000 },
    models: FILL_MODELS,
    conversion: { spreadBps: dec('10'), validForMs: 15_000 },
    equityEveryMs: 60_000,
    currency: 'EUR',
    onStop: 'cancel',
    about: { name: 'bench', code: {}, config: '', seed: 'bench', versions: {}, strategies: [] },
  };
}

function lane(open: () => MarketCursor): Pass {
  const options = optionsFor(open);
  seen[0] = 0;
  const [band] = lanePass(options, (markets) => [new TimedBand('fitted', options, markets)])!.bands;
  return { seen: seen[0], fills: band!.lane.fills.count };
}

function engine(open: () => MarketCursor): Pass {
  seen[0] = 0;
  const [run] = enginePass(optionsFor(open), ['fitted']).run()!.runs;
  return { seen: seen[0], fills: run!.fills.length };
}

function byHand(block: BookBlock): Pass {
  const result = kernel(
    optionsFor(() => new BlockCursor(block)),
    block,
    LOTS,
    MOST,
  );
  return { seen: result.seen, fills: result.fills };
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
      return () => lane(() => new BlockCursor(block));
    }
    case 'disk':
      return () => lane(() => openMarket(folder, 'BTC/EUR'));
    case 'closed':
      return () => lane(() => openMarket(join(folder, 'closed'), 'BTC/EUR'));
    case 'by hand': {
      const block = decodeBlock(synthetic(), SNAPSHOTS)!;
      return () => byHand(block);
    }
    case 'engine': {
      const block = decodeBlock(synthetic(), SNAPSHOTS)!;
      return () => engine(() => new BlockCursor(block));
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

/** What a run came to, and its user and system time per snapshot. */
export interface ContenderRun extends Pass {
  readonly us: number;
}

async function timed(work: Work): Promise<ContenderRun> {
  const begun = process.cpuUsage();
  const pass = await work();
  const { user, system } = process.cpuUsage(begun);
  return { ...pass, us: (user + system) / SNAPSHOTS };
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
