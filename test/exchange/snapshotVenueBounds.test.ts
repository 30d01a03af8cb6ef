import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FILL_MODELS, type FillModel } from '../../src/exchange/fillModel.ts';
import { SnapshotVenue } from '../../src/exchange/snapshotVenue.ts';
import type { Book } from '../../src/model/book.ts';
import { bookAt, reportNameOf } from './snapshotVenueBench.ts';
import { levelsFrom, type SteppedLevels, steppedLevels } from './steppedLevels.ts';

interface Look {
  readonly bid: number;
  readonly spread: number;
  readonly bids: SteppedLevels;
  readonly asks: SteppedLevels;
}

interface Meeting {
  readonly looks: readonly [Look, Look];
  readonly side: number;
  readonly ticks: number;
  readonly lots: number;
  /** What is done with the order later in the same time. */
  readonly later: 'nothing' | 'cancel' | 'replace';
  readonly to: number;
  readonly restsSince: boolean;
}

/** An order that has waited since the first look, and what a second one may make of it. */
interface Waiting {
  readonly looks: readonly [Look, Look];
  readonly side: number;
  /** From the mid of the first look, outwards. */
  readonly distance: number;
  readonly lots: number;
  /** Where the price goes. Not a number: nobody knows. */
  readonly later: number;
  readonly makerFee: number;
  readonly crossShare: number;
  readonly pastShare: number;
  readonly queueShare: number;
  readonly holeShare: number;
  readonly seed: number;
}

const lots = fc.integer({ min: 1, max: 7 });

describe(`what ${SnapshotVenue.name} takes for true of an order that rests`, () => {
  const touch = fc.record({
    bid: fc.integer({ min: 90, max: 110 }),
    spread: fc.integer({ min: 1, max: 6 }),
    bids: steppedLevels,
    asks: steppedLevels,
  });
  const waiting: fc.Arbitrary<Waiting> = fc.record({
    looks: fc.tuple(touch, touch),
    side: fc.nat(1),
    distance: fc.integer({ min: 0, max: 15 }),
    lots,
    later: fc.oneof(fc.integer({ min: 85, max: 120 }), fc.constant(NaN)),
    makerFee: fc.constantFrom(0, 0.005, 0.03),
    crossShare: fc.constantFrom(0, 0.6, 1),
    pastShare: fc.constantFrom(0, 0.25, 1),
    queueShare: fc.constantFrom(0, 0.5, 1),
    holeShare: fc.constantFrom(0, 0.5, 1),
    seed: fc.nat(1000),
  });

  /** What the second look makes of it: the lots that are filled, each by its gain where the price goes. */
  function gainOf(model: FillModel, { looks, side, distance, lots: most, later, makerFee, seed }: Waiting): number {
    const book = (receivedAt: number, { bid, spread, bids, asks }: Look): Book =>
      bookAt(receivedAt, [[bid, 1], ...levelsFrom(bid - 1, -1, bids)], [[bid + spread, 1], ...levelsFrom(bid + spread + 1, 1, asks)]);
    const [first, second] = looks;
    const mid = first.bid + first.spread / 2;
    const ticks = side === 0 ? Math.floor(mid) - distance : Math.ceil(mid) + distance;
    fc.pre(side === 0 ? ticks < first.bid + first.spread : ticks > first.bid);
    const latency = { entryMs: 10, responseMs: 10 };
    const foresight = { midAfter: () => later };
    const venue = new SnapshotVenue({ latency, visibleEveryMs: 100, model, makerFee, foresight, mostOrders: 4, seed });
    let filled = 0;
    const take = (until: number): void => {
      while (venue.take(until)) if (reportNameOf(venue.reportType) === 'FILLED') filled += venue.lots;
    };
    venue.onBook(book(1000, first));
    venue.sendPlace(1000, side, ticks, most);
    take(2000);
    venue.onBook(book(2000, first));
    take(3000);
    expect(filled).toBe(0);
    venue.onBook(book(3000, second));
    take(4000);
    const last = second.bid + second.spread / 2;
    const expected = Number.isNaN(later) ? last : later;
    return filled * ((expected - ticks) * (side === 0 ? 1 : -1) - ticks * makerFee);
  }

  it('gains no more in the pessimistic model than by chance, and by chance no more than in the optimistic one', { tags: 'long' }, () => {
    fc.assert(
      fc.property(waiting, (told) => {
        const { crossShare, pastShare, queueShare, holeShare } = told;
        const [least, likely, most] = [
          FILL_MODELS.pessimistic,
          { ...FILL_MODELS.fitted, crossShare, pastShare, queueShare, holeShare },
          FILL_MODELS.optimistic,
        ].map((model) => gainOf(model, told)) as [number, number, number];
        expect(least).toBeLessThanOrEqual(likely + 1e-9);
        expect(likely).toBeLessThanOrEqual(most + 1e-9);
      }),
      { numRuns: 3000 },
    );
  });
});

