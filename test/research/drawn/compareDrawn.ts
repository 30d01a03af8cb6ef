import { type Random, seededRandom } from '../../../src/base/random.ts';
import type { StrategySettings } from '../../../src/engine/strategySettings.ts';
import type { StrategyDefinition } from '../../../src/engine/strategy.ts';
import { BacktestBand } from '../../../src/research/backtest/backtestBand.ts';
import type { BacktestOptions } from '../../../src/research/backtest/backtestOptions.ts';
import { BacktestPass, type PassResult } from '../../../src/research/backtest/backtestPass.ts';
import { enginePass } from '../../../src/research/backtest/enginePass.ts';
import { hasRows } from '../../../src/research/backtest/soleMarket.ts';
import { type Band, BANDS } from '../../../src/research/runRecord.ts';
import { drawnHands } from '../digests/drawnHands.ts';
import { isDrawn, ofAnySize } from './draw.ts';
import type { DrawnMarket } from './drawnMarket.ts';
import { drawnBacktest } from './drawnRuns.ts';
import type { Sights } from './drawnStrategy.ts';
import { firstDifference } from './firstDifference.ts';
import { handlers, orderOf, settingsOf } from './fixtures.ts';

/** What came of a drawn backtest when it was made in every way. */
export interface DrawnOutcome {
  /** Of the runs from copies, all bands together. */
  readonly fills: number;
  readonly commands: number;
  /** Whether books in memory were gone through row by row. */
  readonly byRows: boolean;
  /** By way and band: the first line of the story, the first thing shown, and the first figure that was not the same. */
  readonly differences: readonly string[];
}

/** All of a run that can be compared. */
interface Told {
  /** The lines of `events.jsonl`; of a run as a sweep makes it nobody is told. */
  readonly story: readonly string[];
  readonly sights: readonly (readonly string[])[];
  /** Undefined where nothing is recorded in the range. */
  readonly run: unknown;
  readonly decisions: string | undefined;
  /** What all bands of a pass have in common. */
  readonly pass: unknown;
}

/** The same backtest with its market on the way as copies, and in memory, and others that share a pass with it. */
interface Ways {
  readonly options: BacktestOptions;
  readonly inMemory: BacktestOptions;
  /** Of a strategy that throws on the way, and of one that never begins. */
  readonly others: readonly BacktestOptions[];
  /** Of each strategy. */
  readonly sights: readonly Sights[];
}

/** Makes a drawn backtest in every way, and compares each with every band by itself over a market that is copied. */
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

const ALL: readonly (keyof Told)[] = ['story', 'sights', 'run', 'decisions', 'pass'];
const COMMAND = /^\{"at":\d+,"type":"(?:place|replace|cancel|request-quote|convert)",/;

function waysOf(seed: number): Ways {
  const { market, options, inMemory, sights } = drawnBacktest(seed);
  // Not of the same chance as the backtest, whose digests are written down.
  const random = seededRandom(`beside:${seed}`);
  const hands = isDrawn(random, 0.3) ? [handsOf(random, market)] : [];
  const { engine } = options;
  const strategies = [...engine.strategies, ...hands.map(({ settings }) => settings)];
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

/** A second strategy, which places by hand, asks for conversions, and goes wrong now and then. */
function handsOf(random: Random, { scale }: DrawnMarket): { readonly settings: StrategySettings; readonly sights: Sights } {
  const sights: Sights = [];
  const definition = drawnHands(random, scale, ['EUR', 'BTC'], sights);
  return { settings: { name: 'hands', symbol: 'BTC/EUR', definition, params: {} }, sights };
}

/** Quotes the touch, until it throws. */
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

/** As a sweep makes them: nobody asks for the decisions, and others in the pass are stopped on the way. */
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
    run: run && { ...orderOf(run), balances },
    decisions: run?.decisions,
    pass: pass && { from: pass.from, to: pass.to, snapshots: pass.snapshots, pollMs: pass.pollMs },
  };
}
