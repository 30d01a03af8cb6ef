import { describe, expect, it } from 'vitest';
import { dec, ZERO } from '../../../src/base/decimal.ts';
import { gridOf } from '../../../src/model/grid.ts';
import type { Pair } from '../../../src/model/pair.ts';
import { BTC, fillOf, PAIRS } from '../fixtures.ts';
import { BRACKET, DeskRoom } from './deskRoom.ts';
import { remembered } from './nextLife.ts';
import { executed, run, TWAP } from './workedRoom.ts';

const LOSS = { kind: 'stop', lossBps: 100 } as const;
const GAIN = { kind: 'take-profit', gainBps: 200 } as const;

function pairsOf(precision: number, step: string): readonly Pair[] {
  return [{ ...BTC, grid: gridOf(precision, dec(step)) }, ...PAIRS.slice(1)];
}

/** The next life, whose venue has other rules for the pair by then. It has seen no book yet. */
function underRules(room: DeskRoom, precision: number, step: string): DeskRoom {
  const pairs = pairsOf(precision, step);
  return new DeskRoom({ at: room.bench.now + 60_000, orders: 1000, restored: remembered(room), pairs, hasBook: false });
}

function canceledIn({ bench }: DeskRoom): readonly string[] {
  return bench.commands('cancel').map(({ orderId }) => orderId);
}

function keptIn({ bench }: DeskRoom) {
  return bench.engine.snapshot().deskOrders;
}

describe('what the desk keeps, after a start under other rules of the pair', () => {
  it.each([
    [1, '0.001'],
    [3, '0.00001'],
    [4, '0.000001'],
  ])('has the prices and amounts that it had: precision %i, a lot of %s', (precision, step) => {
    const room = new DeskRoom();
    room.hold('0.009');
    room.place({ kind: 'stop', amount: 'position', stop: dec('59000') });
    room.place(BRACKET);
    const later = underRules(room, precision, step);
    expect(keptIn(later).map(({ kind, stop, amount }) => [kind, stop?.toFixed(), amount?.toFixed()])).toEqual([
      ['stop', '59000', undefined],
      ['bracket', undefined, '0.009'],
    ]);
    expect(later.bench.engine.snapshot().stops).toEqual([]);
  });

  it('keeps what was executed, and what a worked order shows', () => {
    const room = new DeskRoom();
    room.place(BRACKET);
    room.bench.fill('order-1', dec('0.004'));
    room.place({ side: 'Buy', kind: 'iceberg', amount: dec('0.02'), show: dec('0.005'), price: dec('59400') });
    const later = underRules(room, 3, '0.000001');
    const [bracket, iceberg] = keptIn(later);
    expect(bracket).toMatchObject({ filled: dec('0.004'), amount: dec('0.009') });
    expect(iceberg).toMatchObject({ amount: dec('0.02'), worked: { terms: { kind: 'iceberg', show: dec('0.005'), price: dec('59400') } } });
  });

  it('adds executions up that come late, so that several of less than a step each are not lost', () => {
    const room = new DeskRoom();
    room.place({ side: 'Buy', kind: 'iceberg', amount: dec('0.02'), show: dec('0.005'), price: dec('59400') });
    room.bench.fill('order-1');
    const { intentId } = room.bench.commands('place')[0]!;
    const later = underRules(room, 2, '0.001');
    expect(keptIn(later)[0]!.filled.toFixed()).toBe('0.005');
    const late = (id: string, amount: string): unknown =>
      later.bench.report({
        type: 'fill',
        fill: fillOf({
          id,
          orderId: 'gone',
          intentId,
          strategy: 's',
          symbol: 'BTC/EUR',
          side: 'Buy',
          price: dec('60000'),
          amount: dec(amount),
        }),
      });
    late('f1', '0.0006');
    late('f2', '0.0006');
    expect(keptIn(later)[0]!.filled.toFixed()).toBe('0.006');
  });

  it('orders no more and at no worse price where what was asked for lies between two steps', () => {
    const room = new DeskRoom();
    room.place({ side: 'Buy', kind: 'iceberg', amount: dec('0.01239'), show: dec('0.0059'), price: dec('59499.99') });
    const [iceberg] = keptIn(underRules(room, 0, '0.001'));
    expect(iceberg).toMatchObject({ amount: dec('0.012'), worked: { terms: { show: dec('0.005'), price: dec('59499') } } });
  });

  it.each(['0.009', '0.02'])('shows a step at the least, of %s', (amount) => {
    const room = new DeskRoom();
    room.place({ side: 'Buy', kind: 'iceberg', amount: dec('0.02'), show: dec('0.005'), price: dec('59400') });
    room.place({ side: 'Buy', kind: 'iceberg', amount: dec(amount), show: dec('0.005'), price: dec('59300') });
    const [iceberg] = keptIn(underRules(room, 2, '0.01'));
    expect(iceberg).toMatchObject({ amount: dec('0.02'), worked: { terms: { show: dec('0.01') } } });
  });
});

