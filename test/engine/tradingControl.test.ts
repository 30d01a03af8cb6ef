import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { STOPS_KEY } from '../../src/engine/savedStops.ts';
import type { OperatorOrder } from '../../src/model/event.ts';
import { ALL_TRADING, type TradingScope } from '../../src/model/tradingStop.ts';
import { EngineBench } from './engineBench.ts';
import { euro, fillOf, limitsOf, NOON, orderOf, settingsOf, strategyOf } from './fixtures.ts';

const KILL: OperatorOrder = { type: 'stop-trading', scope: ALL_TRADING, state: 'halted', orders: 'cancel', reason: 'the operator said so' };
const PLACE: OperatorOrder = {
  type: 'place',
  intentId: 'mine',
  symbol: 'BTC/EUR',
  side: 'Buy',
  orderType: 'Limit',
  price: dec('58000'),
  amount: dec('0.5'),
};

describe('the trading state', () => {
  it('halted: everything is canceled, and nothing but cancels leaves', () => {
    const bench = traded();
    bench.operator(PLACE);
    bench.operator(KILL);
    expect(bench.ladder()).toEqual([]);
    expect(bench.notices('trading')).toMatchObject([{ scope: ALL_TRADING, state: 'halted', reason: 'the operator said so' }]);
    bench.touch('59980', '60000', 1000);
    bench.operator({ ...PLACE, intentId: 'again' });
    bench.timer();
    expect(bench.ladder()).toEqual([]);
    expect(bench.notices('refused')).toMatchObject([{ rule: 'halted', intentId: 'again', message: 'the operator said so' }]);
    expect(bench.engine.snapshot()).toMatchObject({
      stops: [{ cause: 'operator' }],
      strategies: [{ state: 'running', trading: 'halted' }],
    });
  });

  it('halted, with the orders kept: they rest on, and nothing new comes', () => {
    const bench = traded();
    bench.operator({ ...KILL, orders: 'keep' });
    bench.touch('59000', '59020', 1000);
    expect(bench.ladder()).toEqual(['Buy 0.009 at 59000']);
  });

  it('goes on when a person says so', () => {
    const bench = traded();
    bench.operator(KILL);
    bench.operator({ type: 'resume-trading', scope: ALL_TRADING });
    bench.touch('59980', '60000', 1000);
    expect(bench.ladder()).toEqual(['Buy 0.009 at 59000']);
    expect(bench.notices('trading').at(-1)).toMatchObject({ state: 'active', cause: 'operator' });
    expect(bench.engine.snapshot().stops).toEqual([]);
  });

  it('reducing: a person may sell and not buy, and what adds to a position is canceled', () => {
    const bench = traded();
    bench.operator({ ...KILL, state: 'reducing' });
    bench.touch('59980', '60000', 1000);
    expect(bench.ladder()).toEqual([]);
    bench.operator({ ...PLACE, side: 'Sell', price: dec('61000') });
    expect(bench.ladder()).toEqual(['Sell 0.5 at 61000']);
  });

  it.each<TradingScope>([
    { of: 'strategy', name: 's' },
    { of: 'symbol', name: 'BTC/EUR' },
  ])('of one $of leaves the others alone', (scope) => {
    const bench = new EngineBench(settingsOf([quoting('s'), quoting('t', 'ETH/EUR')]));
    bench.touch('59990', '60010');
    bench.touch('59990', '60010', 0, 'ETH/EUR');
    bench.operator({ ...KILL, scope });
    expect([bench.ladder(), bench.ladder('ETH/EUR')]).toEqual([[], ['Buy 0.009 at 59000']]);
    bench.operator({ type: 'resume-trading', scope: { of: 'symbol', name: 'ETH/EUR' } });
    expect(bench.engine.snapshot().stops, 'another scope was lifted').toMatchObject([{ scope }]);
    bench.operator({ type: 'resume-trading', scope });
    bench.touch('59990', '60010', 1000);
    expect(bench.ladder()).toEqual(['Buy 0.009 at 59000']);
  });

  it('of a strategy is lifted by its resume, and all is lifted by that of everything, pauses too', () => {
    const bench = new EngineBench(settingsOf([quoting('s')]));
    const states = (): unknown[] => [bench.engine.snapshot().stops.length, bench.strategy().state];
    bench.touch('59990', '60010');
    bench.operator({ ...KILL, scope: { of: 'strategy', name: 's' } });
    bench.operator({ type: 'resume', strategy: 's' });
    expect(states()).toEqual([0, 'running']);
    bench.operator({ type: 'pause', strategy: 's' });
    bench.operator(KILL);
    bench.operator({ type: 'resume', strategy: 's' });
    expect(states(), 'all trading is still halted').toEqual([1, 'paused']);
    expect(bench.notices('refused')).toMatchObject([{ rule: 'halted' }]);
    bench.operator({ type: 'resume-trading', scope: ALL_TRADING });
    expect(states()).toEqual([0, 'running']);
  });

  it('cancels an order that opens after it was halted', () => {
    const bench = new EngineBench(settingsOf([quoting('s')]), { answers: false });
    bench.touch('59990', '60010');
    const { intentId, amount, price } = bench.commands('place')[0]!;
    bench.operator(KILL);
    expect(bench.commands('cancel')).toEqual([]);
    bench.report({ type: 'order-opened', intentId, orderId: 'late', amount, price, adopted: false });
    expect(bench.commands('cancel')).toMatchObject([{ orderId: 'late' }]);
  });

  it('tries a cancel again that came to nothing, for as long as the order is there', () => {
    const bench = new EngineBench(settingsOf([]), { answers: false, restored: { orders: [orderOf()] } });
    bench.operator(KILL);
    bench.report({ type: 'cancel-failed', orderId: 'order-1', reason: 'timeout', code: 'timeout' });
    for (let second = 0; second < 4; second++) bench.timer();
    expect(bench.commands('cancel')).toHaveLength(2);
  });

  describe('halted while nobody can say what came of a replacement', () => {
    const NEXT = { orderId: 'order-1', newOrderId: 'order-1', price: dec('58500'), amount: dec('0.009'), replacedAt: NOON + 5000 };

    function lost(): EngineBench {
      const bench = new EngineBench(settingsOf([quoting('s')], { replaces: true }), { answers: false });
      bench.touch('59990', '60010');
      const { intentId, amount, price } = bench.commands('place')[0]!;
      bench.report({ type: 'order-opened', intentId, orderId: 'order-1', amount, price, adopted: false });
      bench.operator({ type: 'replace', intentId: 'r', orderId: 'order-1', price: dec('58500'), amount: dec('0.009') });
      bench.operator(KILL);
      expect(bench.commands('cancel'), 'its answer may still come').toEqual([]);
      bench.report({ type: 'intent-unknown', intentId: 'r', kind: 'replace', lane: 'spot:BTC/EUR', reason: 'no answer' });
      return bench;
    }

    it('cancels the order: its proof may take long', () => {
      const bench = lost();
      expect(bench.commands('cancel')).toMatchObject([{ orderId: 'order-1' }]);
      for (let second = 0; second < 10; second++) bench.timer();
      expect(bench.commands('cancel')).toHaveLength(1);
      bench.report({ type: 'order-closed', orderId: 'order-1', end: 'canceled', filled: dec('0') });
      expect(bench.engine.snapshot().orders).toEqual([]);
    });

    it.each(['order-1', 'order-2'])('cancels what it turns out to have become: %s', (newOrderId) => {
      const bench = lost();
      bench.timer(4000);
      bench.report({ type: 'order-replaced', intentId: 'r', ...NEXT, newOrderId, isFinal: false });
      expect(bench.commands('cancel').map(({ orderId }) => orderId)).toEqual(['order-1', newOrderId]);
    });

    it('cancels it more and more seldom while its cancels are refused: it may be gone, and is not closed before the proof', () => {
      const bench = lost();
      for (let second = 0; second < 600; second++) {
        if (bench.engine.snapshot().orders[0]!.canceling)
          bench.report({ type: 'cancel-failed', orderId: 'order-1', reason: 'no such order', code: 'refused' });
        bench.timer();
      }
      expect(bench.commands('cancel').length).toBeLessThan(16);
      expect(bench.commands('cancel').length).toBeGreaterThan(11);
    });

    /** The next life, which knows of the replacement from the journal. */
    function lostBefore(): EngineBench {
      const orders = [orderOf(), orderOf({ intentId: 'r', orderId: undefined, state: 'unknown' })];
      const bench = new EngineBench(settingsOf([]), { answers: false, restored: { orders, replacements: { r: 'order-1' } } });
      bench.operator(KILL);
      return bench;
    }

    it('in an earlier life: more and more seldom too, and soon again when its outcome is known', () => {
      const bench = lostBefore();
      const refused = (seconds: number): number => {
        const before = bench.commands('cancel').length;
        for (let second = 0; second < seconds; second++) {
          if (bench.engine.snapshot().orders[0]!.canceling)
            bench.report({ type: 'cancel-failed', orderId: 'order-1', reason: 'no such order', code: 'refused' });
          bench.timer();
        }
        return bench.commands('cancel').length - before;
      };
      expect(refused(600)).toBeLessThan(16);
      bench.report({ type: 'intent-not-placed', intentId: 'r', kind: 'replace', code: 'lost', reason: '' });
      expect(refused(60)).toBeGreaterThan(15);
    });

    it('in an earlier life: what it turns out to have become is canceled at once', () => {
      const bench = lostBefore();
      bench.report({ type: 'cancel-accepted', orderId: 'order-1' });
      bench.timer(4000);
      bench.report({ type: 'order-replaced', intentId: 'r', ...NEXT, newOrderId: 'order-2' });
      expect(bench.commands('cancel').map(({ orderId }) => orderId)).toEqual(['order-1', 'order-2']);
    });

    it('and a person may cancel it', () => {
      const bench = lost();
      bench.operator({ type: 'cancel', intentId: 'c', orderId: 'order-1', symbol: 'BTC/EUR' });
      expect(bench.commands('cancel')).toHaveLength(2);
      expect(bench.notices('refused')).toEqual([]);
    });
  });

  it('is kept over a restart, and the orders of before are canceled there too', () => {
    const first = traded();
    first.operator(KILL);
    const saved = first.notices('save-state').findLast(({ strategy }) => strategy === STOPS_KEY)!;
    const again = new EngineBench(settingsOf([quoting('s')]), {
      restored: { states: { [STOPS_KEY]: saved.state }, orders: [orderOf({ placedAt: NOON - 1 })] },
      at: NOON + 60_000,
      answers: false,
    });
    again.touch('59990', '60010');
    again.timer();
    expect(again.commands('place')).toEqual([]);
    expect(again.commands('cancel')).toMatchObject([{ orderId: 'order-1' }]);
    expect(again.engine.snapshot().stops).toMatchObject([{ since: NOON, reason: 'the operator said so' }]);
  });

  it('is halted when what was saved can not be read', () => {
    const bench = new EngineBench(settingsOf([quoting('s')]), { restored: { states: { [STOPS_KEY]: '{' } } });
    bench.touch('59990', '60010');
    expect(bench.ladder()).toEqual([]);
    expect(bench.engine.snapshot().stops).toMatchObject([{ reason: expect.stringContaining("can't be read") as string }]);
    bench.operator({ type: 'resume-trading', scope: ALL_TRADING });
    bench.touch('59990', '60010', 1000);
    expect(bench.ladder()).toEqual(['Buy 0.009 at 59000']);
  });

  it('forgets neither what was saved nor what came before that was read', () => {
    const saved = JSON.stringify([
      { scope: { of: 'symbol', name: 'ETH/EUR' }, state: 'halted', cause: 'operator', orders: 'keep', reason: 'of yesterday', since: 1 },
    ]);
    const bench = new EngineBench(settingsOf([quoting('s')]));
    bench.operator(KILL);
    bench.send({ type: 'restored', fills: [], conversions: [], orders: [], states: { [STOPS_KEY]: saved } });
    const last = bench.notices('save-state').at(-1)!;
    expect(JSON.parse(last.state)).toMatchObject([{ reason: 'of yesterday' }, { reason: 'the operator said so' }]);
  });

  it('a day that ends lifts its loss and nothing else', () => {
    const limits = limitsOf({ maxDailyLoss: euro('100') });
    const fill = fillOf({ strategy: 's', amount: dec('1'), price: dec('60000') });
    const bench = new EngineBench(settingsOf([quoting('s')], { limits }), { restored: { fills: [fill] } });
    bench.touch('59990', '60010');
    bench.timer();
    bench.touch('59800', '59800.02', 1000);
    bench.timer();
    bench.operator(KILL);
    bench.operator({ type: 'resume-trading', scope: ALL_TRADING });
    expect(bench.engine.snapshot().stops).toMatchObject([{ cause: 'daily-loss', until: Date.UTC(2026, 10, 21) }]);
    bench.operator(KILL);
    bench.timer(86_400_000 / 2);
    expect(bench.engine.snapshot().stops).toMatchObject([{ cause: 'operator' }]);
  });
});

