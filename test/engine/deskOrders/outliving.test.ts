import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { GateChecks } from '../../../src/gateway/gateChecks.ts';
import { limitsOf, PAIRS, touch } from '../fixtures.ts';
import { DeskRoom } from './deskRoom.ts';

const STOP = { kind: 'stop', amount: 'position', stop: dec('59000') } as const;
const ONE_OF = {
  kind: 'one-of',
  amount: 'position',
  orders: [
    { kind: 'stop', stop: dec('59000') },
    { kind: 'take-profit', price: dec('61000') },
  ],
} as const;

function holding(limits = {}): DeskRoom {
  const room = new DeskRoom({ limits });
  room.hold('0.009');
  return room;
}

/** Books at this bid, a second apart, each with a heartbeat. */
function pass(room: DeskRoom, bid: string, ask: string, seconds = 5): void {
  for (let i = 0; i < seconds; i++) {
    room.bench.timer(1000);
    room.book(bid, ask);
  }
}

describe('a stop fires', () => {
  it('although it was placed while no good book was there', () => {
    const room = holding();
    room.bench.send({ type: 'market-warning', symbol: 'BTC/EUR', kind: 'stale', detail: '' });
    room.ctx.place(STOP);
    room.bench.timer(1000);
    room.bench.send({ type: 'market-warning', symbol: 'BTC/EUR', kind: 'recovered', detail: '' });
    pass(room, '58900', '58910', 1);
    expect(room.bench.ladder()).toEqual(['Sell 0.009 at 58315.95']);
  });

  it('although a heartbeat came before the first book of a later life', () => {
    const room = holding();
    room.place(STOP);
    const later = new DeskRoom({
      at: room.bench.now + 60_000,
      orders: 100,
      restored: { states: room.states, fills: room.fills.map((fill) => ({ ...fill, strategy: 's' })) },
      hasBook: false,
    });
    later.bench.timer(1000);
    pass(later, '58900', '58910', 2);
    expect(later.bench.ladder()).toEqual(['Sell 0.009 at 58315.95']);
  });

  it('in several orders where one may not be so large', () => {
    const room = holding({ maxOrderAmount: { BTC: dec('0.005') } });
    expect(room.ctx.position.amount.isZero()).toBe(true);
    for (let i = 0; i < 2; i++) room.hold('0.0045');
    room.place(STOP);
    pass(room, '58900', '58910', 1);
    expect(room.bench.ladder()).toEqual(['Sell 0.005 at 58315.95']);
    room.fillAll();
    expect(room.bench.ladder()).toEqual(['Sell 0.004 at 58315.95']);
  });

  it('although quotes of the strategy hold what it sells: they are withdrawn, and come back', () => {
    const room = holding();
    room.bench.send({
      type: 'balances',
      rows: [
        { currency: 'BTC', total: dec('0.009'), available: dec('0.009') },
        { currency: 'EUR', total: dec('5000'), available: dec('5000') },
      ],
    });
    room.ctx.quote([{ side: 'Sell', price: dec('60500'), amount: dec('0.009') }]);
    room.place(STOP);
    expect(room.bench.ladder()).toEqual(['Sell 0.009 at 60500']);
    pass(room, '58900', '58910', 2);
    expect(room.bench.ladder()).toEqual(['Sell 0.009 at 58315.95']);
  });

  it('past the pace and the collar of the last gate', () => {
    const limits = limitsOf({ maxOrdersPerMinute: 1, priceCollar: dec('0.01') });
    const room = holding({ maxOrdersPerMinute: 1, priceCollar: dec('0.01') });
    room.place(STOP);
    pass(room, '58900', '58910', 1);
    const checks = new GateChecks({ limits, now: () => room.bench.now, bookOf: () => touch('58901', '58911', room.bench.now) });
    checks.pairs(PAIRS);
    const sold = room.bench.commands('place')[1]!;
    // Another order was counted within the minute, and the book is a tick better by now.
    expect(checks.reasonAgainst({ ...sold, side: 'Buy', price: dec('58911') })).toBeUndefined();
    expect(checks.reasonAgainst(sold)).toBeUndefined();
  });

  it('for two brackets of one amount with one book, whatever may be alike', () => {
    const room = new DeskRoom({ limits: { maxAlike: 1 } });
    const bracket = { kind: 'bracket', side: 'Buy', amount: dec('0.004'), exits: [{ kind: 'stop', lossBps: 100 }] } as const;
    for (const price of ['59500', '59400']) room.place({ ...bracket, entry: { kind: 'limit', price: dec(price) } as const });
    room.fillAll();
    pass(room, '58000', '58010', 2);
    expect(room.bench.ladder()).toHaveLength(2);
  });
});

