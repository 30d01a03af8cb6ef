import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import type { StrategyHandlers, WantedQuote } from '../../src/engine/strategy.ts';
import type { StrategySettings } from '../../src/engine/strategySettings.ts';
import { EngineBench } from './engineBench.ts';
import { balanceOf, euro, fillOf, limitsOf, NOON, orderOf, settingsOf, strategyOf } from './fixtures.ts';

describe('the quote desk', () => {
  it('sends one command of a symbol that takes risk, and the next when its report has come', () => {
    const bench = new EngineBench(settingsOf([quoting([buy('59000'), buy('58000')])]), { answers: false });
    bench.touch('59990', '60010');
    bench.timer();
    expect(bench.commands('place')).toHaveLength(1);
    const { intentId, amount, price } = bench.commands('place')[0]!;
    bench.report({ type: 'order-opened', intentId, orderId: 'o', amount, price, adopted: false });
    expect(bench.commands('place').map((command) => command.price!.toFixed())).toEqual(['59000', '58000']);
  });

  it('takes turns between strategies of a symbol (F39)', () => {
    const settings = settingsOf([quoting([buy('59000'), buy('58000')], 'first'), quoting([buy('57000'), buy('56000')], 'second')]);
    const bench = new EngineBench(settings);
    bench.touch('59990', '60010');
    bench.timer();
    expect(bench.commands('place').map(({ strategy }) => strategy)).toEqual(['first', 'second', 'first', 'second']);
  });

  it('lets no two orders be alike', () => {
    const wanted = Array.from({ length: 20 }, () => buy('59000', '0.5'));
    const bench = new EngineBench(settingsOf([quoting(wanted)]));
    bench.touch('59990', '60010');
    const amounts = bench.commands('place').map(({ amount }) => amount.toFixed());
    expect(new Set(amounts).size).toBe(20);
    for (const amount of amounts) expect(dec('0.5').minus(amount).lte('0.0005')).toBe(true);
  });

  it('sends nothing when rounding makes a change none', () => {
    let price = '59000.004';
    const bench = new EngineBench(settingsOf([strategyOf({ onBook: (_book, ctx) => ctx.quote([buy(price)]) })]));
    bench.touch('59990', '60010');
    price = '59000.009';
    bench.touch('59990', '60010', 1000);
    expect(bench.outputs.filter(({ type }) => type === 'replace' || type === 'cancel')).toEqual([]);
  });

  it('moves the side first that gives way, so that it never meets itself', () => {
    let at = 0;
    const handlers: StrategyHandlers = { onBook: (_book, ctx) => ctx.quote([buy(String(59_990 + at)), sell(String(60_010 + at))]) };
    const bench = new EngineBench(settingsOf([strategyOf(handlers)]));
    bench.touch('59980', '60020');
    at = 50;
    bench.touch('60030', '60070', 1000);
    at = 0;
    bench.touch('59980', '60020', 1000);
    expect(bench.commands('replace').map(({ side }) => side)).toEqual(['Sell', 'Buy', 'Buy', 'Sell']);
    expect(bench.notices('refused')).toEqual([]);
  });

  it('cancels, waits for the end, and places where the venue is not known to replace', () => {
    let price = '59000';
    const handlers: StrategyHandlers = { onBook: (_book, ctx) => ctx.quote([buy(price)]) };
    const bench = new EngineBench(settingsOf([strategyOf(handlers)], { replaces: false }), { answers: false });
    bench.touch('59990', '60010');
    open(bench, 'o1');
    price = '59100';
    bench.touch('59990', '60010', 1000);
    bench.touch('59990', '60010', 1000);
    bench.report({ type: 'cancel-accepted', orderId: 'o1' });
    expect(bench.commands('cancel')).toHaveLength(1);
    expect(bench.commands('place')).toHaveLength(1);
    bench.report({ type: 'order-closed', orderId: 'o1', end: 'canceled', filled: dec('0') });
    expect(bench.commands('place')[1]).toMatchObject({ price: dec('59100') });
  });

  it('takes back what may not move to where it is wanted', () => {
    let price = '59000';
    const handlers: StrategyHandlers = { onBook: (_book, ctx) => ctx.quote([buy(price)]) };
    const limits = limitsOf({ maxOrderValue: euro('535') });
    const bench = new EngineBench(settingsOf([strategyOf(handlers)], { limits }));
    bench.touch('59990', '60010');
    price = '59900';
    bench.touch('59990', '60010', 1000);
    expect(bench.ladder()).toEqual([]);
    expect(bench.notices('refused')).toMatchObject([{ rule: 'order-value' }]);
  });

  it('tries a failed cancel again after a while, and one that was taken and changed nothing after longer', () => {
    let wanted = [buy('59000')];
    const bench = new EngineBench(settingsOf([strategyOf({ onBook: (_book, ctx) => ctx.quote(wanted) })]), { answers: false });
    bench.touch('59990', '60010');
    open(bench, 'o1');
    wanted = [];
    bench.touch('59990', '60010');
    bench.report({ type: 'cancel-failed', orderId: 'o1', reason: 'timeout' });
    bench.timer(2999);
    expect(bench.commands('cancel')).toHaveLength(1);
    bench.timer(1);
    expect(bench.commands('cancel')).toHaveLength(2);
    bench.report({ type: 'cancel-accepted', orderId: 'o1' });
    bench.timer(14_999);
    expect(bench.commands('cancel')).toHaveLength(2);
    bench.timer(1);
    expect(bench.commands('cancel')).toHaveLength(3);
  });

  it('takes no new risk in a frozen lane, and still cancels', () => {
    let wanted = [buy('59000')];
    const bench = new EngineBench(settingsOf([strategyOf({ onBook: (_book, ctx) => ctx.quote(wanted) })]));
    bench.touch('59990', '60010');
    bench.report({ type: 'lane-frozen', lane: 'spot:BTC/EUR', reason: 'nobody can say' });
    wanted = [buy('59000'), buy('58000')];
    bench.touch('59990', '60010', 1000);
    expect(bench.commands('place')).toHaveLength(1);
    expect(bench.notices('refused')).toMatchObject([{ rule: 'lane-frozen', message: 'nobody can say' }]);
    wanted = [];
    bench.touch('59990', '60010', 1000);
    expect(bench.ladder()).toEqual([]);
    wanted = [buy('59000')];
    bench.report({ type: 'lane-opened', lane: 'spot:BTC/EUR' });
    bench.touch('59990', '60010', 1000);
    expect(bench.ladder()).toEqual(['Buy 0.009 at 59000']);
  });

  it('leaves orders that a strategy placed by its own hand alone', () => {
    let asked = false;
    const handlers: StrategyHandlers = {
      onBook: (_book, ctx) => {
        if (!asked) ctx.place({ ...sell('61000'), tag: 'mine' });
        asked = true;
        ctx.quote([buy('59000')]);
      },
    };
    const bench = new EngineBench(settingsOf([strategyOf(handlers)]));
    bench.touch('59990', '60010');
    bench.touch('59990', '60010', 1000);
    expect(bench.ladder()).toEqual(['Buy 0.009 at 59000', 'Sell 0.009 at 61000']);
    expect(bench.commands('place')[0]).toMatchObject({ tag: 'mine' });
    bench.operator({ type: 'pause', strategy: 's' });
    expect(bench.ladder(), 'but not when the strategy is paused').toEqual([]);
  });
});

