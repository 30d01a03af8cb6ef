import { dec } from '../src/base/decimal.ts';
import { strategy, type StrategyContext, type StrategyDefinition } from '../src/engine/strategy.ts';
import type { LossLimits } from '../src/engine/risk/limits.ts';
import { DEFAULT_FEES } from '../src/exchange/fees.ts';
import { FILL_MODELS } from '../src/exchange/fillModel.ts';
import { EMA } from '../src/market/ema.ts';
import { BlockCursor } from '../src/recording/blockCursor.ts';
import { decodeBlock } from '../src/recording/bookBlock.ts';
import type { BacktestOptions } from '../src/research/backtest/backtestOptions.ts';
import { enginePass } from '../src/research/backtest/enginePass.ts';
import { report, type Verdict, verdictOf } from './harness.ts';
import { SyntheticMarket } from './syntheticMarket.ts';

/**
 * What signals and the desk's orders cost: a pass of a backtest with a strategy that quotes at the touch on every book, beside the same
 * with signals that it does not heed, or with exits that never fire. Both decide the same. Times are user and system time for each book, in alternating rounds.
 */
const BOOKS = Number(process.argv[2] ?? 100_000);
const ROUNDS = Number(process.argv[3] ?? 15);
const WARM_UPS = 5;
/** A pass with signals takes at most this many times as long: the ratio of the table is the other way round. */
const MOST = 1.5;
const LOTS = 1000;

interface Extras {
  readonly ask?: (context: StrategyContext) => void;
  /** Whether what it has bought is guarded by exits, which are too far away to fire. */
  readonly isGuarded?: boolean;
  /** The stop is so many bps below what the position has cost. */
  readonly lossBps?: number;
  /** Limits on losses that are too far away to be reached. */
  readonly losses?: LossLimits;
}

const FAR = { amount: dec('1000000000'), currency: 'EUR' };
const LOSSES: LossLimits = { maxLoss: FAR, maxDailyLoss: FAR, maxDrawdown: FAR, action: 'cancel' };
const FIVE_MINUTES: Extras = { ask: (context) => void context.candles('5m').use(new EMA(48)) };
const EXTRAS: Readonly<Record<string, Extras>> = {
  "candles('5m') and an EMA of 48": FIVE_MINUTES,
  "candles('1s') and an EMA of 48": { ask: (context) => void context.candles('1s').use(new EMA(48)) },
  "orderFlow('30s')": { ask: (context) => void context.orderFlow('30s') },
  'a stop and a trailing stop of the position': { isGuarded: true },
  "both, with candles('5m')": { ...FIVE_MINUTES, isGuarded: true },
  'a stop by lossBps and a trailing stop': { isGuarded: true, lossBps: 9000 },
  'maxLoss, maxDailyLoss and maxDrawdown': { losses: LOSSES },
  "all of it, with candles('5m')": { ...FIVE_MINUTES, isGuarded: true, lossBps: 9000, losses: LOSSES },
};

function quoterOf({ ask, isGuarded = false, lossBps }: Extras): StrategyDefinition {
  return strategy({
    about: 'Quotes at the touch.',
    params: {},
    setup(_params, { context }) {
      ask?.(context);
      let books = 0;
      return {
        onBook(book, ctx) {
          // Before the first heartbeat nobody knows what was lost, so what is limited by losses would be refused.
          if (++books < 5) return;
          const { bestBidTicks: bid = 0, bestAskTicks: offer = 0 } = book;
          ctx.quoteTicks(bid, LOTS, offer, LOTS);
          if (isGuarded && ctx.positionLots > 0 && ctx.deskOrders.length === 0) {
            const far = lossBps === undefined ? { stop: book.priceAt(bid / 10, 'down') } : { lossBps };
            const stop = { kind: 'stop', ...far } as const;
            ctx.place({ kind: 'one-of', amount: 'position', orders: [stop, { kind: 'trailing-stop', trailBps: 9000 }] });
            guarded++;
          }
        },
        onCandle: () => undefined,
      };
    },
  });
}

let guarded = 0;

const block = decodeBlock(new SyntheticMarket({ pace: 'calm', snapshots: BOOKS }), BOOKS)!;

function optionsOf(definition: StrategyDefinition, losses?: LossLimits): BacktestOptions {
  const limits = {
    symbols: ['BTC/EUR'],
    maxOrderValue: undefined,
    maxOpenOrders: 20,
    priceCollar: dec('0.02'),
    staleAfterMs: 5000,
    maxOrdersPerMinute: undefined,
    maxDailyLoss: undefined,
    budgets: {},
    losses: losses && { s: losses },
  };
  return {
    engine: { strategies: [{ name: 's', symbol: 'BTC/EUR', definition, params: {} }], limits, replaces: true, seed: 'bench' },
    markets: [{ symbol: 'BTC/EUR', hash: '', open: () => new BlockCursor(block) }],
    balances: { BTC: dec('1000'), EUR: dec('100000000') },
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

/** Runs a pass. Gives its time for each book, in microseconds, and the hash of its decisions. */
function timed(options: BacktestOptions): { readonly us: number; readonly decisions: string } {
  const begun = process.cpuUsage();
  const pass = enginePass(options, ['fitted']).run()!;
  const { user, system } = process.cpuUsage(begun);
  return { us: (user + system) / BOOKS, decisions: pass.runs[0]!.decisions };
}

const plain = optionsOf(quoterOf({}));
const verdicts = Object.entries(EXTRAS).map(([name, extras]): Verdict => {
  const asking = optionsOf(quoterOf(extras), extras.losses);
  for (let i = 0; i < WARM_UPS; i++) {
    if (timed(plain).decisions !== timed(asking).decisions) throw new Error(`${name}: the decisions differ`);
  }
  if (extras.isGuarded === true && guarded === 0) throw new Error(`${name}: nothing was guarded`);
  const rounds = Array.from({ length: ROUNDS }, () => ({ bUs: timed(plain).us, aUs: timed(asking).us }));
  return verdictOf(`${name}, beside none`, rounds, Number((1 / MOST).toFixed(2)));
});
report('a pass with signals', verdicts);