describe('an exit that has fired goes on', () => {
  it.each(['reducing', 'halted'] as const)('when its order was canceled by a stop of trading: %s', (state) => {
    const room = holding();
    room.place(STOP);
    room.book('58900', '58910');
    room.bench.operator({ type: 'stop-trading', scope: { of: 'all', name: '' }, state, orders: 'cancel', reason: 'a person' });
    room.bench.operator({ type: 'resume-trading', scope: { of: 'all', name: '' } });
    pass(room, '58900', '58910');
    expect(room.bench.ladder()).toEqual(['Sell 0.009 at 58315.95']);
  });

  it('when all orders were canceled, and its take-profit is no longer needed', () => {
    const room = holding();
    room.place(ONE_OF);
    room.book('58900', '58910');
    room.bench.operator({ type: 'cancel-all', symbol: undefined });
    pass(room, '58900', '58910');
    expect(room.bench.ladder()).toEqual(['Sell 0.009 at 58315.95']);
    room.fillAll();
    expect(room.told.at(-1)).toBe('one-of done filled');
  });

  it('is on disk before anything is canceled for it', () => {
    const room = holding();
    room.place(ONE_OF);
    room.book('58900', '58910');
    const { outputs } = room.bench;
    const canceled = outputs.findIndex(({ type }) => type === 'cancel');
    const saved = outputs.slice(0, canceled).findLast((output) => output.type === 'save-state');
    expect(JSON.parse((saved as { state: string }).state)).toMatchObject({ orders: [{ fired: 0 }] });
  });

  it('with a cancel that was accepted and lost: it is sent again', () => {
    const room = new DeskRoom({ answers: false });
    room.place({ side: 'Buy', kind: 'ioc', price: dec('60010'), amount: dec('0.009') });
    const { intentId, amount, price } = room.bench.commands('place')[0]!;
    room.bench.report({ type: 'order-opened', intentId, orderId: 'o1', amount, price, adopted: false });
    room.bench.report({ type: 'cancel-accepted', orderId: 'o1' });
    expect(room.bench.commands('cancel')).toHaveLength(1);
    pass(room, '59990', '60010', 20);
    expect(room.bench.commands('cancel')).toHaveLength(2);
  });
});

describe('a take-profit', () => {
  it('comes back after a halt, and stays canceled when a person cancels it by its id', () => {
    const room = holding();
    room.place(ONE_OF);
    room.bench.operator({ type: 'cancel-all', symbol: undefined });
    pass(room, '59990', '60010');
    expect(room.bench.ladder()).toEqual(['Sell 0.009 at 61000']);
    const [orderId] = room.bench.resting.keys();
    room.bench.operator({ type: 'cancel', intentId: 'person-1', orderId: orderId!, symbol: 'BTC/EUR' });
    pass(room, '59990', '60010');
    expect(room.bench.ladder()).toEqual([]);
    expect(room.kept[0]?.waitsFor).toBe('the best bid at 59000 or below');
  });

  it('gives way to a stop of the same position, and neither sells what the other does', () => {
    const room = holding();
    room.place({ kind: 'limit', amount: 'position', price: dec('60500') });
    room.place(STOP);
    expect(room.bench.ladder()).toEqual(['Sell 0.009 at 60500']);
    pass(room, '58900', '58910', 2);
    expect(room.bench.ladder()).toEqual(['Sell 0.009 at 58315.95']);
    room.fillAll();
    expect(room.ctx.position.amount.isZero()).toBe(true);
  });
});

describe('a person', () => {
  it('ends a desk order by its id', () => {
    const room = holding();
    const id = room.place(ONE_OF);
    room.bench.operator({ type: 'cancel', intentId: 'person-1', orderId: id, symbol: '' });
    expect(room.bench.ladder()).toEqual([]);
    expect(room.told.at(-1)).toBe('one-of done canceled');
  });
});

describe('what was canceled on purpose', () => {
  it('stays canceled when a fee comes late, or an execution of an exit', () => {
    const room = holding();
    const id = room.place(ONE_OF);
    room.bench.fill([...room.bench.resting.keys()][0]!, dec('0.001'));
    const [orderId, order] = [...room.bench.resting][0]!;
    room.ctx.cancel(id);
    room.book('59990', '60010');
    room.bench.resting.set(orderId, order);
    room.bench.fill(orderId, dec('0.001'));
    room.bench.resting.clear();
    pass(room, '50000', '50010');
    expect(room.bench.ladder()).toEqual([]);
    expect(room.kept).toEqual([]);
  });
});

describe('an entry', () => {
  it('is refused when it is worth more than an order may be, and not made smaller', () => {
    const room = new DeskRoom({ limits: { maxOrderValue: { amount: dec('300'), currency: 'EUR' } } });
    room.place({ side: 'Buy', kind: 'limit', price: dec('59000'), amount: dec('0.009') });
    expect(room.bench.ladder()).toEqual([]);
    expect(room.told).toEqual(['limit done refused']);
  });
});
