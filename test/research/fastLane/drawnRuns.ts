import { messageOf } from '../../../src/base/fault.ts';
import { seededRandom, type Random } from '../../../src/base/random.ts';
import type { StrategyDefinition } from '../../../src/engine/strategy.ts';
import { amountOf, priceOf } from '../../../src/model/grid.ts';
import { BlockSequence } from '../../../src/recording/blockSequence.ts';
import { type BookBlock, decodeBlock } from '../../../src/recording/bookBlock.ts';
import type { BacktestMarket, BacktestOptions } from '../../../src/research/backtest/backtestOptions.ts';
import type { PassResult } from '../../../src/research/backtest/backtestPass.ts';
import { enginePass } from '../../../src/research/backtest/enginePass.ts';
import type { PassBand } from '../../../src/research/backtest/passBand.ts';
import { LaneBand } from '../../../src/research/fastLane/laneBand.ts';
import { fastPass, lanePass } from '../../../src/research/fastLane/lanePass.ts';
import { LeaveLane } from '../../../src/research/fastLane/leaveLane.ts';
import { type Band, BANDS } from '../../../src/research/runRecord.ts';
import { GuardedBand } from '../../../src/research/sweep/guardedBand.ts';
import { optionsOf } from '../backtest/fixtures.ts';
import { recordedMarket } from '../backtest/recordedMarket.ts';
import { isDrawn, ofAnySize } from './draw.ts';
import { type DrawnMarket, drawnMarket } from './drawnMarket.ts';
import { drawnEngine, drawnOptions } from './drawnOptions.ts';
import { drawnStrategy, type Sights } from './drawnStrategy.ts';
import { firstDifference } from './firstDifference.ts';
import { handlers, orderOf, settingsOf } from './fixtures.ts';

/** A backtest that was drawn from a seed. */
interface DrawnBacktest {
  readonly market: DrawnMarket;
  readonly options: BacktestOptions;
  /** The same, with the market as a sweep keeps it in memory, or again as it is. */
  readonly inMemory: BacktestOptions;
  /** Another strategy on the same market, which leaves the lane on the way. */
  readonly other: BacktestOptions;
  readonly sights: Sights;
}

/** What came of a drawn backtest when the engine and the fast lane both made it. */
export interface DrawnOutcome {
  readonly seed: number;
  readonly books: number;
  /** Of the engine's runs, all bands together. */
  readonly fills: number;
  readonly commands: number;
  /** Bands that the lane made to the end; of the others, why it gave up. */
  readonly inLane: readonly Band[];
  readonly left: readonly string[];
  /** By band: the first command, the first thing shown, and the first figure that was not the same. */
  readonly differences: readonly string[];
}

/** All of a run that can be compared. */
interface Told {
  readonly commands: readonly string[];
  readonly sights: readonly string[];
  /** Undefined where nothing is recorded in the range. */
  readonly run: ReturnType<typeof orderOf> | undefined;
  /** What all bands of a pass have in common. */
  readonly pass: unknown;
}

export function drawnBacktest(seed: number): DrawnBacktest {
  const random = seededRandom(`drawn:${seed}`);
  const market = drawnMarket(random);
  const sights: Sights = [];
  const { pair, isWide } = market.scale;
  const recorded = recordedMarket(pair, market.rows, market.beginsAt, isWide);
  const engine = drawnEngine(random, drawnStrategy(random, market.scale, sights), market);
  const options = optionsOf(engine, [recorded], drawnOptions(random, market));
  const inMemory = { ...options, markets: [isDrawn(random, 0.2) ? recorded : inBlocks(random, recorded, options.range?.from, market)] };
  const other = { ...inMemory, engine: { ...engine, strategies: settingsOf(leavingStrategy(random, market), {}).strategies } };
  return { market, options, inMemory, other, sights };
}

/** Makes a drawn backtest in every way, and compares. */
export function compareDrawn(seed: number): DrawnOutcome {
  const backtest = drawnBacktest(seed);
  const expected = byEngine(backtest);
  const differences: string[] = [];
  const inLane: Band[] = [];
  const left: string[] = [];
  const differ = (what: string, wanted: Partial<Told>, found: Partial<Told>): void => {
    for (const part of ['commands', 'sights', 'run', 'pass'] as const) {
      const difference = firstDifference(wanted[part], found[part]);
      if (difference !== undefined) differences.push(`${what}: ${part}${difference}`);
    }
  };
  for (const [i, band] of BANDS.entries()) {
    const found = inTheLane(backtest, band);
    if (typeof found === 'string') left.push(found);
    else {
      inLane.push(band);
      differ(band, expected[i]!, found);
    }
  }
  if (left.length === 0) {
    const { left: why, told } = inOnePass(backtest);
    if (why !== undefined) differences.push(`all bands at once: left for ${why}`);
    for (const [i, band] of BANDS.entries()) differ(`${band} of all at once`, { ...expected[i]!, commands: [] }, told[i]!);
  }
  if (inLane.length > 0) {
    const guards = inSweep(backtest);
    for (const [i, band] of BANDS.entries()) {
      const found = guards?.[i]?.run;
      if (inLane.includes(band)) differ(`${band} as in a sweep`, { run: expected[i]!.run }, { run: found && orderOf(found) });
    }
  }
  const fills = expected.reduce((sum, { run }) => sum + (run?.fills.length ?? 0), 0);
  const commands = expected.reduce((sum, one) => sum + one.commands.length, 0);
  return { seed, books: backtest.market.books, fills, commands, inLane, left, differences };
}

