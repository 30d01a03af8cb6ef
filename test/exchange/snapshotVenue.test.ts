import { describe, expect, it } from 'vitest';
import { SnapshotVenue } from '../../src/exchange/snapshotVenue.ts';
import { BUY, ENTRY_MS, RESPONSE_MS, SELL, VenueBench } from './snapshotVenueBench.ts';

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

  it('is filled by no more than what is shown there in the pessimistic model, and by each level once', () => {
    const bench = new VenueBench('pessimistic');
    bench.look(1000, [[100, 5]], [[102, 5]]);
    bench.venue.sendPlace(1000, BUY, 100, 3);
    bench.look(
      2000,
      [[98, 5]],
      [
        [99, 1],
        [100, 1],
        [101, 9],
      ],
    );
    expect(
      bench.look(
        3000,
        [[98, 5]],
        [
          [99, 1],
          [100, 1],
          [101, 9],
        ],
      ),
    ).toEqual(['FILLED 0 2@100']);
    bench.look(
      4000,
      [[98, 5]],
      [
        [99, 2],
        [101, 9],
      ],
    );
    expect(bench.until(5000)).toEqual(['FILLED 0 1@100', 'CLOSED 0 0@100']);
  });

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
  it('takes the shown levels up to its limit, and rests with what is left', () => {
    const bench = new VenueBench();
    bench.look(
      1000,
      [[100, 5]],
      [
        [102, 2],
        [103, 2],
        [104, 9],
      ],
    );
    bench.venue.sendPlace(1000, BUY, 103, 5);
    expect(bench.until(2000)).toEqual(['OPENED 0 1@103', 'FILLED 0 2@102 taker', 'FILLED 0 2@103 taker']);
    bench.venue.sendCancel(2000, 0);
    bench.look(2500, [[100, 5]], [[104, 9]]);
    bench.until(3000);
    expect(bench.told.slice(3)).toEqual(['CANCELED 0 1@103', 'CLOSED 0 1@103']);
  });

  it('finds nothing where it has taken before, until the level changes', () => {
    const bench = new VenueBench();
    bench.look(
      1000,
      [[100, 5]],
      [
        [102, 2],
        [103, 2],
      ],
    );
    bench.venue.sendPlace(1000, BUY, 102, 2);
    bench.look(
      2000,
      [[100, 5]],
      [
        [102, 2],
        [103, 2],
      ],
    );
    bench.venue.sendPlace(2000, BUY, 103, 1);
    bench.look(
      3000,
      [[100, 5]],
      [
        [102, 1],
        [103, 2],
      ],
    );
    bench.venue.sendPlace(3000, BUY, 103, 3);
    bench.until(4000);
    expect(bench.told.filter((line) => line.startsWith('FILLED'))).toEqual([
      'FILLED 0 2@102 taker',
      'FILLED 0 1@103 taker',
      'FILLED 0 1@102 taker',
      'FILLED 0 1@103 taker',
    ]);
  });

  it('meets the look before the one that comes after its arrival, even when that book has been overwritten', () => {
    const bench = new VenueBench();
    bench.look(1000, [[100, 5]], [[102, 2]]);
    bench.venue.sendPlace(1000, BUY, 102, 2);
    bench.look(1500, [[100, 5]], [[105, 2]]);
    bench.until(3000);
    expect(bench.told).toContain('FILLED 0 2@102 taker');
  });

  it('is a market order at 0 ticks: what is not filled at once is canceled', () => {
    const bench = new VenueBench();
    bench.look(
      1000,
      [
        [100, 5],
        [99, 1],
      ],
      [[102, 2]],
    );
    bench.venue.sendPlace(1000, SELL, 0, 8);
    expect(bench.until(3000)).toEqual(['OPENED 0 2@0', 'FILLED 0 5@100 taker', 'FILLED 0 1@99 taker', 'CLOSED 0 2@0']);
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