describe('a shutdown', () => {
  it("U10: leaves a person's orders alone, and cancels those of strategies, gone ones too", () => {
    const orders = ['operator', 's', 'gone'].map((strategy, i) => orderOf({ strategy, intentId: `i${i}`, orderId: `order-${strategy}` }));
    const bench = new EngineBench(settingsOf([quoting('s')]), { answers: false, restored: { orders } });
    bench.send({ type: 'shutdown', onStop: 'cancel', spares: 'operator' });
    bench.timer();
    expect(bench.commands('cancel').map(({ orderId }) => orderId)).toEqual(['order-s', 'order-gone']);
  });

  it('of a session from before that was told apart cancels all', () => {
    const bench = new EngineBench(settingsOf([]), { answers: false, restored: { orders: [orderOf({ strategy: 'operator' })] } });
    bench.send({ type: 'shutdown', onStop: 'cancel' });
    expect(bench.commands('cancel')).toHaveLength(1);
  });
});

describe('cancel-all', () => {
  it('cancels all own orders, or those of one symbol', () => {
    const orders = ['BTC/EUR', 'ETH/EUR'].map((symbol) => orderOf({ symbol, intentId: symbol, orderId: symbol, price: dec('100') }));
    const bench = new EngineBench(settingsOf([]), { answers: false, restored: { orders } });
    bench.operator({ type: 'cancel-all', symbol: 'ETH/EUR' });
    expect(bench.commands('cancel').map(({ orderId }) => orderId)).toEqual(['ETH/EUR']);
    bench.operator({ type: 'cancel-all', symbol: undefined });
    expect(bench.commands('cancel').map(({ orderId }) => orderId)).toEqual(['ETH/EUR', 'BTC/EUR']);
  });

  it('cancels one that is on its way when it opens', () => {
    const bench = new EngineBench(settingsOf([quoting('s')]), { answers: false });
    bench.touch('59990', '60010');
    const { intentId, amount, price } = bench.commands('place')[0]!;
    bench.operator({ type: 'cancel-all', symbol: 'BTC/EUR' });
    expect(bench.commands('cancel')).toEqual([]);
    bench.report({ type: 'order-opened', intentId, orderId: 'late', amount, price, adopted: false });
    expect(bench.commands('cancel')).toMatchObject([{ orderId: 'late' }]);
  });
});

/** A bench with one strategy that has its order resting. */
function traded(): EngineBench {
  const bench = new EngineBench(settingsOf([quoting('s')]));
  bench.touch('59990', '60010');
  return bench;
}

function quoting(name: string, symbol = 'BTC/EUR') {
  const wanted = [{ side: 'Buy', price: dec('59000'), amount: dec('0.009') }] as const;
  return strategyOf({ onBook: (_book, ctx) => ctx.quote(wanted) }, name, symbol);
}
