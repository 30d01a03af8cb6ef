import { describe, expect, it } from 'vitest';
import { ZERO } from '../../../src/base/decimal.ts';
import { deskOrdersKey } from '../../../src/engine/deskOrders/savedDeskOrders.ts';
import { LeftOut } from '../../../src/engine/deskOrders/leftOut.ts';
import type { Restored } from '../../../src/model/event.ts';
import type { Order } from '../../../src/model/order.ts';
import type { Pair } from '../../../src/model/pair.ts';
import { PAIRS } from '../fixtures.ts';
import { BRACKET, DeskRoom } from './deskRoom.ts';
import { remembered } from './nextLife.ts';

const KEY = deskOrdersKey('other', 'BTC/EUR');

/** What an earlier life has left behind of a strategy that is gone: a bracket, and its order at the venue. */
function gone(child: Partial<Order> = {}): { readonly id: string; readonly restored: Partial<Restored>; readonly child: Order } {
  const room = new DeskRoom();
  const id = room.place(BRACKET);
  const { states = {}, orders = [], ...rest } = remembered(room);
  const order: Order = { ...orders[0]!, strategy: 'other', ...child };
  return { id, child: order, restored: { ...rest, states: { [KEY]: states[deskOrdersKey('s', 'BTC/EUR')]! }, orders: [order] } };
}

function nextLife(restored: Partial<Restored>, pairs: readonly Pair[] = PAIRS): DeskRoom {
  return new DeskRoom({ restored, pairs, answers: false, hasBook: false });
}

function cancel({ bench }: DeskRoom, id: string): void {
  bench.operator({ type: 'cancel', intentId: 'c', orderId: id, symbol: 'BTC/EUR' });
}

function canceledIn({ bench }: DeskRoom): (string | undefined)[] {
  return bench.commands('cancel').map(({ orderId }) => orderId);
}

function isLeft({ bench }: DeskRoom): boolean[] {
  return bench.engine.snapshot().leftOut.map(({ isEnding }) => isEnding);
}

describe(`an order that is not watched and is ended: ${LeftOut.name}`, () => {
  it('is over when its order at the venue is', () => {
    const { id, restored } = gone();
    const life = nextLife(restored);
    expect(isLeft(life)).toEqual([false]);
    cancel(life, id);
    expect([isLeft(life), canceledIn(life)]).toEqual([[true], ['order-1']]);
    life.bench.report({ type: 'cancel-failed', orderId: 'order-1', reason: 'timeout', code: 'timeout' });
    for (let second = 0; second < 4; second++) life.bench.timer();
    expect([isLeft(life), canceledIn(life)]).toEqual([[true], ['order-1', 'order-1']]);
    life.bench.report({ type: 'order-closed', orderId: 'order-1', end: 'canceled', filled: ZERO });
    expect(isLeft(life)).toEqual([]);
    expect(life.bench.notices('log').at(-1)).toMatchObject({ strategy: 'other', message: `the bracket ${id} on BTC/EUR is canceled` });
    expect(life.states[KEY]).toContain('"orders":[]');
  });

  it('is over at once where nothing of it is at the venue', () => {
    const { id, restored } = gone();
    const life = nextLife({ ...restored, orders: [] });
    cancel(life, id);
    expect([isLeft(life), canceledIn(life)]).toEqual([[], []]);
  });

  it.each(['not-placed', 'opened'])('is not over while nobody knows what came of its order: %s', (outcome) => {
    const { id, restored, child } = gone({ state: 'unknown', orderId: undefined });
    const life = nextLife(restored);
    cancel(life, id);
    expect([isLeft(life), canceledIn(life)]).toEqual([[true], []]);
    const { intentId, amount, price } = child;
    if (outcome === 'opened') {
      life.bench.report({ type: 'order-opened', intentId, orderId: 'order-1', amount, price, adopted: true });
      expect([isLeft(life), canceledIn(life)]).toEqual([[true], ['order-1']]);
      life.bench.report({ type: 'order-closed', orderId: 'order-1', end: 'canceled', filled: ZERO });
    } else life.bench.report({ type: 'intent-not-placed', intentId, kind: 'place', code: 'lost', reason: '' });
    expect(isLeft(life)).toEqual([]);
  });

  it('is ended by the next life where this one does not see its end', () => {
    const { id, restored, child } = gone({ state: 'unknown', orderId: undefined });
    const life = nextLife(restored);
    cancel(life, id);
    const later = nextLife({ ...restored, states: life.states, orders: [{ ...child, state: 'open', orderId: 'order-1' }] });
    expect([isLeft(later), canceledIn(later)]).toEqual([[true], ['order-1']]);
    expect(later.bench.notices('log').map(({ message }) => message)).toEqual([
      `the bracket ${id} on BTC/EUR is being ended: what rests of it is canceled`,
    ]);
    later.bench.report({ type: 'order-closed', orderId: 'order-1', end: 'canceled', filled: ZERO });
    expect(isLeft(later)).toEqual([]);
    expect(isLeft(nextLife({ ...restored, states: later.states, orders: [] }))).toEqual([]);
  });

  it('is canceled too on a pair that is not listed any more', () => {
    const { id, restored } = gone();
    const life = nextLife(restored, PAIRS.slice(1));
    cancel(life, id);
    expect([isLeft(life), canceledIn(life)]).toEqual([[true], ['order-1']]);
    life.bench.report({ type: 'order-closed', orderId: 'order-1', end: 'canceled', filled: ZERO });
    expect(isLeft(life)).toEqual([]);
  });
});
