import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crosses, deskActions, type DeskAction, type Resting, type Wanted } from '../../src/engine/desk.ts';
import { nonceRoom } from '../../src/engine/fingerprints.ts';

const SIDES = ['Buy', 'Sell'] as const;

const wantedOrders = fc.array(
  fc.record({
    side: fc.constantFrom(...SIDES),
    ticks: fc.integer({ min: 95, max: 105 }),
    lots: fc.constantFrom(10, 20, 30, 5000),
    tag: fc.constant(undefined),
  }),
  { maxLength: 6 },
);

const restingOrders = fc
  .array(
    fc.record({
      side: fc.constantFrom(...SIDES),
      ticks: fc.integer({ min: 95, max: 105 }),
      lots: fc.constantFrom(4, 5, 10, 12, 20, 30, 4996, 5000),
      untouched: fc.boolean(),
      settled: fc.boolean(),
    }),
    { maxLength: 6 },
  )
  .map((orders) => orders.map((order, i): Resting => ({ ...order, intentId: `i${i}` })));

describe('deskActions', () => {
  it('asks for nothing when what rests is what is wanted', () => {
    expect(deskActions([buy(100, 10), sell(110, 10)], [resting('Buy', 100, 10), resting('Sell', 110, 10)], true)).toEqual([]);
  });

  it('asks for nothing when an amount is lower by the lots that make it recognisable', () => {
    const room = nonceRoom(5000);
    expect(deskActions([buy(100, 5000)], [resting('Buy', 100, 5000 - room)], true)).toEqual([]);
    expect(deskActions([buy(100, 5000)], [resting('Buy', 100, 5000 - room - 1)], true)).toHaveLength(1);
  });

  it('never leaves more resting than is wanted', () => {
    expect(deskActions([buy(100, 10)], [resting('Buy', 100, 11)], true)).toMatchObject([{ type: 'replace' }]);
  });

  it('leaves a partly filled order its place in the queue until less than half is left', () => {
    expect(deskActions([buy(100, 10)], [{ ...resting('Buy', 100, 5), untouched: false }], true)).toEqual([]);
    expect(deskActions([buy(100, 10)], [{ ...resting('Buy', 100, 4), untouched: false }], true)).toMatchObject([{ type: 'replace' }]);
    expect(deskActions([buy(100, 10)], [resting('Buy', 100, 5)], true)).toMatchObject([{ type: 'replace' }]);
  });

  it('moves the nearest order where the venue replaces', () => {
    const far = resting('Buy', 90, 10, 'far');
    const near = resting('Buy', 99, 10, 'near');
    expect(deskActions([buy(100, 10)], [far, near], true)).toEqual([
      { type: 'cancel', intentId: 'far' },
      { type: 'replace', intentId: 'near', wanted: buy(100, 10) },
    ]);
  });

  it('cancels first where it does not, and places once the order is closed', () => {
    const old = resting('Buy', 99, 10);
    expect(deskActions([buy(100, 10)], [old], false)).toEqual([{ type: 'cancel', intentId: old.intentId }]);
    expect(deskActions([buy(100, 10)], [{ ...old, settled: false }], false)).toEqual([]);
    expect(deskActions([buy(100, 10)], [], false)).toEqual([{ type: 'place', wanted: buy(100, 10) }]);
  });

  it('waits for an order that is on its way instead of placing another', () => {
    expect(deskActions([buy(100, 10)], [{ ...resting('Buy', 99, 10), settled: false }], true)).toEqual([]);
  });

  it('pairs equal prices so that the fewest orders move', () => {
    // The one of 5 suffices for both, the one of 10 only for the larger.
    const part = { ...resting('Buy', 100, 5, 'part'), untouched: false };
    expect(deskActions([buy(100, 10), buy(100, 5)], [part, resting('Buy', 100, 10, 'whole')], true)).toEqual([]);
    expect(deskActions([buy(100, 5), buy(100, 10)], [resting('Buy', 100, 10, 'whole'), part], true)).toEqual([]);
  });

  it('gets to what is wanted on a venue that does what it is told', () => {
    fc.assert(
      fc.property(wantedOrders, restingOrders, fc.boolean(), (wanted, atStart, replaces) => {
        const venue = new ModelVenue(atStart);
        for (let round = 0; round < 4; round++) {
          venue.settle();
          for (const action of deskActions(wanted, venue.orders, replaces)) venue.apply(action);
          venue.settle();
        }
        expect(deskActions(wanted, venue.orders, replaces)).toEqual([]);
        for (const side of SIDES) {
          const left = venue.orders.filter((order) => order.side === side).map(({ ticks }) => ticks);
          expect(sorted(left)).toEqual(sorted(wanted.filter((order) => order.side === side).map(({ ticks }) => ticks)));
        }
      }),
    );
  });

  it('never has more live orders on a side than are wanted or were resting', () => {
    fc.assert(
      fc.property(wantedOrders, restingOrders, fc.boolean(), (wanted, atStart, replaces) => {
        const venue = new ModelVenue(atStart);
        // A cancel does not take at once: until it does, the order counts.
        for (const action of deskActions(wanted, venue.orders, replaces)) {
          venue.apply(action);
          for (const side of SIDES) {
            const most = Math.max(count(wanted, side), count(atStart, side));
            expect(count(venue.orders, side)).toBeLessThanOrEqual(most);
          }
        }
      }),
    );
  });

  it('asks for the fewest actions', () => {
    const settledOrders = restingOrders.map((orders) => orders.map((order) => ({ ...order, settled: true })));
    fc.assert(
      fc.property(wantedOrders, settledOrders, (wanted, atStart) => {
        let fewest = 0;
        for (const side of SIDES) {
          const want = wanted.filter((order) => order.side === side);
          const rest = atStart.filter((order) => order.side === side);
          fewest += Math.max(want.length, rest.length) - mostPairs(want, rest);
        }
        expect(deskActions(wanted, atStart, true)).toHaveLength(fewest);
      }),
    );
  });

  it('cancels before it moves, and moves before it places', () => {
    fc.assert(
      fc.property(wantedOrders, restingOrders, (wanted, atStart) => {
        const order = deskActions(wanted, atStart, true).map(({ type }) => ['cancel', 'replace', 'place'].indexOf(type));
        expect(order).toEqual(order.toSorted((a, b) => a - b));
      }),
    );
  });
});

