import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { FILL_MODELS, type FillModel } from '../../src/exchange/fillModel.ts';
import type { Foresight } from '../../src/exchange/foresight.ts';
import { SnapshotVenue } from '../../src/exchange/snapshotVenue.ts';
import { TradedVolume } from '../../src/exchange/tradedVolume.ts';
import { gridOf } from '../../src/model/grid.ts';
import { BUY, SELL, VenueBench } from './snapshotVenueBench.ts';

describe(`${SnapshotVenue.name}: what is traded between looks`, () => {
  /** Twenty looks in which nothing is seen to change. */
  function still(model: keyof typeof FILL_MODELS, lotsPerMs: number, makerFee = 0, everyMs = 1000): number {
    const bench = new VenueBench(model, { makerFee });
    let filled = 0;
    let slot = -1;
    for (let at = everyMs; at <= 21 * everyMs; at += everyMs) {
      for (const line of bench.look(
        at,
        [
          [101, 2],
          [100, 5],
        ],
        [[103, 5]],
      ))
        if (line.startsWith('FILLED')) filled += Number(/ (\d+)@/.exec(line)![1]);
      if (at === everyMs) bench.venue.onVolume(at, lotsPerMs);
      if (slot < 0) slot = bench.venue.sendPlace(at, BUY, 100, 100_000);
    }
    return filled;
  }

  it('is unknown without statistics, and fills nobody', () => {
    expect(still('fitted', 0)).toBe(0);
  });

  it('gets through the shown depth to our order, the more is traded the oftener', () => {
    const quiet = still('fitted', 0.02);
    const busy = still('fitted', 0.2);
    expect(quiet).toBeGreaterThan(0);
    expect(busy).toBeGreaterThan(quiet);
  });

  it('is taken for true in the pessimistic model where it loses, and in the optimistic one where it gains', () => {
    expect(still('pessimistic', 0.2)).toBe(0);
    expect(still('optimistic', 0.2)).toBeGreaterThan(still('fitted', 0.2));
    // With such a fee each fill loses.
    expect(still('pessimistic', 0.2, 0.1)).toBeGreaterThan(still('fitted', 0.2, 0.1));
    expect(still('optimistic', 0.2, 0.1)).toBe(0);
  });

  it(
    'is judged by the last look where the next one is too far: looks five seconds apart earn nothing in the pessimistic model',
    { tags: 'long' },
    () => {
      expect(still('pessimistic', 0.2, 0, 5000)).toBe(0);
      expect(still('optimistic', 0.2, 0, 5000)).toBeGreaterThan(still('fitted', 0.2, 0, 5000));
      expect(still('pessimistic', 0.2, 0.1, 5000)).toBeGreaterThan(still('fitted', 0.2, 0.1, 5000));
      expect(still('optimistic', 0.2, 0.1, 5000)).toBe(0);
    },
  );

  it.each([
    ['pessimistic', ['FILLED 0 1@100', 'CLOSED 0 0@100']],
    ['optimistic', []],
  ] as const)(
    'right before a gap is settled by the look after it, as one that loses; nothing is traded in the gap: %s',
    (model, filled) => {
      const bench = new VenueBench(model, { makerFee: 0.02 });
      bench.look(1000, [[101, 2]], [[103, 5]]);
      bench.venue.sendPlace(1000, BUY, 100, 1);
      bench.look(1500, [[101, 2]], [[103, 5]]);
      bench.venue.onVolume(1500, 0.1);
      bench.venue.onGap(2000);
      bench.venue.sendPlace(2000, BUY, 99, 1);
      expect(bench.until(60_000)).toEqual([]);
      bench.look(60_000, [[101, 2]], [[103, 5]]);
      expect(bench.until(61_000).filter((line) => line.startsWith('FILLED') || line.startsWith('CLOSED'))).toEqual(filled);
    },
  );

  it('comes mostly to those whom the price went against, by chance', () => {
    const bench = new VenueBench('fitted');
    bench.look(1000, [[1000, 5]], [[1002, 5]]);
    bench.venue.onVolume(1000, 0.02);
    const filled = [0, 0];
    for (let n = 1; n <= 300; n++) {
      const bid = 1000 + 2 * n;
      // Far enough that no look crosses them: the next one shows bids two higher.
      const slots = [bench.venue.sendPlace(n * 1000, BUY, bid - 2, 1), bench.venue.sendPlace(n * 1000, SELL, bid + 3, 1)];
      bench.look((n + 1) * 1000, [[bid, 5]], [[bid + 2, 5]]);
      for (const slot of slots) bench.venue.sendCancel((n + 1) * 1000, slot);
      bench.until((n + 1) * 1000 + 100);
    }
    // Buys stand at even prices.
    for (const line of bench.told) if (line.startsWith('FILLED')) filled[Number(line.slice(-4)) % 2]! += 1;
    expect(filled[1]).toBeGreaterThan(20);
    expect(filled[0]).toBeLessThan(filled[1]! / 5);
  });

  it('follows a trend too, by chance, while the price stands still in it', () => {
    const [bids, asks] = filledBySide({ ...FILL_MODELS.fitted, trendLean: 1 }, (n) => 1000 + 20 * Math.floor(n / 2));
    expect(asks).toBeGreaterThan(20);
    expect(bids).toBeLessThan(asks / 5);
    const [plainBids, plainAsks] = filledBySide({ ...FILL_MODELS.fitted, trendLean: 0 }, (n) => 1000 + 20 * Math.floor(n / 2));
    expect(plainBids).toBeGreaterThan(plainAsks / 3);
  });

  it('goes where the price stands later, by chance, where takers are informed', () => {
    const model = { ...FILL_MODELS.fitted, informed: 0.5 };
    const rises = { midAfter: () => 1010 };
    const [bids, asks] = filledBySide(model, () => 1000, { foresight: rises });
    expect(asks).toBeGreaterThan(20);
    expect(bids).toBeLessThan(asks / 5);
    // Nobody knows: the mid is taken to stay.
    const [plainBids, plainAsks] = filledBySide(model, () => 1000, { foresight: { midAfter: () => NaN } });
    expect(plainBids).toBeGreaterThan(plainAsks / 3);
    expect(filledBySide(FILL_MODELS.fitted, () => 1000, { foresight: rises })).toEqual([plainBids, plainAsks]);
  });

  it('goes one way for some looks where takers swing, and either way as often in the end', { tags: 'long' }, () => {
    const runsOf = (swing: number): { uneven: number; all: number } => {
      const model = { ...FILL_MODELS.fitted, swing };
      const sides = Array.from({ length: 150 }, (_, seed) => filledBySide(model, () => 1000, { looks: 24, seed }));
      const uneven = sides.reduce((sum, [bids, asks]) => sum + (bids - asks) ** 2, 0);
      return {
        uneven,
        all: sides.reduce((sum, [bids, asks]) => sum + bids - asks, 0) / sides.reduce((sum, [bids, asks]) => sum + bids + asks, 0),
      };
    };
    const [still, swinging] = [runsOf(0), runsOf(0.4)];
    expect(swinging.uneven).toBeGreaterThan(1.5 * still.uneven);
    expect(Math.abs(swinging.all)).toBeLessThan(0.15);
  });

  /** How often a bid and an offer of one lot are filled, in the looks of an even number alone; they are laid anew at each look. */
  function filledBySide(
    model: FillModel,
    bidAt: (look: number) => number,
    { looks = 300, seed = 1, foresight }: { looks?: number; seed?: number; foresight?: Foresight } = {},
  ): [bids: number, asks: number] {
    const bench = new VenueBench(model, { seed, foresight });
    const sides = new Map<number, 0 | 1>();
    const filled: [number, number] = [0, 0];
    bench.look(1000, [[bidAt(0), 5]], [[bidAt(0) + 4, 5]]);
    bench.venue.onVolume(1000, 0.02);
    for (let n = 1; n <= looks; n++) {
      const bid = bidAt(n);
      const isCounted = bidAt(n) === bidAt(n - 1);
      const slots = [bench.venue.sendPlace(n * 1000, BUY, bid - 1, 1), bench.venue.sendPlace(n * 1000, SELL, bid + 5, 1)] as const;
      sides.set(slots[0], 0).set(slots[1], 1);
      bench.look((n + 1) * 1000, [[bid, 5]], [[bid + 4, 5]]);
      for (const slot of slots) bench.venue.sendCancel((n + 1) * 1000, slot);
      for (const line of bench.until((n + 1) * 1000 + 100)) {
        if (isCounted && line.startsWith('FILLED')) filled[sides.get(Number(line.split(' ')[1]))!]++;
      }
    }
    return filled;
  }

  it('is settled without a look when none has come for so long', () => {
    const bench = new VenueBench('pessimistic', { makerFee: 0.1 });
    bench.look(1000, [[100, 5]], [[103, 5]]);
    bench.venue.onVolume(1000, 0.5);
    bench.venue.sendPlace(1000, BUY, 101, 1);
    expect(bench.until(1500)).toEqual(['OPENED 0 1@101']);
    expect(bench.until(6000)).toEqual(['FILLED 0 1@101', 'CLOSED 0 0@101']);
    expect(bench.venue.reportAt).toBeGreaterThan(2500);
  });
});

describe(TradedVolume.name, () => {
  const row = (lots: number) => ({ baseVolume: dec(lots).times('0.001') });

  it('begins with the mean of the day', () => {
    const volume = new TradedVolume(gridOf(2, dec('0.001')));
    expect(volume.lotsPerMs).toBe(0);
    volume.read(row(86_400_000), 1000);
    expect(volume.lotsPerMs).toBeCloseTo(1, 9);
  });

  it('takes what the sum of 24 hours grew by for more than the mean', () => {
    const volume = new TradedVolume(gridOf(2, dec('0.001')));
    for (let n = 0; n <= 120; n++) volume.read(row(86_400_000 + n * 20_000), n * 10_000);
    expect(volume.lotsPerMs).toBeGreaterThan(2.9);
    expect(volume.lotsPerMs).toBeLessThan(3.1);
  });

  it('is never below 0, whatever falls out of the 24 hours', () => {
    const volume = new TradedVolume(gridOf(2, dec('0.001')));
    for (let n = 0; n <= 120; n++) volume.read(row(86_400_000 - n * 200_000), n * 10_000);
    expect(volume.lotsPerMs).toBe(0);
  });
});
