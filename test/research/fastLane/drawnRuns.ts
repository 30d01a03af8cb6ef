import { messageOf } from '../../../src/base/fault.ts';
import { seededRandom, type Random } from '../../../src/base/random.ts';
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
import { type Band, BANDS, type BandRun } from '../../../src/research/runRecord.ts';
import { optionsOf } from '../backtest/fixtures.ts';
import { recordedMarket } from '../backtest/recordedMarket.ts';
import { isDrawn, ofAnySize } from './draw.ts';
import { type DrawnMarket, drawnMarket } from './drawnMarket.ts';
import { drawnEngine, drawnOptions } from './drawnOptions.ts';
import { drawnStrategy, type Sights } from './drawnStrategy.ts';
import { firstDifference } from './firstDifference.ts';
import { orderOf } from './fixtures.ts';

/** A backtest that was drawn from a seed. */
interface DrawnBacktest {
  readonly market: DrawnMarket;
  readonly options: BacktestOptions;
  /** The same, with the market as a sweep keeps it in memory, or again as it is. */
  readonly inMemory: BacktestOptions;
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
  /** By band: the first thing that was not the same. */
  readonly differences: readonly string[];
}

/** All of a run that can be compared, what comes first in time first. */
interface Told {
  readonly commands: readonly string[];
  readonly sights: readonly string[];
  readonly run: ReturnType<typeof orderOf>;
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
  return { market, options, inMemory, sights };
}

/** Makes a drawn backtest in every way, and compares. */
export function compareDrawn(seed: number): DrawnOutcome {
  const backtest = drawnBacktest(seed);
  const { market, inMemory, sights } = backtest;
  const { pass, told } = byEngine(backtest);
  const differences: string[] = [];
  const inLane: Band[] = [];
  const left: string[] = [];
  for (const [i, band] of BANDS.entries()) {
    const lane = inTheLane(backtest, band);
    if (typeof lane === 'string') {
      left.push(lane);
      continue;
    }
    inLane.push(band);
    const difference = firstDifference(aboutOf(pass), aboutOf(lane.pass)) ?? firstDifference(told[i], lane.told);
    if (difference !== undefined) differences.push(`${band}: ${difference}`);
  }
  if (left.length === 0) {
    // All bands in one pass, with nobody who is told of commands.
    sights.length = 0;
    const fast = fastPass(inMemory, BANDS);
    const runs = fast.pass?.runs.map((run, i) => ({ sights: sights[i] ?? [], run: orderOf(run) })) ?? [];
    const expected = told.map(({ sights, run }) => ({ sights, run }));
    const difference = firstDifference({ left: undefined, runs: expected }, { left: fast.left, runs });
    if (difference !== undefined) differences.push(`all bands at once: ${difference}`);
  }
  const fills = told.reduce((sum, { run }) => sum + run.fills.length, 0);
  const commands = told.reduce((sum, one) => sum + one.commands.length, 0);
  return { seed, books: market.books, fills, commands, inLane, left, differences };
}

function byEngine({ options, sights }: DrawnBacktest): { pass: PassResult | undefined; told: readonly Told[] } {
  sights.length = 0;
  const commands = new Map<Band, string[]>(BANDS.map((band) => [band, []]));
  const event = (band: Band, line: string): void => {
    const text = commandText(line);
    if (text !== undefined) commands.get(band)!.push(text);
  };
  const pass = enginePass(options, BANDS, { event }).run();
  const told = pass?.runs.map((run, i) => ({ commands: commands.get(run.band)!, sights: sights[i] ?? [], run: orderOf(run) }));
  return { pass, told: told ?? [] };
}

/** One band alone; or why the lane was left. What else is thrown is a fault of the lane: drawn strategies throw nothing. */
function inTheLane(
  { inMemory, market, sights }: DrawnBacktest,
  band: Band,
): { pass: PassResult<PassBand> | undefined; told: Told | undefined } | string {
  sights.length = 0;
  const { grid } = market.scale.pair;
  const commands: string[] = [];
  const onCommand: ConstructorParameters<typeof LaneBand>[3] = (at, kind, serial, side, ticks, lots) => {
    const shape = kind === 'cancel' ? [] : [side === 0 ? 'Buy' : 'Sell', priceOf(grid, ticks).toFixed(), amountOf(grid, lots).toFixed()];
    commands.push([at, kind, serial, ...shape].join(' '));
  };
  try {
    const pass = lanePass(inMemory, (markets) => [new LaneBand(band, inMemory, markets, onCommand)]);
    const run: BandRun | undefined = pass?.runs[0];
    return { pass, told: run && { commands, sights: sights[0] ?? [], run: orderOf(run) } };
  } catch (error) {
    if (error instanceof LeaveLane) return error.message;
    throw new Error(`the lane threw in the band ${band}: ${messageOf(error)}`, { cause: error });
  }
}

const COMMAND = /^\{"at":\d+,"type":"(?:place|replace|cancel)",/;

/** A line of the engine's story as the lane tells of a command; undefined for what is none. */
function commandText(line: string): string | undefined {
  if (!COMMAND.test(line)) return undefined;
  const told = JSON.parse(line) as Record<string, unknown>;
  const shape = told['type'] === 'cancel' ? [] : [told['side'], told['price'], told['amount']];
  return [told['at'], told['type'], told['order'], ...shape].join(' ');
}

/** What all bands of a pass have in common. */
function aboutOf(pass: PassResult<PassBand> | undefined): unknown {
  return pass && { from: pass.from, to: pass.to, snapshots: pass.snapshots, pollMs: pass.pollMs };
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
