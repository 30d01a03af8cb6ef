import { makeRows, setRow, wishes } from '../../src/engine/wishes.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Dealing } from '../../src/engine/dealing.ts';
import type { EngineOrder } from '../../src/engine/market.ts';
import { sideCode, sideOf } from '../../src/model/side.ts';
import { nonceRoom } from '../../src/engine/fingerprints.ts';
import { LadderDesk } from '../../src/engine/ladderDesk.ts';
import {
  type Action,
  apart,
  count,
  orderFor,
  type Resting,
  restingOrders,
  settledOrders,
  SIDES,
  type Wanted,
  wantedOrders,
} from './deskBench.ts';
import { EngineRoom } from './engineRoom.ts';
import { settingsOf, strategyOf, touch } from './fixtures.ts';

describe('a look of the desk', () => {
  it('plans the fewest actions', () => {
    fc.assert(
      fc.property(wantedOrders, settledOrders, (wanted, atStart) => {
        let fewest = 0;
        for (const side of SIDES) {
          const want = wanted.filter((order) => order.side === side);
          const rest = atStart.filter((order) => order.side === side);
          fewest += Math.max(want.length, rest.length) - mostPairs(want, rest);
        }
        expect(planned(wanted, atStart, true)).toHaveLength(fewest);
      }),
      { numRuns: 500 },
    );
  });

  it('plans no action on an order that is busy, and never more orders than are wanted or were resting', () => {
    fc.assert(
      fc.property(wantedOrders, restingOrders, fc.boolean(), (wanted, atStart, replaces) => {
        const plan = planned(wanted, atStart, replaces);
        for (const [type, what] of plan) {
          if (type !== 'place') expect(atStart.find(({ id }) => id === what.split(' ')[0])).toMatchObject({ busy: undefined });
          if (!replaces) expect(type).not.toBe('replace');
        }
        for (const side of SIDES) {
          const places = plan.filter(([type, what]) => type === 'place' && what.startsWith(side)).length;
          expect(count(atStart, side) + places).toBeLessThanOrEqual(Math.max(count(wanted, side), count(atStart, side)));
        }
      }),
    );
  });

  it('cancels before it moves, and moves before it places', () => {
    fc.assert(
      fc.property(wantedOrders, restingOrders, (wanted, atStart) => {
        const order = planned(wanted, atStart, true).map(([type]) => ['cancel', 'replace', 'place'].indexOf(type));
        expect(order).toEqual(order.toSorted((a, b) => a - b));
      }),
    );
  });
});

/** Sends nothing, so the desk asks it for everything that there is to do. */
class Plan extends Dealing {
  readonly actions: Action[] = [];

  override place(...[, , side, , ticks, lots]: Parameters<Dealing['place']>): undefined {
    this.actions.push(['place', `${sideOf(side)} ${lots} at ${ticks}`]);
  }
  override move({ intentId }: EngineOrder, ticks: number, lots: number): boolean {
    this.actions.push(['replace', `${intentId} to ${lots} at ${ticks}`]);
    return false;
  }
  override cancel({ intentId }: EngineOrder): boolean {
    this.actions.push(['cancel', intentId!]);
    return true;
  }
}

/** All actions that lead from what rests to what is wanted, in one look. */
function planned(wanted: readonly Wanted[], atStart: readonly Resting[], replaces: boolean): readonly Action[] {
  const room = new EngineRoom(settingsOf([strategyOf({})], { replaces }));
  const { state, orders, refusals } = room.engine;
  const seat = state.seats[0]!;
  room.engine.book(room.market(), touch('0.40', '1.60'));
  for (const order of apart(atStart)) room.reports.restore(orderFor(order));
  makeRows(seat);
  seat.rows = 0;
  for (const { side, ticks, lots } of apart(wanted)) setRow(seat, seat.rows++, sideCode(side), ticks, lots, undefined);
  wishes(seat, true);
  const plan = new Plan(state, orders, refusals);
  expect(new LadderDesk(state, plan).work(seat, room.market(), false)).toBe(false);
  return plan.actions;
}

/** The most pairs of a wanted order and a resting one that suffices, found by trying all ways. */
function mostPairs(wanted: readonly Wanted[], atStart: readonly Resting[]): number {
  const [first, ...others] = wanted;
  if (first === undefined) return 0;
  let most = mostPairs(others, atStart);
  for (const order of atStart) {
    if (!suffices(order, first)) continue;
    const left = atStart.filter((other) => other !== order);
    most = Math.max(most, 1 + mostPairs(others, left));
  }
  return most;
}

function suffices(order: Resting, { ticks, lots }: Wanted): boolean {
  if (order.ticks !== ticks || order.lots > lots) return false;
  return order.lots >= lots - nonceRoom(lots) || (!order.untouched && order.lots * 2 >= lots);
}
