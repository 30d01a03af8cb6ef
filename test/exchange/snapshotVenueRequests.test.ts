import { describe, expect, it } from 'vitest';
import { FILL_MODELS } from '../../src/exchange/fillModel.ts';
import { SnapshotVenue } from '../../src/exchange/snapshotVenue.ts';
import { BUY, SELL, VenueBench } from './snapshotVenueBench.ts';

describe(`${SnapshotVenue.name}: requests that meet something on the way`, () => {
  it('refuses a cancel that arrives after the fill', () => {
    const bench = new VenueBench();
    bench.look(1000, [[100, 5]], [[102, 5]]);
    bench.venue.sendPlace(1000, BUY, 100, 3);
    bench.look(2000, [[99, 5]], [[100, 5]]);
    bench.venue.sendCancel(2000, 0);
    bench.until(3000);
    expect(bench.told).toEqual(['OPENED 0 3@100', 'CANCEL_REFUSED 0 0@100', 'FILLED 0 3@100', 'CLOSED 0 0@100']);
  });

  it.each([
    ['cancel', 'pessimistic', ['CANCELED 0 3@100', 'FILLED 0 3@100', 'CLOSED 0 0@100']],
    ['cancel', 'optimistic', ['CANCELED 0 3@100', 'CLOSED 0 3@100']],
    ['replacement', 'pessimistic', ['REPLACED 0 4@98', 'FILLED 0 3@100', 'CLOSED 0 1@98']],
    ['replacement', 'optimistic', ['REPLACED 0 4@98']],
  ] as const)('a crossing that the next look shows beats a %s or not: %s', (kind, model, expected) => {
    const bench = new VenueBench(model);
    bench.look(1000, [[100, 5]], [[102, 5]]);
    bench.venue.sendPlace(1000, BUY, 100, 3);
    bench.look(2000, [[100, 5]], [[102, 5]]);
    if (kind === 'cancel') bench.venue.sendCancel(2000, 0);
    else bench.venue.sendReplace(2000, 0, 98, 4);
    bench.look(3000, [[98, 5]], [[99, 5]]);
    bench.until(4000);
    expect(bench.told.slice(1)).toEqual(expected);
  });

  it.each([
    [1, true],
    [0, false],
  ] as const)('by chance a crossing beats a cancel: where the share that had moved is %s, %s', (movedShare, isFilled) => {
    const bench = new VenueBench({ ...FILL_MODELS.fitted, movedShare });
    bench.look(1000, [[100, 5]], [[102, 5]]);
    bench.venue.sendPlace(1000, BUY, 100, 3);
    bench.look(2000, [[100, 5]], [[102, 5]]);
    bench.venue.sendCancel(2000, 0);
    bench.look(3000, [[98, 5]], [[99, 5]]);
    bench.until(4000);
    expect(bench.told.includes('FILLED 0 3@100')).toBe(isFilled);
  });

  it('keeps the place in the queue for less at the same price, and for nothing else', () => {
    const [less, more, moved] = [
      [100, 2],
      [100, 4],
      [101, 3],
    ].map(([ticks, lots]) => {
      const bench = new VenueBench('optimistic');
      bench.look(1000, [[100, 5]], [[103, 5]]);
      bench.venue.sendPlace(1000, BUY, 100, 3);
      bench.look(
        2000,
        [
          [101, 9],
          [100, 9],
        ],
        [[103, 5]],
      );
      bench.venue.sendReplace(2000, 0, ticks!, lots!);
      // Seven of nine leave each level.
      bench.look(
        3000,
        [
          [101, 2],
          [100, 2],
        ],
        [[103, 5]],
      );
      bench.until(4000);
      return bench.told.slice(1);
    });
    expect(less).toEqual(['REPLACED 0 2@100', 'FILLED 0 2@100', 'CLOSED 0 0@100']);
    expect(more).toEqual(['REPLACED 0 4@100']);
    expect(moved).toEqual(['REPLACED 0 3@101']);
  });

  it('takes with a replacement that reaches the other side', () => {
    const bench = new VenueBench({ ...FILL_MODELS.fitted, movedShare: 0, pastShare: 0 });
    bench.look(1000, [[100, 5]], [[103, 2]]);
    bench.venue.sendPlace(1000, BUY, 99, 3);
    bench.look(2000, [[100, 5]], [[103, 2]]);
    bench.venue.sendReplace(2000, 0, 103, 3);
    bench.look(3000, [[100, 5]], [[104, 2]]);
    bench.until(4000);
    expect(bench.told).toEqual(['OPENED 0 3@99', 'REPLACED 0 3@103', 'FILLED 0 2@103 taker']);
  });

  it('refuses to replace what is gone, or what would meet an order of ours', () => {
    const bench = new VenueBench();
    bench.look(1000, [[100, 5]], [[104, 5]]);
    bench.venue.sendPlace(1000, BUY, 100, 3);
    bench.venue.sendPlace(1000, SELL, 103, 3);
    bench.look(2000, [[100, 5]], [[104, 5]]);
    bench.venue.sendReplace(2000, 0, 103, 3);
    bench.venue.sendCancel(2000, 0);
    bench.venue.sendReplace(2000, 0, 101, 3);
    bench.until(2100);
    expect(bench.told.slice(2)).toEqual(['REPLACE_REFUSED 0 3@100', 'CANCELED 0 3@100', 'REPLACE_REFUSED 0 3@100']);
  });

  it('gives a slot to another order only when all about the first was taken', () => {
    const bench = new VenueBench('fitted', { mostOrders: 2 });
    bench.look(1000, [[100, 5]], [[102, 5]]);
    const first = bench.venue.sendPlace(1000, BUY, 102, 3);
    expect(bench.venue.sendPlace(1000, BUY, 90, 1)).not.toBe(first);
    expect(() => bench.venue.sendPlace(1000, BUY, 90, 1)).toThrow('fewer orders');
    bench.look(1500, [[100, 5]], [[102, 5]]);
    bench.until(2000);
    expect(bench.told).toContain('CLOSED 0 0@102');
    expect(bench.venue.sendPlace(2000, BUY, 90, 1)).toBe(first);
  });
});

