import { type Random, seededRandom } from '../../../src/base/random.ts';
import type { StrategySettings } from '../../../src/engine/strategySettings.ts';
import type { StrategyDefinition } from '../../../src/engine/strategy.ts';
import { BacktestBand } from '../../../src/research/backtest/backtestBand.ts';
import type { BacktestOptions } from '../../../src/research/backtest/backtestOptions.ts';
import { BacktestPass, type PassResult } from '../../../src/research/backtest/backtestPass.ts';
import { enginePass } from '../../../src/research/backtest/enginePass.ts';
import { hasRows } from '../../../src/research/backtest/soleMarket.ts';
import { type Band, BANDS } from '../../../src/research/runRecord.ts';
import { amountOf } from '../../../src/model/grid.ts';
import { worker } from '../../simulation/worker.ts';
import { drawnHands } from '../digests/drawnHands.ts';
import { isDrawn, ofAnySize } from './draw.ts';
import type { DrawnMarket } from './drawnMarket.ts';
import { drawnBacktest } from './drawnRuns.ts';
import type { Sights } from './drawnStrategy.ts';
import { firstDifference } from './firstDifference.ts';
import { handlers, orderOf, settingsOf } from './fixtures.ts';

/** The result of a drawn backtest that was run in every way. */
export interface DrawnOutcome {
  /** The fills of the runs over copied books, in all bands together. */
  readonly fills: number;
  readonly commands: number;
  /** Whether books in memory were read row by row. */
  readonly byRows: boolean;
  /** By way and band: the first line of the story, the first thing shown, and the first figure that differ. */
  readonly differences: readonly string[];
}

/** Everything about a run that can be compared. */
interface Told {
  /** The lines of `events.jsonl`. Empty for a run as a sweep makes it, since nobody is told of its events. */
  readonly story: readonly string[];
  /** What strategies plotted: as the story, nobody is told of it in a sweep. */
  readonly plots: unknown;
  readonly sights: readonly (readonly string[])[];
  /** Undefined where nothing is recorded in the range. */
  readonly run: unknown;
  readonly decisions: string | undefined;
  /** What all bands of a pass have in common. */
  readonly pass: unknown;
}

/** The same backtest in several ways: with copied books, with books in memory, and with other runs in the same pass. */
interface Ways {
  readonly options: BacktestOptions;
  readonly inMemory: BacktestOptions;
  /** One has a strategy that throws on the way, and one has a strategy that never begins. */
  readonly others: readonly BacktestOptions[];
  /** One for each strategy. */
  readonly sights: readonly Sights[];
}

/** Runs a drawn backtest in every way, and compares each with a run of each band by itself over copied books. */
export function compareDrawn(seed: number): DrawnOutcome {
  const ways = waysOf(seed);
  const { options, inMemory } = ways;
  const differences: string[] = [];
  const expected = BANDS.map((band) => told(ways, options, [band])[0]!);
  const compare = (way: string, bands: readonly Band[], found: readonly Told[], parts: readonly (keyof Told)[] = ALL): void => {
    for (const [i, band] of bands.entries()) {
      for (const part of parts) {
        const difference = firstDifference(expected[BANDS.indexOf(band)]![part], found[i]![part]);
        if (difference !== undefined) differences.push(`${way}, ${band}: ${part}${difference}`);
      }
    }
  };
  compare('all bands at once', BANDS, told(ways, options, BANDS));
  for (const band of BANDS) compare('in memory', [band], told(ways, inMemory, [band]));
  compare('all bands at once in memory', BANDS, told(ways, inMemory, BANDS));
  compare('in a sweep', BANDS, inSweep(ways), ['sights', 'run', 'pass']);
  const cursor = inMemory.markets[0]!.open();
  const fills = expected.reduce((sum, { run }) => sum + ((run as PassResult['runs'][number] | undefined)?.fills.length ?? 0), 0);
  const commands = expected.reduce((sum, { story }) => sum + story.filter((line) => COMMAND.test(line)).length, 0);
  return { fills, commands, byRows: hasRows(cursor), differences };
}

