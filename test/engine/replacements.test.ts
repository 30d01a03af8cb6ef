import { describe, expect, it } from 'vitest';
import { dec, type Decimal, ZERO } from '../../src/base/decimal.ts';
import { EngineBench } from './engineBench.ts';
import type { EngineRoom } from './engineRoom.ts';
import { NOON, orderOf, settingsOf, strategyOf } from './fixtures.ts';
import { fillAt, isLaneBusy, opened, orderIn, replaced, replacing, shown } from './orderRoom.ts';

describe('a replacement (F35)', () => {
  it('leaves open what it says, besides what was filled before it', () => {
    const room = replacing('10');
    room.executed(fillAt(NOON + 100, '4'));
    room.take(replaced('10', NOON + 200));
    expect(shapeOf(room)).toEqual({ price: '61000', amount: '14', filled: '4', state: 'open' });
  });

  it('counts a fill that is told after it and was made before it', () => {
    const room = replacing('10');
    room.take(replaced('10', NOON + 200));
    room.executed(fillAt(NOON + 100, '4'));
    expect(shapeOf(room)).toMatchObject({ amount: '14', filled: '4' });
  });

  it('counts a fill that is told before it and was made after it', () => {
    const room = replacing('10');
    room.executed(fillAt(NOON + 300, '4'));
    room.take(replaced('10', NOON + 200));
    expect(shapeOf(room)).toMatchObject({ amount: '10', filled: '4' });
  });

  it('takes a fill at the very millisecond for an earlier one: it never thinks less open than may be', () => {
    const room = replacing('10');
    room.executed(fillAt(NOON + 200, '4'));
    room.take(replaced('10', NOON + 200));
    expect(shapeOf(room)).toMatchObject({ amount: '14', filled: '4' });
  });

  it('keeps the fills of the old id where the venue gives a new one', () => {
    const room = replacing('10');
    room.take({ ...replaced('10', NOON + 200), newOrderId: 'o2' });
    room.executed(fillAt(NOON + 900, '4'));
    expect(shapeOf(room)).toMatchObject({ amount: '14', filled: '4' });
    room.executed({ ...fillAt(NOON + 900, '3'), orderId: 'o2' });
    expect(shapeOf(room)).toMatchObject({ amount: '14', filled: '7' });
    expect(room.known.byOrderId('o')).toBe(room.known.byOrderId('o2'));
  });

  it('is counted once, however often and late it is told', () => {
    const room = replacing('10');
    room.take(replaced('10', NOON + 200));
    room.executed(fillAt(NOON + 300, '4'));
    room.take(replaced('10', NOON + 200));
    expect(shapeOf(room)).toMatchObject({ amount: '10', filled: '4' });
    room.take(opened('10'));
    expect(shapeOf(room)).toMatchObject({ price: '61000' });
  });

  it('keeps the lane busy, and an order that is filled meanwhile open', () => {
    const room = replacing('10');
    room.executed(fillAt(NOON + 100, '10'));
    expect(shown(room).state).toBe('open');
    expect(isLaneBusy(room)).toBe(true);
    expect(room.known.byReplacement('r')).toBe(orderIn(room));
    room.take({ type: 'intent-refused', intentId: 'r', kind: 'replace', code: 'x', message: 'not open' });
    expect(shown(room)).toMatchObject({ state: 'closed', closedBy: 'filled', replacing: undefined });
    expect(isLaneBusy(room)).toBe(false);
  });

  it('stays on its way while nobody can say what became of it', () => {
    const room = replacing('10');
    room.take({ type: 'intent-unknown', intentId: 'r', kind: 'replace', lane: 'spot:BTC/EUR', reason: 'timeout' });
    expect(isLaneBusy(room)).toBe(true);
    expect(shown(room).state).toBe('open');
  });

  it('names the new order as stray when the old one is closed already', () => {
    const room = replacing('10');
    room.take({ type: 'order-closed', orderId: 'o', end: 'canceled', filled: ZERO });
    room.take({ ...replaced('10', NOON + 200), newOrderId: 'o2' });
    expect(room.strays).toEqual(['o2']);
    expect(isLaneBusy(room)).toBe(false);
  });
});

function shapeOf(room: EngineRoom): Record<string, string | undefined> {
  const { price, amount, filled, state } = shown(room);
  const text = (value: Decimal | undefined): string | undefined => value?.toFixed();
  return { price: text(price), amount: text(amount), filled: text(filled), state };
}