describe(`${SnapshotVenue.name}: what we hear and when`, () => {
  it('tells of a fill when the own lists are read, not when it happens', () => {
    const bench = new VenueBench('fitted', { visibleEveryMs: 5000 });
    bench.look(1000, [[100, 5]], [[102, 5]]);
    bench.venue.sendPlace(1000, BUY, 100, 3);
    // The answer at 1030 starts a round at 1080, which reads nothing yet; the next begins 5 s after its end at 1140.
    bench.look(2000, [[99, 5]], [[100, 5]]);
    expect(bench.until(6000)).toEqual([]);
    bench.look(6100, [[99, 5]], [[101, 5]]);
    expect(bench.until(7000)).toEqual(['FILLED 0 3@100', 'CLOSED 0 0@100']);
    expect(bench.venue.reportAt).toBe(1140 + 5000 + 60);
    // A moment after the look, so that no answer that was due by then speaks of the time after it.
    expect(bench.venue.tradedAt).toBe(1981);
  });

  it('keeps to the rate budget: what waits leaves later, and a decision that is too old is not sent', () => {
    const bench = new VenueBench('fitted', { rate: { perSecond: 4, burst: 1 } });
    bench.look(1000, [[100, 5]], [[102, 5]]);
    for (let n = 0; n < 4; n++) bench.venue.sendPlace(1000, BUY, 90 + n, 1);
    bench.venue.sendCancel(1000, 0);
    bench.until(1999);
    expect(bench.told).toEqual(['OPENED 0 1@90', 'OPENED 1 1@91', 'OPENED 2 1@92', 'PLACE_NOT_SENT 3 1@93']);
    bench.until(2030);
    expect(bench.told.slice(4)).toEqual(['CANCELED 0 1@90']);
  });

  it('loses places in the queue in a gap, and goes on behind what is shown after it', () => {
    const bench = new VenueBench('optimistic');
    bench.look(1000, [[100, 5]], [[102, 5]]);
    bench.venue.sendPlace(1000, BUY, 100, 3);
    bench.look(2000, [[100, 1]], [[102, 5]]);
    bench.venue.onGap(2000);
    expect(bench.until(60_000)).toEqual([]);
    bench.look(60_000, [[100, 6]], [[101, 4]]);
    // The order stands at the back of six now, of which five leave.
    bench.look(61_000, [[100, 1]], [[104, 5]]);
    expect(bench.until(62_000)).toEqual([]);
  });

  it('deals with what arrives in a gap as if it came with the look after it', () => {
    const bench = new VenueBench({ ...FILL_MODELS.fitted, movedShare: 0 });
    bench.look(1000, [[100, 5]], [[102, 5]]);
    bench.venue.onGap(2000);
    bench.venue.sendPlace(2500, BUY, 105, 1);
    expect(bench.until(60_000)).toEqual([]);
    bench.look(60_000, [[100, 6]], [[101, 4]]);
    bench.look(61_000, [[100, 6]], [[101, 4]]);
    expect(bench.until(62_000)).toEqual(['FILLED 0 1@101 taker', 'CLOSED 0 0@105']);
  });

  it.each([
    ['pessimistic', true],
    ['fitted', true],
    ['optimistic', false],
  ] as const)('an order that the first look after a gap has crossed was filled in it, in the %s model: %s', (model, isFilled) => {
    const bench = new VenueBench(model);
    bench.look(1000, [[100, 5]], [[102, 5]]);
    bench.venue.sendPlace(1000, BUY, 100, 3);
    bench.look(2000, [[100, 5]], [[102, 5]]);
    bench.venue.onGap(2000);
    bench.look(60_000, [[98, 5]], [[99, 5]]);
    expect(bench.until(60_900).includes('FILLED 0 3@100')).toBe(isFilled);
  });
});