describe('an order of less than a step', () => {
  it('is left out alone, is told, stays saved, and is kept again under the rules that it had', () => {
    const room = new DeskRoom();
    room.hold('0.02');
    const id = room.place({ side: 'Buy', kind: 'iceberg', amount: dec('0.009'), show: dec('0.005'), price: dec('59400') });
    room.place({ kind: 'stop', amount: 'position', stop: dec('59000') });
    const later = underRules(room, 2, '0.01');
    expect(keptIn(later).map(({ kind }) => kind)).toEqual(['stop']);
    expect(later.bench.engine.snapshot().stops).toEqual([]);
    expect(later.bench.notices('alert').map(({ message }) => message)).toEqual([
      `the iceberg ${id} on BTC/EUR is not watched: its amount is less than a step, since the rules of its pair have changed. It stays saved, and is kept again when it is a step or more; \`sluice orders cancel ${id}\` ends it`,
    ]);
    later.book('59990', '60010');
    later.place({ kind: 'stop', amount: 'position', stop: dec('58000') });
    const last = new DeskRoom({ orders: 2000, restored: { states: later.states }, hasBook: false });
    expect(keptIn(last).map(({ kind, amount }) => [kind, amount?.toFixed()])).toEqual([
      ['stop', undefined],
      ['stop', undefined],
      ['iceberg', '0.009'],
    ]);
  });
});

describe('an order that is left out', () => {
  const leftOut = (): { later: DeskRoom; id: string } => {
    const room = new DeskRoom();
    const id = room.place({ side: 'Buy', kind: 'iceberg', amount: dec('0.009'), show: dec('0.005'), price: dec('59400') });
    return { later: underRules(room, 2, '0.01'), id };
  };

  it('is canceled by its id by a person, and told of no more, nor kept under the rules that it had', () => {
    const { later, id } = leftOut();
    expect(later.bench.engine.snapshot().leftOut).toMatchObject([{ id, isEnding: false }]);
    later.bench.operator({ type: 'cancel', intentId: 'c', orderId: id, symbol: 'BTC/EUR' });
    expect(later.bench.engine.snapshot().leftOut).toMatchObject([{ id, isEnding: true }]);
    expect(canceledIn(later), 'what of it rests at the venue').toEqual(['order-1']);
    later.bench.report({ type: 'order-closed', orderId: 'order-1', end: 'canceled', filled: ZERO });
    expect(later.bench.engine.snapshot().leftOut).toEqual([]);
    const restored = { states: later.states };
    const last = new DeskRoom({ orders: 2000, restored, pairs: pairsOf(2, '0.01'), hasBook: false });
    expect(last.bench.notices('alert')).toEqual([]);
    expect(keptIn(new DeskRoom({ orders: 3000, restored, hasBook: false }))).toEqual([]);
  });

  it('is canceled by its strategy', () => {
    const { later, id } = leftOut();
    later.book('59990', '60010');
    later.ctx.cancel(id);
    later.book('59990', '60010');
    expect(canceledIn(later)).toEqual(['order-1']);
    later.bench.report({ type: 'order-closed', orderId: 'order-1', end: 'canceled', filled: ZERO });
    expect(later.bench.engine.snapshot().leftOut).toEqual([]);
  });
});

describe('what was executed in finer lots', () => {
  it('is added up before it is rounded', () => {
    const room = new DeskRoom();
    room.place(TWAP);
    run(room, 370);
    const sum = dec(executed(room));
    const lot = dec('0.003');
    expect(sum.mod(lot).isZero()).toBe(false);
    const [twap] = keptIn(underRules(room, 2, '0.003'));
    expect(twap!.filled).toEqual(sum.div(lot).floor().times(lot));
    expect(twap!.worked!.averagePrice!.toDecimalPlaces(2)).toEqual(keptIn(room)[0]!.worked!.averagePrice);
  });

  const entered = (exit: typeof LOSS | typeof GAIN): DeskRoom => {
    const room = new DeskRoom();
    room.place({ ...BRACKET, amount: dec('0.0095'), exits: [exit] });
    room.bench.fill('order-1', dec('0.0095'));
    return room;
  };

  it('has the average price that it had, so its stop does not fire', () => {
    const later = underRules(entered(LOSS), 2, '0.001');
    later.book('59990', '60010');
    expect(later.bench.ladder()).toEqual([]);
    later.book('58905', '58910');
    expect(later.bench.ladder()).toEqual([expect.stringContaining('Sell 0.009 at')]);
  });

  it('has it too where its orders are forgotten, over one more life', () => {
    const room = entered(GAIN);
    const [[key, text]] = Object.entries(room.states).filter(([name]) => name.startsWith(':desk-orders')) as [[string, string]];
    const saved = JSON.parse(text) as { orders: { legs: Record<string, unknown>[] }[] };
    Object.assign(saved.orders[0]!.legs[0]!, { lots: 950, worth: 950 * 5_950_000, childIds: [], end: 'filled' });
    const restored = { ...remembered(room), orders: [], childSums: {}, states: { [key]: JSON.stringify(saved) } };
    const pairs = pairsOf(2, '0.001');
    const later = new DeskRoom({ at: room.bench.now + 60_000, orders: 1000, restored, pairs, hasBook: false });
    later.book('59990', '60010');
    expect(later.bench.ladder()).toEqual(['Sell 0.009 at 60690']);
    const last = new DeskRoom({
      at: later.bench.now + 60_000,
      orders: 2000,
      restored: { ...restored, states: later.states },
      hasBook: false,
    });
    expect(keptIn(last)).toMatchObject([{ filled: dec('0.0095') }]);
  });
});
