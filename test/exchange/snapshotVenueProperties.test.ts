import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FILL_MODELS, type FillModel } from '../../src/exchange/fillModel.ts';
import { SnapshotVenue } from '../../src/exchange/snapshotVenue.ts';
import { NaiveSnapshotVenue } from './naiveSnapshotVenue.ts';
import { bookAt, reportNameOf } from './snapshotVenueBench.ts';
import { levelsFrom, type SteppedLevels, steppedLevels } from './steppedLevels.ts';

type Action =
  | { readonly type: 'place'; readonly side: number; readonly ticks: number; readonly lots: number }
  | { readonly type: 'replace'; readonly order: number; readonly ticks: number; readonly lots: number }
  | { readonly type: 'cancel'; readonly order: number };

interface Step {
  readonly afterMs: number;
  /** A look, nothing seen, or what a row of statistics tells of volume or the touch. */
  readonly news: 'look' | 'gap' | 'volume' | 'touch';
  readonly bid: number;
  readonly spread: number;
  readonly bids: SteppedLevels;
  readonly asks: SteppedLevels;
  readonly lotsPerMs: number;
  readonly actions: readonly Action[];
}

const MOST_ORDERS = 8;
const ticks = fc.integer({ min: 95, max: 107 });
const lots = fc.integer({ min: 1, max: 7 });
const order = fc.nat(MOST_ORDERS - 1);
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    arbitrary: fc.record({
      type: fc.constant('place' as const),
      side: fc.nat(1),
      ticks: fc.oneof({ arbitrary: ticks, weight: 9 }, { arbitrary: fc.constant(0), weight: 1 }),
      lots,
    }),
    weight: 4,
  },
  { arbitrary: fc.record({ type: fc.constant('replace' as const), order, ticks, lots }), weight: 2 },
  { arbitrary: fc.record({ type: fc.constant('cancel' as const), order }), weight: 1 },
);
const step: fc.Arbitrary<Step> = fc.record({
  afterMs: fc.integer({ min: 1, max: 1500 }),
  news: fc.oneof(
    { arbitrary: fc.constant('look' as const), weight: 10 },
    { arbitrary: fc.constantFrom('gap' as const, 'volume' as const, 'volume' as const, 'touch' as const), weight: 4 },
  ),
  bid: fc.integer({ min: 98, max: 103 }),
  spread: fc.integer({ min: 1, max: 3 }),
  bids: steppedLevels,
  asks: steppedLevels,
  lotsPerMs: fc.constantFrom(0, 0.003, 0.03),
  actions: fc.array(action, { maxLength: 3 }),
});
interface Story {
  readonly entryMs: number;
  readonly responseMs: number;
  readonly everyMs: number;
  readonly makerFee: number;
  readonly takerFee: number;
  readonly seed: number;
  readonly steps: readonly Step[];
}
const story: fc.Arbitrary<Story> = fc.record({
  entryMs: fc.constantFrom(0, 7, 400),
  responseMs: fc.constantFrom(0, 9, 600),
  everyMs: fc.constantFrom(100, 1000, 5000),
  makerFee: fc.constantFrom(0, 0.005),
  takerFee: fc.constantFrom(0, 0.01),
  seed: fc.nat(1000),
  steps: fc.array(step, { minLength: 5, maxLength: 40 }),
});

interface Told {
  /** Time, type, order, lots, price. */
  readonly lines: string[];
  readonly wanted: Map<number, number>;
  readonly filled: Map<number, number>;
}

/** The market goes somewhere, and now and then nobody knows where. */
const foresight = { midAfter: (at: number) => (at % 5 === 0 ? NaN : 95 + (at % 113) / 10) };

