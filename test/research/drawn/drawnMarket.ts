import { dec } from '../../../src/base/decimal.ts';
import type { Instant } from '../../../src/base/instant.ts';
import type { Random } from '../../../src/base/random.ts';
import { amountOf, type Grid, gridOf } from '../../../src/model/grid.ts';
import type { Pair } from '../../../src/model/pair.ts';
import type { GapReason } from '../../../src/recording/marketCursor.ts';
import type { Row } from '../backtest/recordedMarket.ts';
import { between, isDrawn, ofAnySize, pick } from './draw.ts';

const STEPS = ['1', '0.1', '0.01', '0.001', '0.0001', '0.00001', '0.000001', '5', '0.5', '0.25', '0.0025', '10'];
const REASONS: readonly GapReason[] = ['poll-failed', 'withheld', 'stopped', 'crashed', 'damaged', 'disk-full'];
/** The most that an order of the usual amount is worth, in quote currency. */
const MOST_WORTH = 200_000;
/** A market of many books is seldom longer, since the engine's heartbeats take time. */
const LONG_MS = 1_200_000;

/** The usual sizes in a market and of those who trade on it. */
export interface DrawnScale {
  readonly pair: Pair;
  readonly isWide: boolean;
  readonly midTicks: number;
  readonly halfTicks: number;
  /** The lots of a usual order of ours. */
  readonly lots: number;
  /** Its value in quote currency. */
  readonly worth: number;
}

export interface DrawnMarket {
  readonly scale: DrawnScale;
  readonly beginsAt: Instant;
  /** Times are in ms since the beginning. */
  readonly rows: readonly Row[];
  readonly books: number;
  readonly everyMs: number;
  readonly goesBack: boolean;
  /** All times are multiples of this. In a coarse raster, much happens in the same millisecond. */
  readonly rasterMs: number;
}

/** What kind of market it is. */
interface Weather {
  readonly books: number;
  readonly depth: number;
  readonly length: number;
  readonly rasterMs: number;
  readonly everyMs: number;
  readonly pace: 'even' | 'mixed' | 'wild';
  readonly touchLots: number;
  readonly spacing: number;
  readonly stepTicks: number;
  readonly moves: number;
  readonly leaps: number;
  readonly changes: number;
  readonly vanishes: number;
  readonly empties: number;
  readonly singles: number;
  readonly sameTimes: number;
  readonly backTimes: number;
  readonly standsStill: number;
  readonly crosses: number;
  readonly jumps: number;
  readonly backwards: number;
  readonly gaps: number;
  readonly statistics: number;
  readonly sweeps: number;
}

type Ladder = (readonly [ticks: number, lots: number])[];

export function drawnMarket(random: Random, precision?: number): DrawnMarket {
  const scale = drawnScale(random, precision);
  const weather = drawnWeather(random, scale);
  const { books, everyMs, backTimes, rasterMs } = weather;
  const midnight = Date.UTC(2026, 10, 21);
  const beforeMs = isDrawn(random, 0.5) ? random.int(600_000) : 3_600_000 + 1000 * random.int(1000);
  const beginsAt = midnight - onRaster(beforeMs, rasterMs);
  return { scale, beginsAt, rows: rowsOf(random, scale, weather), books, everyMs, goesBack: backTimes > 0, rasterMs };
}

function drawnScale(random: Random, precision = random.int(5)): DrawnScale {
  const isTooFine = isDrawn(random, 0.02);
  const grids = STEPS.map((step) => gridOf(precision, dec(step))).filter((grid) => grid.lotDecimals + precision > 8 === isTooFine);
  const grid = grids.length === 0 ? gridOf(precision, dec('0.01')) : pick(random, grids);
  const isWide = isDrawn(random, 0.25);
  let lots = ofAnySize(random, 1, 200_000);
  let midTicks = isDrawn(random, 0.06) ? between(random, 20, 300) : ofAnySize(random, 300, isWide ? 2 ** 34 : 2 ** 27);
  const each = grid.lotUnits / 10 ** (precision + grid.lotDecimals);
  const most = isDrawn(random, 0.03) ? MOST_WORTH * 1000 : MOST_WORTH;
  while (midTicks * lots * each > most && (lots > 1 || midTicks > 1000)) {
    if (lots === 1 || (midTicks > 1000 && isDrawn(random, 0.5))) midTicks = Math.max(1000, Math.floor(midTicks / 2));
    else lots = Math.ceil(lots / 2);
  }
  const halfTicks = ofAnySize(random, 1, Math.max(1, Math.floor(midTicks / 400)));
  return { pair: pairOf(random, grid, lots), isWide, midTicks, halfTicks, lots, worth: midTicks * lots * each };
}