describe('crosses', () => {
  it('tells whether an order would trade with one of ours, but for the one that it takes the place of', () => {
    const ask = [resting('Sell', 100, 1, 'ask')];
    expect([99, 100, 101].map((ticks) => crosses('Buy', ticks, ask, undefined))).toEqual([false, true, true]);
    expect(crosses('Buy', 100, ask, 'ask')).toBe(false);
    expect(crosses('Sell', 99, ask, undefined)).toBe(false);
    expect([99, 100, 101].map((ticks) => crosses('Sell', ticks, [resting('Buy', 100, 1)], undefined))).toEqual([true, true, false]);
  });
});

/** A venue that does what it is told, in two steps: `apply`, and `settle` when its answers have come. */
class ModelVenue {
  orders: Resting[];
  readonly #leaving = new Set<string>();
  #last = 0;

  constructor(orders: readonly Resting[]) {
    this.orders = [...orders];
  }

  apply(action: DeskAction): void {
    if (action.type === 'place') {
      this.#last++;
      const { side, ticks, lots } = action.wanted;
      this.orders.push({ intentId: `new${this.#last}`, side, ticks, lots, untouched: true, settled: false });
      return;
    }
    const order = this.orders.find(({ intentId }) => intentId === action.intentId)!;
    expect(order.settled, 'only a settled order is acted on').toBe(true);
    const { ticks, lots } = action.type === 'replace' ? action.wanted : order;
    this.orders = this.orders.map((other) => (other === order ? { ...order, ticks, lots, untouched: true, settled: false } : other));
    if (action.type === 'cancel') this.#leaving.add(action.intentId);
  }

  settle(): void {
    this.orders = this.orders.filter(({ intentId }) => !this.#leaving.has(intentId)).map((order) => ({ ...order, settled: true }));
    this.#leaving.clear();
  }
}

/** The most wanted orders that can be paired off with a resting one that suffices, by trying all ways. */
function mostPairs(wanted: readonly Wanted[], atStart: readonly Resting[]): number {
  const [first, ...others] = wanted;
  if (first === undefined) return 0;
  let most = mostPairs(others, atStart);
  for (const order of atStart) {
    if (deskActions([first], [order], true).length > 0) continue;
    most = Math.max(
      most,
      1 +
        mostPairs(
          others,
          atStart.filter((other) => other !== order),
        ),
    );
  }
  return most;
}

function buy(ticks: number, lots: number): Wanted {
  return { side: 'Buy', ticks, lots, tag: undefined };
}

function sell(ticks: number, lots: number): Wanted {
  return { side: 'Sell', ticks, lots, tag: undefined };
}

function resting(side: 'Buy' | 'Sell', ticks: number, lots: number, intentId = `${side}${ticks}`): Resting {
  return { intentId, side, ticks, lots, untouched: true, settled: true };
}

function count(orders: readonly { readonly side: string }[], side: string): number {
  return orders.filter((order) => order.side === side).length;
}

function sorted(numbers: readonly number[]): number[] {
  return numbers.toSorted((a, b) => a - b);
}