describe('orders of earlier lives', () => {
  it('stay when they are what is wanted, and count for limits at once', () => {
    const restored = { orders: [orderOf({ amount: dec('0.009'), price: dec('59000'), orderId: 'old' })] };
    const bench = new EngineBench(settingsOf([quoting([buy('59000')])]), { restored });
    bench.touch('59990', '60010');
    bench.timer();
    expect(bench.outputs.filter((output) => output.type === 'place' || output.type === 'cancel')).toEqual([]);
  });

  it('are left alone until the strategy first says what it wants', () => {
    const restored = { orders: [orderOf({ orderId: 'old' })] };
    const bench = new EngineBench(settingsOf([strategyOf({})]), { restored });
    bench.touch('59990', '60010');
    expect(bench.commands('cancel')).toEqual([]);
  });

  it('keep the lane shut while they are unknown', () => {
    const restored = { orders: [orderOf({ orderId: undefined, state: 'unknown' as const })] };
    const bench = new EngineBench(settingsOf([quoting([buy('59000')])]), { restored });
    bench.touch('59990', '60010');
    expect(bench.commands('place')).toEqual([]);
    bench.report({ type: 'order-opened', intentId: 'intent-1', orderId: 'found', amount: dec('1'), price: dec('60000'), adopted: true });
    expect(bench.commands('replace')).toMatchObject([{ orderId: 'found' }]);
  });

  it('are booked before anything trades, in the order in which it happened, each fill once', () => {
    const early = fillOf({ strategy: 's', amount: dec('1'), price: dec('100'), tradedAt: NOON - 2000 });
    const late = fillOf({ strategy: 's', side: 'Sell', amount: dec('1'), price: dec('110'), tradedAt: NOON - 1000 });
    const foreign = fillOf({ strategy: 'gone', amount: dec('5') });
    const bench = new EngineBench(settingsOf([strategyOf({})]), { restored: { fills: [late, early, foreign, early] } });
    bench.report({ type: 'fill', fill: late });
    expect(bench.strategy().position).toMatchObject({ realised: dec('10'), fills: 2 });
  });
});

