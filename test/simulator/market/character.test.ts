import { describe, expect, test } from 'vitest';
import { liveThrough, type LivedMarket, type Taken } from './livedMarket.ts';

const MINUTES = 20;

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)]!;
}

/** Relative moves of the mid over spans of this many seconds. */
function returnsOf({ mids }: LivedMarket, seconds: number): number[] {
  const ends = mids.filter((_, i) => i % seconds === 0);
  return ends.slice(1).map((mid, i) => mid / ends[i]! - 1);
}

function autocorrelation(values: readonly number[], lag: number): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const products = values.slice(lag).map((value, i) => (value - mean) * (values[i]! - mean));
  return products.reduce((sum, value) => sum + value, 0) / values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
}

/** How far the calmest and the wildest tenth of the half minutes are apart: the range of prices of one over that of the other. */
function unrestOf({ mids }: LivedMarket): number {
  const spans = Array.from({ length: mids.length / 30 }, (_, i) => mids.slice(i * 30, i * 30 + 30));
  const ranges = spans.map((span) => Math.max(...span) / Math.min(...span) - 1);
  return quantile(ranges, 0.9) / quantile(ranges, 0.1);
}

/** How one-sided the takers were, on average over spans of 20 seconds: 0 when they buy as much as they sell, 1 when all go one way. */
function onesidedness(taken: readonly Taken[]): number {
  const spans = [...Map.groupBy(taken, ({ second }) => Math.floor(second / 20)).values()];
  const shares = spans.map((span) => {
    const signed = span.reduce((sum, { side, lots }) => sum + (side === 'Buy' ? lots : -lots), 0);
    return Math.abs(signed) / span.reduce((sum, { lots }) => sum + lots, 0);
  });
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

function sweepShare(taken: readonly Taken[]): number {
  return taken.filter(({ levels }) => levels >= 4).length / taken.length;
}

describe.each([1, 2, 3])('seed %i', (seed) => {
  const calm = liveThrough('calm', seed, MINUTES);
  const bursts = liveThrough('bursts', seed, MINUTES);
  const thin = liveThrough('thin', seed, MINUTES);

  test('in bursts a wild second follows a wild one, which it does not in a calm market', () => {
    const clustering = (market: LivedMarket): number => autocorrelation(returnsOf(market, 1).map(Math.abs), 5);
    expect(clustering(calm)).toBeLessThan(0.1);
    expect(clustering(bursts)).toBeGreaterThan(0.2);
    expect(unrestOf(bursts)).toBeGreaterThan(1.5 * unrestOf(calm));
  });

  test('in bursts prices run on in one direction, and takers with them', () => {
    const running = (market: LivedMarket): number => autocorrelation(returnsOf(market, 10), 1);
    expect(running(calm)).toBeLessThan(0);
    expect(running(bursts)).toBeGreaterThan(0.1);
    const range = ({ mids }: LivedMarket): number => Math.max(...mids) / Math.min(...mids) - 1;
    expect(range(bursts)).toBeGreaterThan(1.5 * range(calm));
    expect(onesidedness(bursts.taken)).toBeGreaterThan(onesidedness(calm.taken));
  });

  test('in bursts more takers sweep several levels, and the spread opens wider at times', () => {
    expect(sweepShare(bursts.taken)).toBeGreaterThan(1.1 * sweepShare(calm.taken));
    expect(quantile(bursts.spreads, 0.95)).toBeGreaterThan(1.4 * quantile(calm.spreads, 0.95));
    expect(quantile(bursts.spreads, 0.1)).toBeLessThan(1.2 * quantile(calm.spreads, 0.1));
  });

  test('a thin market has few levels, wide and uneven spreads, and seldom a small trade', () => {
    expect(quantile(thin.levels, 0.5)).toBeLessThan(30);
    expect(quantile(calm.levels, 0.05)).toBeGreaterThan(500);
    expect(quantile(thin.depths, 0.5)).toBeLessThan(0.02 * quantile(calm.depths, 0.5));
    expect(quantile(thin.spreads, 0.1)).toBeGreaterThan(4 * quantile(calm.spreads, 0.5));
    expect(quantile(thin.spreads, 0.9)).toBeGreaterThan(2 * quantile(thin.spreads, 0.1));
    expect(thin.taken.length).toBeLessThan(0.1 * calm.taken.length);
    const lots = (market: LivedMarket): number =>
      quantile(
        market.taken.map((taken) => taken.lots),
        0.5,
      );
    expect(lots(thin)).toBeLessThan(0.2 * lots(calm));
  });

  test('the volume of the day before is about that of the living market', () => {
    for (const { lotsPerMinute } of [calm, bursts, thin]) {
      expect(lotsPerMinute.since / lotsPerMinute.before).toBeGreaterThan(0.5);
      expect(lotsPerMinute.since / lotsPerMinute.before).toBeLessThan(2);
    }
  });
});
