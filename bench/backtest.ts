import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dec } from '../src/base/decimal.ts';
import { systemClock } from '../src/base/systemClock.ts';
import { p, strategy } from '../src/engine/kit.ts';
import { readParams } from '../src/engine/params.ts';
import { DEFAULT_FEES } from '../src/exchange/fees.ts';
import { FILL_MODELS } from '../src/exchange/fillModel.ts';
import { BlockCursor } from '../src/recording/blockCursor.ts';
import { type BookBlock, decodeBlock } from '../src/recording/bookBlock.ts';
import { BOOK, type MarketCursor } from '../src/recording/marketCursor.ts';
import { openMarketWriter } from '../src/recording/marketWriter.ts';
import { openMarket } from '../src/recording/openMarket.ts';
import type { BacktestOptions } from '../src/research/backtest/backtestOptions.ts';
import { enginePass } from '../src/research/backtest/enginePass.ts';
import { LaneBand } from '../src/research/fastLane/laneBand.ts';
import { lanePass } from '../src/research/fastLane/lanePass.ts';
import type { BandRun } from '../src/research/runRecord.ts';
import { kernel } from './backtestKernel.ts';
import { type BookChanges, changesOf } from './backtestBooks.ts';
import { report, type Verdict, verdictOf } from './harness.ts';
import { SyntheticMarket } from './syntheticMarket.ts';
import { fillTardisCache, TARDIS_SYMBOL } from './tardisCache.ts';

/**
 * A backtest of full fidelity (latency, queue, replacing, risk, fees) through the public strategy interface, against what only
 * keeps an order book: ccxt's and tardis-dev's own, fed with the changes of the same snapshots. Equal work: each adds up the best bid
 * and ask of every snapshot, and the sums must be the same. Then the same from a recording on disk against tardis-dev's replay
 * from its cache, the public interface against a loop written by hand, and the engine itself. Times are user and system time of the
 * whole process, per snapshot.
 */
const SNAPSHOTS = Number(process.argv[2] ?? 100_000);
const ROUNDS = 9;
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

let seen = 0;
/** Quotes at the touch on every book, up to a position on either side. */
const touchQuoter = strategy({
  about: 'The strategy of the benchmark.',
  params: { lots: p.int(LOTS), most: p.int(MOST) },
  setup: ({ lots, most }) => ({
    onBook({ bestBidTicks: bid, bestAskTicks: ask }, ctx) {
      if (bid === undefined || ask === undefined) return;
      seen += bid + ask;
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
  seen = 0;
  const [band] = lanePass(options, (markets) => [new TimedBand('fitted', options, markets)])!.bands;
  return { seen, fills: band!.lane.fills.count };
}

function engine(open: () => MarketCursor): Pass {
  seen = 0;
  const [run] = enginePass(optionsFor(open), ['fitted']).run()!.runs;
  return { seen, fills: run!.fills.length };
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

async function timed(work: Work): Promise<number> {
  const begun = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / SNAPSHOTS;
}

/** Alternating rounds; the ratio is theirs to ours, per snapshot. */
async function against(name: string, ours: Work, theirs: Work, target: number | undefined, rounds = ROUNDS): Promise<Verdict> {
  for (let i = 0; i < 3; i++) await ours();
  await theirs();
  const pairs: { aUs: number; bUs: number }[] = [];
  for (let i = 0; i < rounds; i++) pairs.push({ aUs: await timed(ours), bUs: await timed(theirs) });
  return verdictOf(name, pairs, target);
}

function mustBeEqual(what: string, a: unknown, b: unknown): void {
  if (a !== b) throw new Error(`${what}: ${String(a)} and ${String(b)} are not the same`);
}

const synthetic = (): SyntheticMarket => new SyntheticMarket({ pace: 'calm', snapshots: SNAPSHOTS });
const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-'));
try {
  const block = decodeBlock(synthetic(), SNAPSHOTS)!;
  const changes = changesOf(synthetic());
  const asLevels = (levels: BookChanges['bids']): PriceLevel[] => levels.map(([price, amount]) => ({ price, amount }));
  const tardisChanges = changes.map(({ bids, asks }, i) => ({ isSnapshot: i === 0, bids: asLevels(bids), asks: asLevels(asks) }));
  const market = synthetic();
  const writer = await openMarketWriter(folder, [market.pair], {
    clock: systemClock,
    depth: 50,
    everyMs: 500,
    normalMs: Infinity,
    mostQueuedBytes: 1e9,
    lock: () => Promise.resolve({ release: () => Promise.resolve() }),
  });
  while (market.next() === BOOK) writer.book(market.book);
  await writer.close();
  tardis.init({ cacheDir: join(folder, 'tardis') });
  const { from, to } = fillTardisCache(join(folder, 'tardis'), changes);

  const memory = (): MarketCursor => new BlockCursor(block);
  const disk = (): MarketCursor => openMarket(folder, 'BTC/EUR');
  const done = lane(memory);
  mustBeEqual('the best prices of ccxt and ours', ccxt(changes).seen, done.seen);
  mustBeEqual('the best prices of tardis-dev and ours', tardisBook(tardisChanges).seen, done.seen);
  mustBeEqual('fills from memory and from disk', lane(disk).fills, done.fills);
  mustBeEqual('fills of the lane and of the loop by hand', byHand(block).fills, done.fills);
  mustBeEqual('fills of the lane and of the engine', engine(memory).fills, done.fills);
  mustBeEqual('messages of tardis-dev', (await tardisReplay(from, to)).seen, SNAPSHOTS);
  console.log(`${SNAPSHOTS} snapshots of 50 levels a side, ${done.fills} fills`);
  report('Backtest through the public strategy interface, us per snapshot', [
    await against(
      "from memory, against ccxt's order book alone",
      () => lane(memory),
      () => ccxt(changes),
      6,
    ),
    await against(
      "from memory, against tardis-dev's order book alone",
      () => lane(memory),
      () => tardisBook(tardisChanges),
      10,
    ),
    await against(
      'from disk, against replayNormalized from its cache',
      () => lane(disk),
      () => tardisReplay(from, to),
      30,
      7,
    ),
    await against(
      'from memory, against a loop written by hand',
      () => lane(memory),
      () => byHand(block),
      0.85,
    ),
    await against(
      'from memory, against the engine itself',
      () => lane(memory),
      () => engine(memory),
      undefined,
      7,
    ),
  ]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