describe('fills', () => {
  it('are booked once, told with whose they are, and taken off what is free', () => {
    const seen: string[] = [];
    const handlers: StrategyHandlers = {
      onBook: (_book, ctx) => ctx.quote([buy('59000')]),
      onFill: (fill, ctx) => void seen.push(`${fill.id} ${fill.strategy} ${ctx.position.amount}`),
    };
    const bench = new EngineBench(settingsOf([strategyOf(handlers)]), { answers: false });
    bench.send({ type: 'balances', rows: [balanceOf('EUR', '1000')] });
    bench.touch('59990', '60010');
    const fill = fillOf({ id: 'f', orderId: 'o1', amount: dec('0.009'), price: dec('59000') });
    bench.report({ type: 'fill', fill });
    bench.report({ type: 'fill', fill });
    expect(seen, 'whose it is is not known yet').toEqual([]);
    open(bench, 'o1');
    bench.report({ type: 'fill', fill });
    expect(seen).toEqual(['f s 0.009']);
    expect(bench.engine.snapshot().orders.filter(({ orderId }) => orderId === 'o1')).toEqual([]);
    expect(bench.notices('refused'), 'of 1000 EUR 531 are spent').toMatchObject([{ rule: 'balance' }]);
  });

  it("of somebody else's orders change no position (F37)", () => {
    const bench = new EngineBench(settingsOf([strategyOf({})]));
    bench.touch('59990', '60010');
    bench.report({ type: 'external-order', orderId: 'x', symbol: 'BTC/EUR', side: 'Buy', price: dec('1'), amount: dec('1') });
    bench.report({ type: 'fill', fill: fillOf({ orderId: 'x' }) });
    expect(bench.strategy().position.fills).toBe(0);
  });

  it('that come with the end of an order before its answer leave it closed (F30)', () => {
    const bench = new EngineBench(settingsOf([quoting([buy('59000')])]), { answers: false });
    bench.touch('59990', '60010');
    bench.report({ type: 'fill', fill: fillOf({ orderId: 'o1', amount: dec('0.004') }) });
    bench.report({ type: 'order-closed', orderId: 'o1', end: 'canceled', filled: dec('0.004') });
    open(bench, 'o1');
    expect(bench.strategy()).toMatchObject({ position: { amount: dec('0.004') } });
    expect(
      bench.engine.snapshot().orders.map(({ state }) => state),
      'only the next one',
    ).toEqual(['pending']);
  });
});

describe('an order that should not be there', () => {
  it('is canceled when it turns up after its refusal', () => {
    const bench = new EngineBench(settingsOf([quoting([buy('59000')])]), { answers: false });
    bench.touch('59990', '60010');
    const { intentId, amount, price } = bench.commands('place')[0]!;
    bench.report({ type: 'intent-refused', intentId, kind: 'place', code: 'x', message: '' });
    bench.report({ type: 'order-opened', intentId, orderId: 'late', amount, price, adopted: true });
    expect(bench.commands('cancel')).toMatchObject([{ orderId: 'late', strategy: 's' }]);
  });
});

describe('shutdown', () => {
  it('takes no new risk and cancels everything, late ones too', () => {
    const bench = new EngineBench(settingsOf([quoting([buy('59000'), buy('58000')])]), { answers: false });
    bench.touch('59990', '60010');
    open(bench, 'o1');
    bench.send({ type: 'shutdown', onStop: 'cancel' });
    expect(bench.commands('cancel')).toMatchObject([{ orderId: 'o1' }]);
    open(bench, 'o2', 1);
    expect(bench.commands('cancel')).toMatchObject([{ orderId: 'o1' }, { orderId: 'o2' }]);
    bench.touch('59990', '60010', 1000);
    expect(bench.commands('place')).toHaveLength(2);
    bench.report({ type: 'cancel-failed', orderId: 'o2', reason: 'timeout' });
    bench.timer(3000);
    expect(bench.commands('cancel')).toHaveLength(3);
  });

  it('keeps what rests when it is told so', () => {
    const bench = new EngineBench(settingsOf([quoting([buy('59000'), buy('58000')])]), { answers: false });
    bench.touch('59990', '60010');
    open(bench, 'o1');
    bench.send({ type: 'shutdown', onStop: 'keep' });
    open(bench, 'o2', 1);
    bench.timer();
    expect(bench.commands('cancel')).toEqual([]);
    expect(bench.commands('place')).toHaveLength(2);
  });
});

function quoting(wanted: readonly WantedQuote[], name = 's'): StrategySettings {
  return strategyOf({ onBook: (_book, ctx) => ctx.quote(wanted) }, name);
}

function buy(price: string, amount = '0.009'): WantedQuote {
  return { side: 'Buy', price: dec(price), amount: dec(amount) };
}

function sell(price: string): WantedQuote {
  return { side: 'Sell', price: dec(price), amount: dec('0.009') };
}

/** Answers the first place, or a later one. */
function open(bench: EngineBench, orderId: string, which = 0): void {
  const { intentId, amount, price } = bench.commands('place')[which]!;
  bench.report({ type: 'order-opened', intentId, orderId, amount, price, adopted: false });
}