describe('a cancel beside an unknown replacement', () => {
  const BUY = { side: 'Buy', price: dec('59000'), amount: dec('0.009') } as const;
  const NEXT = { orderId: 'order-1', price: dec('58500'), amount: dec('0.009') };
  const FAILED = { type: 'cancel-failed', orderId: 'order-1', reason: 'no such order', code: 'refused' } as const;

  /** A strategy that has placed an order by itself and cancels it with the second book; nobody can say what came of a person's replacement. */
  function lost(): EngineBench {
    let books = 0;
    const hand = strategyOf({
      onBook: (_book, ctx) => {
        if (++books === 1) ctx.place(BUY);
        else ctx.cancel(ctx.orders[0]!.intentId);
      },
    });
    const bench = new EngineBench(settingsOf([hand], { replaces: true }), { answers: false });
    bench.touch('59990', '60010');
    const { intentId, amount, price } = bench.commands('place')[0]!;
    bench.report({ type: 'order-opened', intentId, orderId: 'order-1', amount, price, adopted: false });
    bench.operator({ type: 'replace', intentId: 'r', ...NEXT });
    bench.report({ type: 'intent-unknown', intentId: 'r', kind: 'replace', lane: 'spot:BTC/EUR', reason: 'no answer' });
    return bench;
  }

  const asks: readonly (readonly [string, (bench: EngineBench) => void])[] = [
    ['a person', (bench) => bench.operator({ type: 'cancel', intentId: 'c', orderId: 'order-1', symbol: 'BTC/EUR' })],
    ['a person, of all', (bench) => bench.operator({ type: 'cancel-all', symbol: undefined })],
    ['its strategy', (bench) => bench.touch('59990', '60010', 1000)],
  ];

  function canceled(bench: EngineBench): (string | undefined)[] {
    return bench.commands('cancel').map(({ orderId }) => orderId);
  }

  /** The venue refuses each cancel, second by second. */
  function refused(bench: EngineBench, seconds: number): void {
    for (let second = 0; second < seconds; second++) {
      const { canceling, orderId = '' } = bench.engine.snapshot().orders[0]!;
      if (canceling) bench.report({ ...FAILED, orderId });
      bench.timer();
    }
  }

  it.each(asks)('by %s goes to what the order turns out to have become, more and more seldom, until it is over', (_who, ask) => {
    const bench = lost();
    ask(bench);
    bench.report(FAILED);
    bench.report({ type: 'order-replaced', intentId: 'r', ...NEXT, newOrderId: 'order-2', replacedAt: NOON + 5000 });
    expect(canceled(bench)).toEqual(['order-1', 'order-2']);
    refused(bench, 60);
    expect(canceled(bench).slice(2)).toEqual(Array.from({ length: 4 }, () => 'order-2'));
    bench.report({ type: 'order-closed', orderId: 'order-2', end: 'canceled', filled: ZERO });
    for (let second = 0; second < 60; second++) bench.timer();
    expect(canceled(bench)).toHaveLength(6);
  });

  it.each(asks)('by %s is repeated where the order stays as it was', (_who, ask) => {
    const bench = lost();
    ask(bench);
    bench.report({ ...FAILED, code: 'rate-limited' });
    bench.report({ type: 'intent-not-placed', intentId: 'r', kind: 'replace', code: 'lost', reason: '' });
    for (let second = 0; second < 4; second++) bench.timer();
    expect(canceled(bench)).toEqual(['order-1', 'order-1']);
  });

  it('of an earlier life, too', () => {
    const next = orderOf({ intentId: 'r', orderId: undefined, state: 'unknown', strategy: 'gone' });
    const bench = new EngineBench(settingsOf([]), { answers: false, restored: { orders: [orderOf({ strategy: 'gone' }), next] } });
    bench.operator({ type: 'cancel', intentId: 'c', orderId: 'order-1', symbol: 'BTC/EUR' });
    bench.report({ type: 'order-replaced', intentId: 'r', ...NEXT, newOrderId: 'order-2', replacedAt: NOON + 5000 });
    expect(canceled(bench)).toEqual(['order-1', 'order-2']);
  });

  it.each(['BTC/EUR', 'XRP/EUR'])('is carried on by the next life, of %s', (symbol) => {
    const next = orderOf({ symbol, intentId: 'r', orderId: undefined, state: 'unknown', strategy: 'gone' });
    const orders = [orderOf({ symbol, strategy: 'gone', canceling: true }), next];
    const bench = new EngineBench(settingsOf([]), { answers: false, restored: { orders } });
    expect(canceled(bench), 'in case it has not arrived').toEqual(['order-1']);
    bench.report(FAILED);
    bench.report({ type: 'order-replaced', intentId: 'r', ...NEXT, newOrderId: 'order-2', replacedAt: NOON + 5000 });
    expect(canceled(bench)).toEqual(['order-1', 'order-2']);
    refused(bench, 22);
    expect(canceled(bench), 'and again').toEqual(['order-1', 'order-2', 'order-2', 'order-2', 'order-2']);
  });

  it('is forgotten where the order stays as it was, and is replaced later', () => {
    const bench = lost();
    asks[0]![1](bench);
    bench.report(FAILED);
    bench.report({ type: 'intent-not-placed', intentId: 'r', kind: 'replace', code: 'lost', reason: '' });
    bench.report({ type: 'lane-opened', lane: 'spot:BTC/EUR' });
    bench.operator({ type: 'replace', intentId: 'r2', ...NEXT });
    expect(bench.commands('replace')).toHaveLength(2);
    bench.report({ type: 'order-replaced', intentId: 'r2', ...NEXT, newOrderId: 'order-2', replacedAt: NOON + 5000 });
    for (let second = 0; second < 60; second++) bench.timer();
    expect(canceled(bench)).toEqual(['order-1']);
  });
});