/** One for each band. */
function byEngine({ options, sights }: DrawnBacktest): readonly Told[] {
  sights.length = 0;
  const commands = new Map<Band, string[]>(BANDS.map((band) => [band, []]));
  const event = (band: Band, line: string): void => {
    const text = commandText(line);
    if (text !== undefined) commands.get(band)!.push(text);
  };
  const pass = enginePass(options, BANDS, { event }).run();
  return BANDS.map((band, i) => toldOf(pass, i, commands.get(band)!, sights));
}

/** One band alone; or why the lane was left. What else is thrown is a fault of the lane: drawn strategies throw nothing. */
function inTheLane({ inMemory, market, sights }: DrawnBacktest, band: Band): Told | string {
  sights.length = 0;
  const { grid } = market.scale.pair;
  const commands: string[] = [];
  const onCommand: ConstructorParameters<typeof LaneBand>[3] = (at, kind, serial, side, ticks, lots) => {
    const shape = kind === 'cancel' ? [] : [side === 0 ? 'Buy' : 'Sell', priceOf(grid, ticks).toFixed(), amountOf(grid, lots).toFixed()];
    commands.push([at, kind, serial, ...shape].join(' '));
  };
  try {
    const pass = lanePass(inMemory, (markets) => [new LaneBand(band, inMemory, markets, onCommand)]);
    return toldOf(pass, 0, commands, sights);
  } catch (error) {
    if (error instanceof LeaveLane) return error.message;
    throw new Error(`the lane threw in the band ${band}: ${messageOf(error)}`, { cause: error });
  }
}

/** All bands in one pass of the lane, with nobody who is told of commands. */
function inOnePass({ inMemory, sights }: DrawnBacktest): { readonly left: string | undefined; readonly told: readonly Told[] } {
  sights.length = 0;
  const { pass, left } = fastPass(inMemory, BANDS);
  return { left, told: BANDS.map((_, i) => toldOf(pass, i, [], sights)) };
}

/** All bands in one pass, those that leave the lane falling silent, with another strategy that does. Undefined: nothing is recorded. */
function inSweep({ inMemory, other, sights }: DrawnBacktest): readonly GuardedBand[] | undefined {
  sights.length = 0;
  let guards: readonly GuardedBand[] = [];
  const pass = lanePass(inMemory, (markets) => {
    const guarded = (options: BacktestOptions) => (band: Band) => new GuardedBand(() => new LaneBand(band, options, markets));
    guards = [...BANDS.map(guarded(inMemory)), guarded(other)('fitted')];
    return guards;
  });
  return pass && guards;
}

/** Quotes the touch, until it does what the lane does not. */
function leavingStrategy(random: Random, { scale, books }: DrawnMarket): StrategyDefinition {
  const atBook = ofAnySize(random, 1, books);
  return handlers(() => {
    let seen = 0;
    return {
      onBook({ bestBidTicks = 1, bestAskTicks = 1 }, context) {
        if (++seen === atBook) context.balance('EUR');
        context.quoteTicks(bestBidTicks, scale.lots, bestAskTicks, scale.lots);
      },
    };
  });
}

function toldOf(pass: PassResult<PassBand> | undefined, i: number, commands: readonly string[], sights: Sights): Told {
  const run = pass?.runs[i];
  const about = pass && { from: pass.from, to: pass.to, snapshots: pass.snapshots, pollMs: pass.pollMs };
  return { commands, sights: sights[i] ?? [], run: run && orderOf(run), pass: about };
}

const COMMAND = /^\{"at":\d+,"type":"(?:place|replace|cancel)",/;

/** A line of the engine's story as the lane tells of a command; undefined for what is none. */
function commandText(line: string): string | undefined {
  if (!COMMAND.test(line)) return undefined;
  const told = JSON.parse(line) as Record<string, unknown>;
  const shape = told['type'] === 'cancel' ? [] : [told['side'], told['price'], told['amount']];
  return [told['at'], told['type'], told['order'], ...shape].join(' ');
}

/** The market decoded, in blocks of a drawn size; where time goes on, those that end before the range are passed over. */
function inBlocks(random: Random, market: BacktestMarket, from: number | undefined, { books, goesBack }: DrawnMarket): BacktestMarket {
  const cursor = market.open();
  const size = isDrawn(random, 0.5) ? books : ofAnySize(random, 5, books);
  const blocks: BookBlock[] = [];
  for (let block = decodeBlock(cursor, size); block !== undefined; block = decodeBlock(cursor, size)) blocks.push(block);
  const passesOver = !goesBack && isDrawn(random, 0.5);
  return { ...market, open: () => new BlockSequence(blocks, passesOver ? from : undefined) };
}