function pairOf(random: Random, grid: Grid, lots: number): Pair {
  const least = pick(random, [1, Math.ceil(lots / 1000), Math.ceil(lots / 3)]);
  const most = lots * pick(random, [1, 3, 100, 10_000]);
  const volumes = { minVolume: amountOf(grid, least), maxVolume: amountOf(grid, most) };
  return { symbol: 'BTC/EUR', description: '', base: 'BTC', quote: 'EUR', grid, ...volumes };
}

function drawnWeather(random: Random, { midTicks, halfTicks, lots }: DrawnScale): Weather {
  const depth = between(random, 3, 50);
  const rasterMs = pick(random, [1, 1, 1, 50, 250]);
  const everyMs = onRaster(ofAnySize(random, 50, 15_000), rasterMs);
  const most = isDrawn(random, 0.03) ? Infinity : Math.ceil(LONG_MS / everyMs);
  return {
    books: Math.max(50, Math.min(most, ofAnySize(random, 50, 2000))),
    depth,
    length: isDrawn(random, 0.3) ? between(random, 1, depth) : depth,
    rasterMs,
    everyMs,
    pace: pick(random, ['even', 'mixed', 'mixed', 'wild']),
    touchLots: Math.max(1, Math.round(lots * pick(random, [0.1, 0.5, 1, 4, 20]))),
    spacing: ofAnySize(random, 1, 2 * halfTicks),
    stepTicks: ofAnySize(random, 1, Math.max(1, Math.min(Math.floor(midTicks / 500), 6 * halfTicks))),
    moves: pick(random, [0.05, 0.3, 0.7, 1]),
    leaps: pick(random, [0, 0, 0.02, 0.1]),
    changes: pick(random, [0.1, 0.5, 0.9]),
    vanishes: pick(random, [0, 0.02, 0.2]),
    empties: pick(random, [0, 0, 0.01]),
    singles: pick(random, [0, 0, 0.03]),
    sameTimes: pick(random, [0, 0, 0, 0.2]),
    backTimes: pick(random, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0.02]),
    standsStill: pick(random, [0, 0, 0.3, 0.98]),
    crosses: isDrawn(random, 0.05) ? 0.01 : 0,
    jumps: isDrawn(random, 0.05) ? 0.01 : 0,
    backwards: isDrawn(random, 0.05) ? 0.01 : 0,
    gaps: pick(random, [0, 0, 0.003, 0.03]),
    statistics: pick(random, [0, 0.05, 0.05, 0.3]),
    sweeps: pick(random, [0, 5, 50, 150]),
  };
}

function rowsOf(random: Random, scale: DrawnScale, weather: Weather): Row[] {
  const { books, statistics, gaps, rasterMs } = weather;
  const rows: Row[] = [];
  const shownBook = ladders(random, scale, weather);
  const volume = volumes(random, scale, weather);
  let at = 0;
  let exchangeAt = 0;
  const addGap = (): void => {
    const from = at + (isDrawn(random, 0.7) ? 0 : onRaster(random.int(weather.everyMs), rasterMs));
    at = from + (isDrawn(random, 0.1) ? 0 : onRaster(ofAnySize(random, 1, 80_000), rasterMs));
    rows.push({ from, at, reason: pick(random, REASONS) });
  };
  if (isDrawn(random, 0.1)) addGap();
  for (let i = 0; i < books; i++) {
    if (isDrawn(random, weather.backTimes)) at = Math.max(0, at - onRaster(random.int(2 * weather.everyMs), rasterMs));
    else if (!isDrawn(random, weather.sameTimes)) at += onRaster(waitOf(random, weather), rasterMs);
    const isGap = isDrawn(random, gaps);
    if (isGap) addGap();
    if (isDrawn(random, statistics)) rows.push({ at: at - (isDrawn(random, 0.5) ? 0 : random.int(20)), baseVolume: volume(at) });
    if (!isDrawn(random, weather.standsStill)) exchangeAt = Math.max(exchangeAt, at - random.int(300));
    const before = exchangeAt - (isDrawn(random, weather.backwards) ? 1 + random.int(70_000) : 0);
    rows.push({ at, ...shownBook(isGap), exchangeAt: before, depth: weather.depth });
  }
  if (isDrawn(random, 0.1)) addGap();
  return rows;
}