describe(`what meets ${SnapshotVenue.name} between two looks`, () => {
  const FEE = 0.005;
  const look = fc.record({
    bid: fc.integer({ min: 95, max: 105 }),
    spread: fc.integer({ min: 1, max: 3 }),
    bids: steppedLevels,
    asks: steppedLevels,
  });
  const meeting: fc.Arbitrary<Meeting> = fc.record({
    looks: fc.tuple(look, look),
    side: fc.nat(1),
    ticks: fc.integer({ min: 92, max: 110 }),
    lots,
    later: fc.constantFrom('nothing' as const, 'cancel' as const, 'replace' as const),
    to: fc.integer({ min: 92, max: 110 }),
    restsSince: fc.boolean(),
  });

  /** What one order has gained by the second look's mid, less the taker's fee. */
  function gainOf(model: FillModel, { looks, side, ticks: limit, lots: most, later, to, restsSince }: Meeting): number {
    const [before, after] = looks.map(({ bid, spread, bids, asks }, n) =>
      bookAt(
        1000 + n * 1000,
        [[bid, 1], ...levelsFrom(bid - 1, -1, bids)],
        [[bid + spread, 1], ...levelsFrom(bid + spread + 1, 1, asks)],
        10,
      ),
    ) as [Book, Book];
    const venue = new SnapshotVenue({ latency: { entryMs: 10, responseMs: 10 }, visibleEveryMs: 100, model, mostOrders: 4, takerFee: FEE });
    const mid = (after.bids.bestTicks + after.asks.bestTicks) / 2;
    let gain = 0;
    const take = (until: number): void => {
      while (venue.take(until)) {
        if (reportNameOf(venue.reportType) !== 'FILLED') continue;
        gain += venue.lots * ((mid - venue.ticks) * (side === 0 ? 1 : -1) - (venue.isTaker ? venue.ticks * FEE : 0));
      }
    };
    before.receivedAt = restsSince ? 100 : 1000;
    venue.onBook(before);
    const slot = venue.sendPlace(before.receivedAt, side, limit, most);
    take(1000);
    if (restsSince) {
      before.receivedAt = 1000;
      venue.onBook(before);
      take(1000);
      gain = 0;
    }
    take(1300);
    if (later === 'cancel') venue.sendCancel(1300, slot);
    else if (later === 'replace') venue.sendReplace(1300, slot, to, most);
    take(2000);
    venue.onBook(after);
    take(2500);
    return gain;
  }

  it.each([0, 1])('is never worse by chance than in the worse case, where the share that had moved is %i', (movedShare) => {
    fc.assert(
      fc.property(meeting, (told) => {
        const [{ bid, spread }] = told.looks;
        // One request in that time; and what rests has not met the other side yet.
        fc.pre(told.restsSince || told.later === 'nothing');
        fc.pre(!told.restsSince || (told.side === 0 ? told.ticks <= bid : told.ticks >= bid + spread));
        const worse = gainOf(FILL_MODELS.pessimistic, told);
        expect(worse).toBeLessThanOrEqual(gainOf({ ...FILL_MODELS.fitted, movedShare }, told) + 1e-9);
      }),
      { numRuns: 2000 },
    );
  });
});
