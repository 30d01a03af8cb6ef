import { describe, expect, it } from 'vitest';
import { FILL_MODELS } from '../../src/exchange/fillModel.ts';
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

  it.each([
    ['pessimistic', 1, ['FILLED 0 3@100', 'CLOSED 0 0@100']],
    ['fitted', 1, ['FILLED 0 1@100', 'FILLED 0 2@100', 'CLOSED 0 0@100']],
    ['fitted', 0, ['FILLED 0 1@100']],
    ['optimistic', 1, ['FILLED 0 1@100']],
  ] as const)(
    'is filled by what is shown when the other side reaches its price; in the %s model, where that share of crossings goes on (%d), by more',
    (model, crossShare, filled) => {
      const bench = new VenueBench({ ...FILL_MODELS[model], crossShare });
      bench.look(1000, [[100, 5]], [[102, 5]]);
      bench.venue.sendPlace(1000, BUY, 100, 3);
      bench.look(2000, [[100, 5]], [[101, 5]]);
      expect(bench.look(3000, [[99, 5]], [[100, 1]])).toEqual([]);
      expect(bench.until(4000)).toEqual(filled);
      expect(bench.venue.isTaker).toBe(false);
    },
  );

  it.each([
    ['pessimistic', ['FILLED 0 3@100 taker', 'CLOSED 0 0@100']],
    ['fitted', ['FILLED 0 1@100', 'FILLED 0 2@100', 'CLOSED 0 0@100']],
    ['optimistic', ['FILLED 0 1@100']],
  ] as const)(
    'that came since the last look pays the worse of both in the %s model: its own price, and the fee of a taker',
    (model, filled) => {
      const bench = new VenueBench({ ...FILL_MODELS[model], movedShare: 0, crossShare: 1 });
      bench.look(1000, [[100, 5]], [[102, 5]]);
      bench.venue.sendPlace(1000, BUY, 100, 3);
      bench.look(2000, [[98, 5]], [[99, 1]]);
      expect(bench.until(3000)).toEqual(filled);
    },
  );

  it.each([
    ['pessimistic', 0, ['FILLED 0 3@103', 'CLOSED 0 0@103']],
    ['fitted', 1, ['FILLED 0 3@103', 'CLOSED 0 0@103']],
    ['fitted', 0, []],
    ['optimistic', 1, []],
  ] as const)(
    'alone at a price that the mid has passed may have been met: in the %s model, by chance in that share (%d) of the looks',
    (model, pastShare, filled) => {
      const bench = new VenueBench({ ...FILL_MODELS[model], pastShare });
      bench.look(1000, [[100, 5]], [[110, 5]]);
      bench.venue.sendPlace(1000, BUY, 103, 3);
      bench.look(2000, [[100, 5]], [[110, 5]]);
      expect(bench.look(3000, [[100, 5]], [[105, 5]])).toEqual([]);
      expect(bench.until(4000)).toEqual(filled);
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
  ] as const)('in the %s model has its own share of what leaves the queue, where that gains', (model, expected) => {
    expect(shrunk(model, 0)).toEqual(expected);
  });

  it.each([
    ['pessimistic', ['FILLED 0 3@100', 'CLOSED 0 0@100']],
    ['fitted', ['FILLED 0 1@100']],
    ['optimistic', []],
  ] as const)('in the %s model has its own share of what leaves the queue, where the fee makes it lose', (model, expected) => {
    expect(shrunk(model, 0.1)).toEqual(expected);
  });

  /** Two stand ahead, six come behind, and six leave. */
  function shrunk(model: keyof typeof FILL_MODELS, makerFee: number): string[] {
    const bench = new VenueBench(model, { makerFee });
    bench.look(1000, [[100, 2]], [[102, 5]]);
    bench.venue.sendPlace(1000, BUY, 100, 3);
    bench.look(2000, [[100, 8]], [[102, 5]]);
    bench.look(3000, [[100, 2]], [[102, 5]]);
    return bench.until(4000);
  }

  it.each([
    ['pessimistic', 0, []],
    ['pessimistic', 0.1, ['FILLED 0 3@99', 'CLOSED 0 0@99']],
    ['fitted', 0.1, ['FILLED 0 3@99', 'CLOSED 0 0@99']],
    ['optimistic', 0, ['FILLED 0 3@99', 'CLOSED 0 0@99']],
    ['optimistic', 0.1, []],
  ] as const)('behind others who are gone together was swept with them: in the %s model, with a fee of %d', (model, makerFee, expected) => {
    const bench = new VenueBench({ ...FILL_MODELS[model], pastShare: 0 }, { makerFee });
    bench.look(
      1000,
      [
        [100, 2],
        [98, 9],
      ],
      [[102, 5]],
    );
    bench.venue.sendPlace(1000, BUY, 99, 3);
    bench.look(
      2000,
      [
        [100, 2],
        [98, 9],
      ],
      [[102, 5]],
    );
    bench.look(3000, [[98, 9]], [[102, 5]]);
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
