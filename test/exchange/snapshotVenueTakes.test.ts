import { describe, expect, it } from 'vitest';
import { FILL_MODELS, type FillModel } from '../../src/exchange/fillModel.ts';
import { SnapshotVenue } from '../../src/exchange/snapshotVenue.ts';
import { BUY, type Levels, SELL, VenueBench } from './snapshotVenueBench.ts';

describe(`${SnapshotVenue.name}: an order that takes`, () => {
  /** Buys five at 103 between two looks, of which the first shows two at 102 and two at 103. */
  function taken(model: FillModel, asks: Levels, told?: readonly [bid: number, ask: number]): string[] {
    const bench = new VenueBench(model);
    bench.look(
      1000,
      [[100, 5]],
      [
        [102, 2],
        [103, 2],
      ],
    );
    bench.venue.sendPlace(1000, BUY, 103, 5);
    expect(bench.until(1900)).toEqual(['OPENED 0 5@103']);
    if (told !== undefined) bench.venue.onTouch(1950, ...told);
    bench.look(2000, [[100, 5]], asks);
    const settled = bench.until(2000);
    return settled.filter((line) => line.startsWith('FILLED'));
  }
  const { pessimistic, fitted, optimistic } = FILL_MODELS;
  const first = { ...fitted, movedShare: 0, pastShare: 0 };
  const second = { ...fitted, movedShare: 1, pastShare: 0 };

  it('takes of the first look or of the second, by chance, and hears of it with the second', () => {
    expect(taken(first, [[104, 9]])).toEqual(['FILLED 0 2@102 taker', 'FILLED 0 2@103 taker']);
    expect(taken(second, [[104, 9]])).toEqual([]);
    expect(taken(second, [[103, 9]])).toEqual(['FILLED 0 5@103 taker']);
  });

  it('leaves a rest where the other side has stood, which may be met by who comes back there, by chance', () => {
    expect(taken({ ...first, pastShare: 1 }, [[104, 9]])).toEqual(['FILLED 0 2@102 taker', 'FILLED 0 2@103 taker', 'FILLED 0 1@103']);
    expect(taken({ ...second, pastShare: 1 }, [[104, 9]])).toEqual(['FILLED 0 5@103']);
  });

  it('has missed in the worse case what the second look shows to be gone and dearer', () => {
    expect(taken(pessimistic, [[107, 9]])).toEqual([]);
    expect(taken(optimistic, [[107, 9]])).toEqual(['FILLED 0 2@102 taker', 'FILLED 0 2@103 taker']);
  });

  it('has bought all of it at its limit in the worse case, when that turns out to be dear', () => {
    expect(taken(pessimistic, [[101, 9]])).toEqual(['FILLED 0 2@102 taker', 'FILLED 0 2@103 taker', 'FILLED 0 1@103 taker']);
    expect(taken(optimistic, [[101, 9]])).toEqual(['FILLED 0 2@101 taker', 'FILLED 0 2@101 taker']);
  });

  it('does not take below a touch that statistics have told of since: in the worse case it has paid its limit, or missed what would have been a gain', () => {
    const back: Levels = [
      [102, 2],
      [103, 2],
    ];
    expect(taken(pessimistic, back, [103, 104])).toEqual(['FILLED 0 2@103 taker', 'FILLED 0 2@103 taker', 'FILLED 0 1@103 taker']);
    expect(taken(pessimistic, [[107, 9]], [106, 107])).toEqual([]);
    expect(taken(optimistic, back, [103, 104])).toEqual(['FILLED 0 2@102 taker', 'FILLED 0 2@103 taker']);
    const bench = new VenueBench(first);
    bench.look(1000, [[100, 5]], back);
    bench.venue.onTouch(1050, 103, 104);
    bench.venue.sendPlace(1050, BUY, 103, 5);
    bench.look(2000, [[100, 5]], back);
    expect(bench.until(3000)).toEqual([]);
  });

  it('finds nothing where it has taken before, until the level changes', () => {
    const bench = new VenueBench(first);
    const two: Levels = [
      [102, 2],
      [103, 2],
    ];
    bench.look(1000, [[100, 5]], two);
    bench.venue.sendPlace(1000, BUY, 102, 2);
    bench.look(2000, [[100, 5]], two);
    bench.venue.sendPlace(2000, BUY, 103, 1);
    bench.look(3000, [[100, 5]], [[102, 1], two[1]!]);
    bench.venue.sendPlace(3000, BUY, 103, 3);
    bench.look(4000, [[100, 5]], [[104, 1]]);
    bench.until(5000);
    expect(bench.told.filter((line) => line.startsWith('FILLED')).map((line) => line.slice(9))).toEqual([
      '2@102 taker',
      '1@103 taker',
      '1@102 taker',
      '1@103 taker',
    ]);
  });

  it('is heard of with the look that settles it, though its rest was swept after the lists were read', () => {
    const bench = new VenueBench(first, { visibleEveryMs: 5000 });
    for (const at of [1000, 2000, 3000]) {
      bench.look(at, [[100, 5]], [[102, 2]]);
      if (at === 1000) bench.venue.onVolume(at, 0.004);
    }
    bench.venue.sendPlace(3000, BUY, 102, 4);
    // Takers have sold into the bids.
    bench.look(4000, [[96, 5]], [[103, 2]]);
    const told = bench.until(4000);
    expect(told).toEqual(['FILLED 0 2@102 taker']);
    expect(bench.until(20_000)[0]).toBe('FILLED 0 1@102');
  });

  it('in the worse case takes all of it, before a sweep meets its rest for less of a fee', () => {
    const bench = new VenueBench(pessimistic);
    for (const at of [1000, 2000, 3000]) {
      bench.look(at, [[100, 5]], [[102, 2]]);
      if (at === 1000) bench.venue.onVolume(at, 0.3);
    }
    bench.venue.sendPlace(3000, BUY, 102, 4);
    bench.look(4000, [[98, 5]], [[99, 2]]);
    bench.until(20_000);
    expect(bench.told.filter((line) => line.startsWith('FILLED'))).toEqual(['FILLED 0 2@102 taker', 'FILLED 0 2@102 taker']);
  });

  it('meets the look before it even when that book has been overwritten', () => {
    const bench = new VenueBench(first);
    bench.look(1000, [[100, 5]], [[102, 2]]);
    bench.venue.sendPlace(1000, BUY, 102, 2);
    bench.look(1500, [[100, 5]], [[105, 2]]);
    bench.until(3000);
    expect(bench.told).toContain('FILLED 0 2@102 taker');
  });

  it('is a market order at 0 ticks: what is not filled is canceled', () => {
    const bench = new VenueBench(first);
    bench.look(
      1000,
      [
        [100, 5],
        [99, 1],
      ],
      [[102, 2]],
    );
    bench.venue.sendPlace(1000, SELL, 0, 8);
    expect(bench.until(1999)).toEqual(['OPENED 0 8@0']);
    bench.look(2000, [[98, 1]], [[102, 2]]);
    expect(bench.until(2000)).toEqual(['FILLED 0 5@100 taker', 'FILLED 0 1@99 taker', 'CLOSED 0 2@0']);
  });

  it('is refused where nobody is there, or where it would meet an order of ours', () => {
    const bench = new VenueBench();
    bench.look(1000, [[100, 5]], []);
    bench.venue.sendPlace(1000, BUY, 0, 1);
    bench.venue.sendPlace(1000, SELL, 105, 1);
    bench.venue.sendPlace(1000, BUY, 106, 1);
    expect(bench.until(1200)).toEqual(['PLACE_REFUSED 0 1@0', 'OPENED 1 1@105', 'PLACE_REFUSED 2 1@106']);
  });
});
