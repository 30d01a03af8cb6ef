import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TakerFlow } from '../../src/exchange/takerFlow.ts';
import { VenueState } from '../../src/exchange/venueState.ts';
import { bookAt } from './snapshotVenueBench.ts';

/** The sweeps of a stretch of time in which so much is traded. */
function sweepsOf(seed: number, lotsPerMs: number, untilMs: number): { at: number; side: number; lots: number }[] {
  const times = new VenueState();
  const flow = new TakerFlow(times, 10, seed);
  const book = bookAt(0, [[100, 4]], [[101, 6]]);
  flow.onLook(book);
  flow.setRate(lotsPerMs);
  const sweeps: { at: number; side: number; lots: number }[] = [];
  while (times.sweepAt < untilMs) {
    times.now = times.sweepAt;
    if (flow.lots[0]! > 0) sweeps.push({ at: times.now, side: flow.chance < 0.5 ? 0 : 1, lots: flow.lots[0]! });
    flow.next();
  }
  return sweeps;
}

const LARGEST = 10 * 5 * (1 / Math.sqrt(0.001) - 1);

describe(TakerFlow.name, () => {
  it('deals out what is traded, no more, and less by one sweep at most', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 500 }), (seed, thousandths) => {
        const lotsPerMs = thousandths / 1000;
        const dealt = sweepsOf(seed, lotsPerMs, 600_000).reduce((sum, { lots }) => sum + lots, 0);
        expect(dealt).toBeLessThanOrEqual(lotsPerMs * 600_000);
        expect(dealt).toBeGreaterThan(lotsPerMs * 600_000 - LARGEST - 1);
      }),
    );
  });

  it('has sweeps of the size that it is told, on either side as often, and some that are far larger', () => {
    const sweeps = sweepsOf(1, 0.5, 4 * 3_600_000);
    const mean = sweeps.reduce((sum, { lots }) => sum + lots, 0) / sweeps.length;
    const bids = sweeps.filter(({ side }) => side === 0).length / sweeps.length;
    expect(mean).toBeGreaterThan(10 * 5 * 0.85);
    expect(mean).toBeLessThan(10 * 5 * 1.15);
    expect(Math.abs(bids - 0.5)).toBeLessThan(0.02);
    expect(sweeps.filter(({ lots }) => lots > 5 * mean).length).toBeGreaterThan(sweeps.length / 100);
  });

  it('is the same for the same seed, and another for another', () => {
    expect(sweepsOf(7, 0.1, 100_000)).toEqual(sweepsOf(7, 0.1, 100_000));
    expect(sweepsOf(7, 0.1, 100_000)).not.toEqual(sweepsOf(8, 0.1, 100_000));
  });

  it('caps what may be filled by the volume that was traded, once it is known: no volume is not the same as none known', () => {
    const times = new VenueState();
    const flow = new TakerFlow(times, 10, 1);
    expect(flow.spend(7)).toBe(7);
    times.now = 1000;
    flow.setRate(0);
    times.now = 2000;
    expect(flow.spend(7)).toBe(0);
    flow.setRate(0.005);
    times.now = 3000;
    expect(flow.spend(7)).toBe(5);
    expect(flow.spend(7)).toBe(0);
    flow.setRate(0);
    times.now = 4000;
    expect(flow.spend(7)).toBe(0);
    expect(times.sweepAt).toBe(Infinity);
  });

  it('stands still without volume, and while nobody looks', () => {
    const times = new VenueState();
    const flow = new TakerFlow(times, 10, 1);
    const book = bookAt(0, [[100, 5]], [[101, 5]]);
    flow.onLook(book);
    expect(times.sweepAt).toBe(Infinity);
    flow.setRate(0.1);
    flow.next();
    const due = times.sweepAt;
    times.now = 50_000;
    flow.skip();
    expect(times.sweepAt).toBe(50_000 + due);
    // What was seen to be traded comes no second time.
    flow.explain(100);
    expect(times.sweepAt).toBe(50_000 + due + 1000);
  });

  it('gives out no more than was traded, and nothing of what is more than a minute old', () => {
    const times = new VenueState();
    const flow = new TakerFlow(times, 10, 1);
    expect(flow.spend(5)).toBe(5);
    flow.setRate(0.01);
    times.now = 250;
    expect(flow.spend(5)).toBe(2);
    expect(flow.spend(5)).toBe(0);
    times.now = 10_000_000;
    expect(flow.spend(1_000_000)).toBe(600);
  });
});