export function onRaster(ms: number, rasterMs: number): number {
  return Math.ceil(ms / rasterMs) * rasterMs;
}

function waitOf(random: Random, { everyMs, pace }: Weather): number {
  switch (pace) {
    case 'even':
      return everyMs;
    case 'mixed':
      return Math.ceil(everyMs / 2) + random.int(everyMs);
    case 'wild':
      return ofAnySize(random, Math.max(1, Math.floor(everyMs / 16)), everyMs * 3);
  }
}

/** The volume in the statistics, row after row: mostly what is traded, now and then much more, less, or nothing. */
function volumes(random: Random, { pair }: DrawnScale, { books, everyMs, touchLots, sweeps }: Weather): (at: number) => string {
  const lotsPerMs = (sweeps * 15 * touchLots) / (books * everyMs);
  const day = Math.ceil(lotsPerMs * 86_400_000);
  let sum = day;
  let last = 0;
  return (at) => {
    const traded = Math.round(Math.max(0, at - last) * lotsPerMs * random.int(4));
    last = at;
    sum = Math.max(0, sum + traded + (isDrawn(random, 0.05) ? Math.round(((random.next() - 0.4) * day) / 20) : 0));
    return isDrawn(random, 0.05) ? '0' : amountOf(pair.grid, sum).toFixed();
  };
}

/** Two sides that change little from book to book, so that orders queue, and that move along with the mid. */
function ladders(
  random: Random,
  { midTicks, halfTicks }: DrawnScale,
  weather: Weather,
): (afterGap: boolean) => { bids: Ladder; asks: Ladder } {
  const { length, depth, stepTicks } = weather;
  let mid = midTicks;
  let below = mid - halfTicks;
  let above = mid + halfTicks;
  let bids: Ladder = [];
  let asks: Ladder = [];
  const shown = (side: Ladder): Ladder => {
    if (isDrawn(random, weather.empties)) return [];
    return side.slice(0, isDrawn(random, weather.singles) ? 1 : Math.min(length, depth));
  };
  return (afterGap) => {
    let isFar = isDrawn(random, weather.jumps);
    if (isFar) mid = Math.round(mid * pick(random, [0.8, 1.25]));
    else if (afterGap || isDrawn(random, weather.moves)) {
      const leap = isDrawn(random, afterGap ? 0.5 : weather.leaps) ? 20 : 1;
      const most = Math.floor(mid / 25);
      mid += Math.max(-most, Math.min(most, Math.round(random.normal() * stepTicks * leap)));
    }
    // Bounded, so that prices still fit and do not fall to nothing.
    mid = Math.max(Math.ceil(midTicks / 4), Math.min(midTicks * 4, mid));
    isFar ||= mid <= below || mid >= above;
    if (isFar || isDrawn(random, weather.vanishes)) below = Math.max(1, mid - 1 - random.int(2 * halfTicks));
    if (isFar || isDrawn(random, weather.vanishes)) above = Math.max(below, mid) + 1 + random.int(2 * halfTicks);
    bids = moved(random, bids, below, -1, weather);
    asks = moved(random, asks, above, 1, weather);
    if (!isDrawn(random, weather.crosses)) return { bids: shown(bids), asks: shown(asks) };
    return {
      bids: [[above + random.int(3), 1 + random.int(weather.touchLots)], ...bids.slice(0, length - 1)],
      asks: asks.slice(0, length),
    };
  };
}

/** The side with another best price. Levels before it are gone; of the others some change, some go, and some come. */
function moved(random: Random, side: Ladder, best: number, sign: 1 | -1, { touchLots, changes, depth, spacing }: Weather): Ladder {
  const anyLots = (): number => ofAnySize(random, Math.max(1, Math.floor(touchLots / 4)), 4 * touchLots);
  const next: Ladder = [[best, side.find(([ticks]) => ticks === best)?.[1] ?? anyLots()]];
  for (const level of side) if (sign * (level[0] - best) > 0 && !isDrawn(random, changes / 10)) next.push(level);
  for (const [i, [ticks, lots]] of next.entries()) {
    if (!isDrawn(random, i === 0 ? changes : changes / 3)) continue;
    next[i] = [ticks, isDrawn(random, 0.6) ? Math.max(1, Math.floor(lots * random.next())) : anyLots()];
  }
  let [last] = next.at(-1)!;
  while (next.length < depth + 3) {
    last += sign * (1 + random.int(spacing));
    if (last < 1) break;
    next.push([last, anyLots()]);
  }
  return next.slice(0, depth + 3);
}
