import { describe, expect, it } from 'vitest';
import { FILL_MODELS, type FillModel } from '../../src/exchange/fillModel.ts';
import { SnapshotVenue } from '../../src/exchange/snapshotVenue.ts';
import { BUY, ENTRY_MS, RESPONSE_MS, type Levels, SELL, VenueBench } from './snapshotVenueBench.ts';

const ROUND_TRIP_MS = ENTRY_MS + RESPONSE_MS;

describe(`${SnapshotVenue.name}: an order that rests`, () => {
  it('is opened one round trip after it was sent', () => {
    const bench = new VenueBench();
    bench.look(1000, [[100, 5]], [[102, 5]]);
    bench.venue.sendPlace(1000, BUY, 100, 3);
    expect(bench.venue.nextAt).toBe(1000 + ROUND_TRIP_MS);
    expect(bench.until(1000 + ROUND_TRIP_MS - 1)).toEqual([]);
    expect(bench.until(1000 + ROUND_TRIP_MS)).toEqual(['OPENED 0 3@100']);
    expect(bench.venue.reportAt).toBe(1000 + ROUND_TRIP_MS);
  });

  it('is filled whole when the other side reaches its price, and only then', () => {
    const bench = new VenueBench('fitted');
    bench.look(1000, [[100, 5]], [[102, 5]]);
    bench.venue.sendPlace(1000, BUY, 100, 3);
    bench.look(2000, [[100, 5]], [[101, 5]]);
    expect(bench.look(3000, [[99, 5]], [[100, 1]])).toEqual([]);
    expect(bench.until(4000)).toEqual(['FILLED 0 3@100', 'CLOSED 0 0@100']);
    expect(bench.venue.isTaker).toBe(false);
  });

  it.each([
    ['pessimistic', 'FILLED 0 3@100 taker'],
    ['fitted', 'FILLED 0 3@100'],
    ['optimistic', 'FILLED 0 3@100'],
  ] as const)(
    'that came since the last look pays the worse of both in the %s model: its own price, and the fee of a taker',
    (model, filled) => {
      const bench = new VenueBench({ ...FILL_MODELS[model], movedShare: 0 });
      bench.look(1000, [[100, 5]], [[102, 5]]);
      bench.venue.sendPlace(1000, BUY, 100, 3);
      bench.look(2000, [[98, 5]], [[99, 1]]);
      expect(bench.until(3000)).toEqual([filled, 'CLOSED 0 0@100']);
    },
  );

  it('stands behind what is shown at its price, and gets what its queue shrinks by beyond that', () => {
    const bench = new VenueBench('optimistic');
    bench.look(1000, [[100, 5]], [[102, 5]]);
    bench.venue.sendPlace(1000, BUY, 100, 3);
    // Three left the queue: two still stand ahead. Others join behind, then six leave: four more than stood ahead.
    bench.look(2000, [[100, 2]], [[102, 5]]);
    bench.look(3000, [[100, 8]], [[102, 5]]);
    expect(bench.look(4000, [[100, 6]], [[102, 5]])).toEqual([]);
    bench.look(5000, [[100, 5]], [[102, 5]]);
    expect(bench.until(6000)).toEqual(['FILLED 0 1@100']);
  });

  it.each([
    ['pessimistic', []],
    ['fitted', ['FILLED 0 1@100']],
    ['optimistic', ['FILLED 0 3@100', 'CLOSED 0 0@100']],
  ] as const)('in the %s model has its own share of what leaves the queue', (model, expected) => {
    const bench = new VenueBench(model);
    bench.look(1000, [[100, 2]], [[102, 5]]);
    bench.venue.sendPlace(1000, BUY, 100, 3);
    bench.look(2000, [[100, 8]], [[102, 5]]);
    bench.look(3000, [[100, 2]], [[102, 5]]);
    expect(bench.until(4000)).toEqual(expected);
  });

  it('is first when its level is gone from within the window, and loses nothing when the level leaves the window', () => {
    const bench = new VenueBench('optimistic');
    bench.look(
      1000,
      [
        [101, 1],
        [100, 5],
      ],
      [[103, 5]],
      2,
    );
    bench.venue.sendPlace(1000, BUY, 100, 3);
    // Out of the window of two levels: unknown.
    bench.look(
      2000,
      [
        [102, 1],
        [101, 1],
      ],
      [[103, 5]],
      2,
    );
    bench.look(
      3000,
      [
        [101, 1],
        [100, 5],
      ],
      [[103, 5]],
      2,
    );
    bench.look(
      4000,
      [
        [101, 1],
        [100, 1],
      ],
      [[103, 5]],
      2,
    );
    // Within it, and gone: nobody is ahead any more.
    expect(
      bench.look(
        5000,
        [
          [101, 1],
          [99, 9],
        ],
        [[103, 5]],
        2,
      ),
    ).toEqual([]);
    bench.look(
      6000,
      [
        [101, 1],
        [100, 7],
      ],
      [[103, 5]],
      2,
    );
    bench.look(
      7000,
      [
        [101, 1],
        [100, 6],
      ],
      [[103, 5]],
      2,
    );
    expect(bench.until(8000)).toEqual(['FILLED 0 1@100']);
  });

  it('has nobody ahead inside the spread', () => {
    const bench = new VenueBench('optimistic');
    bench.look(1000, [[100, 5]], [[104, 5]]);
    bench.venue.sendPlace(1000, SELL, 103, 3);
    bench.look(
      2000,
      [[100, 5]],
      [
        [103, 4],
        [104, 5],
      ],
    );
    bench.look(
      3000,
      [[100, 5]],
      [
        [103, 2],
        [104, 5],
      ],
    );
    expect(bench.until(4000)).toEqual(['FILLED 0 2@103']);
  });
});

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
  const first = { ...fitted, movedShare: 0 };
  const second = { ...fitted, movedShare: 1 };

  it('takes of the first look or of the second, by chance, and hears of it with the second', () => {
    expect(taken(first, [[104, 9]])).toEqual(['FILLED 0 2@102 taker', 'FILLED 0 2@103 taker']);
    expect(taken(second, [[104, 9]])).toEqual([]);
    expect(taken(second, [[103, 9]])).toEqual(['FILLED 0 5@103 taker']);
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