/** Lets the model and, beside it, the naive one live through a story. */
function live(model: FillModel, { entryMs, responseMs, everyMs, makerFee, takerFee, seed, steps }: Story): { fast: Told; slow: string[] } {
  const venue = new SnapshotVenue({
    latency: { entryMs, responseMs },
    visibleEveryMs: everyMs,
    model,
    makerFee,
    takerFee,
    foresight,
    mostOrders: 64,
    seed,
  });
  const naive = new NaiveSnapshotVenue(entryMs, responseMs, everyMs, model, seed, makerFee, takerFee, foresight);
  const fast: Told = { lines: [], wanted: new Map(), filled: new Map() };
  const slow: string[] = [];
  const idOf = new Map<number, number>();
  const slotOf = new Map<number, number>();
  let now = 10_000;
  let asked = 0;
  const take = (until: number): void => {
    while (venue.take(until)) {
      const { reportType, slot, reportAt, tradedAt, isTaker } = venue;
      const id = idOf.get(slot)!;
      const name = reportNameOf(reportType);
      const when = name === 'FILLED' || name === 'CLOSED' ? ` ${tradedAt}` : '';
      fast.lines.push(`${reportAt} ${name} ${id} ${venue.lots}@${venue.ticks}${isTaker ? ' taker' : ''}${when}`);
      if (name === 'FILLED') fast.filled.set(id, (fast.filled.get(id) ?? 0) + venue.lots);
      if (name === 'CLOSED' || name === 'PLACE_REFUSED') slotOf.delete(id);
    }
    slow.push(...naive.until(until));
  };
  for (const { afterMs, news, bid, spread, bids, asks, lotsPerMs, actions } of steps) {
    const before = now;
    now += afterMs;
    if (news === 'gap') {
      take(before);
      venue.onGap(before);
      naive.gap(before);
      continue;
    }
    take(now);
    if (news === 'volume') {
      venue.onVolume(now, lotsPerMs);
      naive.volume(now, lotsPerMs);
      continue;
    }
    if (news === 'touch') {
      venue.onTouch(now, bid, bid + spread);
      naive.touch(now, bid, bid + spread);
      continue;
    }
    const book = bookAt(now, levelsFrom(bid, -1, bids), levelsFrom(bid + spread, 1, asks), 4);
    venue.onBook(book);
    naive.look(book);
    take(now);
    for (const wish of actions) {
      const target = wish.type === 'place' ? undefined : [...slotOf][wish.order % Math.max(1, slotOf.size)];
      if (wish.type === 'place' && slotOf.size < MOST_ORDERS) {
        const slot = venue.sendPlace(now, wish.side, wish.ticks, wish.lots);
        idOf.set(slot, asked++);
        slotOf.set(naive.place(now, wish.side, wish.ticks, wish.lots), slot);
        fast.wanted.set(idOf.get(slot)!, wish.lots);
      } else if (wish.type === 'replace' && target !== undefined) {
        venue.sendReplace(now, target[1], wish.ticks, wish.lots);
        naive.replace(now, target[0], wish.ticks, wish.lots);
        // A replacement says what shall be open then, whatever was filled before.
        fast.wanted.set(target[0], fast.wanted.get(target[0])! + wish.lots);
      } else if (wish.type === 'cancel' && target !== undefined) {
        venue.sendCancel(now, target[1]);
        naive.cancel(now, target[0]);
      }
    }
  }
  take(now);
  return { fast, slow };
}

/** What takes several lots at one price may be told of in parts. */
function lotByLot(lines: readonly string[]): string[] {
  return lines
    .flatMap((line) => {
      const [, begin, lots, end] = /^(\d+ FILLED \d+ )(\d+)(@.*taker.*)$/.exec(line) ?? [];
      return begin === undefined ? [line] : Array.from({ length: Number(lots) }, () => `${begin}1${end}`);
    })
    .toSorted();
}

describe(`${SnapshotVenue.name} against the naive model`, () => {
  const models = { ...FILL_MODELS, informed: { ...FILL_MODELS.fitted, informed: 0.6 } };

  it.each(['pessimistic', 'fitted', 'optimistic', 'informed'] as const)('tells the same at the same time, %s', { tags: 'long' }, (name) => {
    fc.assert(
      fc.property(story, (told) => {
        const { fast, slow } = live(models[name], told);
        expect(lotByLot(fast.lines)).toEqual(lotByLot(slow));
      }),
      { numRuns: 300 },
    );
  });

  it.each(['pessimistic', 'fitted', 'optimistic'] as const)('never fills more than was asked for, %s', (band) => {
    fc.assert(
      fc.property(story, (told) => {
        const { fast } = live(FILL_MODELS[band], told);
        for (const [id, filled] of fast.filled) expect(filled).toBeLessThanOrEqual(fast.wanted.get(id)!);
      }),
    );
  });
});