const ALL: readonly (keyof Told)[] = ['story', 'plots', 'sights', 'run', 'decisions', 'pass'];
const COMMAND = /^\{"at":\d+,"type":"(?:place|replace|cancel|request-quote|convert)",/;

function waysOf(seed: number): Ways {
  const { market, options, inMemory, sights } = drawnBacktest(seed);
  // The random numbers are separate from those of the backtest, whose digests are written down.
  const random = seededRandom(`beside:${seed}`);
  const hands = isDrawn(random, 0.3) ? [handsOf(random, market)] : [];
  const { engine } = options;
  const workers = isDrawn(random, 0.4) ? [workerOf(market)] : [];
  const strategies = [...engine.strategies, ...hands.map(({ settings }) => settings), ...workers];
  const others = [throwing(random, market), neverBegins].map((definition) => ({
    ...inMemory,
    engine: { ...engine, strategies: settingsOf(definition, {}).strategies },
  }));
  const withHands = { ...engine, strategies };
  return {
    options: { ...options, engine: withHands },
    inMemory: { ...inMemory, engine: withHands },
    others,
    sights: [sights, ...hands.map((one) => one.sights)],
  };
}

/** A second strategy, which places by hand, asks for conversions, and throws now and then. */
function handsOf(random: Random, { scale }: DrawnMarket): { readonly settings: StrategySettings; readonly sights: Sights } {
  const sights: Sights = [];
  const definition = drawnHands(random, scale, ['EUR', 'BTC'], sights);
  return { settings: { name: 'hands', symbol: 'BTC/EUR', definition, params: {} }, sights };
}

/** A strategy that places worked orders. */
function workerOf({ scale }: DrawnMarket): StrategySettings {
  const params = { size: amountOf(scale.pair.grid, Math.max(1, 5 * scale.lots)) };
  return { name: 'worker', symbol: 'BTC/EUR', definition: worker, params };
}

/** Quotes the touch until it throws. */
function throwing(random: Random, { scale, books }: DrawnMarket): StrategyDefinition {
  const atBook = ofAnySize(random, 1, books);
  return handlers(() => {
    let seen = 0;
    return {
      onBook({ bestBidTicks = 1, bestAskTicks = 1 }, context) {
        if (++seen === atBook) throw new Error('had enough');
        context.quoteTicks(bestBidTicks, scale.lots, bestAskTicks, scale.lots);
      },
    };
  });
}

const neverBegins = handlers(() => {
  throw new Error('never begins');
});

function told(ways: Ways, options: BacktestOptions, bands: readonly Band[]): readonly Told[] {
  for (const sights of ways.sights) sights.length = 0;
  const stories = new Map<Band, string[]>(bands.map((band) => [band, []]));
  const pass = enginePass(options, bands, { event: (band, line) => stories.get(band)!.push(line) }).run();
  return bands.map((band, i) => toldOf(ways, pass, i, i, stories.get(band)!));
}

/** As a sweep runs them: nobody asks for the decisions, and other runs in the pass are stopped on the way. */
function inSweep(ways: Ways): readonly Told[] {
  for (const sights of ways.sights) sights.length = 0;
  const { inMemory, others } = ways;
  const bandOf = (band: Band, options: BacktestOptions, markets: ConstructorParameters<typeof BacktestBand>[2]) =>
    new BacktestBand(band, options, markets, { decisions: false });
  const pass = new BacktestPass(inMemory, (markets) => [
    ...others.map((options) => bandOf('fitted', options, markets)),
    ...BANDS.map((band) => bandOf(band, inMemory, markets)),
    ...others.map((options) => bandOf('optimistic', options, markets)),
  ]).run();
  return BANDS.map((_, i) => toldOf(ways, pass, others.length + i, i, []));
}

function toldOf({ sights }: Ways, pass: PassResult | undefined, at: number, setup: number, story: readonly string[]): Told {
  const run = pass?.runs[at];
  const wallets = pass?.bands[at]!.wallets.all ?? [];
  const balances = wallets.map(({ currency, total, held }) => [currency, total.decimal, held.decimal]);
  return {
    story,
    sights: sights.map((one) => one[setup] ?? []),
    plots: run?.plots,
    run: run && { ...orderOf(run), plots: undefined, balances },
    decisions: run?.decisions,
    pass: pass && { from: pass.from, to: pass.to, snapshots: pass.snapshots, pollMs: pass.pollMs },
  };
}
