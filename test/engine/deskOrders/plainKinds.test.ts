import { describe, expect, it } from 'vitest';
import { Decimal, dec } from '../../../src/base/decimal.ts';
import { NOON } from '../fixtures.ts';
import { DeskRoom } from './deskRoom.ts';

const BUY = { side: 'Buy', amount: dec('0.009') } as const;

describe('a market order of the desk', () => {
  it('is a limit order at the touch plus so many bps, and what it does not take is canceled', () => {
    const room = new DeskRoom();
    room.place({ ...BUY, kind: 'market', withinBps: 10 });
    // It rested for a moment, so it was canceled at once.
    expect(room.bench.commands('place').map(({ orderType, price }) => [orderType, price?.toFixed()])).toEqual([['Limit', '60070.01']]);
    expect(room.bench.commands('cancel')).toHaveLength(1);
    expect(room.kept).toEqual([]);
    expect(room.told.at(-1)).toBe('market done canceled');
  });

  it('never goes beyond the collar', () => {
    const room = new DeskRoom({ limits: { priceCollar: dec('0.005') } });
    room.place({ ...BUY, kind: 'market', withinBps: 500 });
    expect(room.bench.commands('place')[0]?.price).toEqual(dec('60285'));
  });

  it('is filled when all of it was', () => {
    const room = new DeskRoom({ answers: false });
    room.place({ ...BUY, kind: 'market' });
    const { intentId, amount, price } = room.bench.commands('place')[0]!;
    room.bench.report({ type: 'order-opened', intentId, orderId: 'o1', amount, price, adopted: false });
    room.bench.resting.set('o1', { intentId, symbol: 'BTC/EUR', side: 'Buy', price, amount });
    room.bench.fill('o1');
    expect(room.told.at(-1)).toBe('market done filled');
    expect(room.ctx.liveOrders).toBe(0);
  });

  it('takes what an amount of the quote currency buys', () => {
    const room = new DeskRoom();
    room.place({ kind: 'market', side: 'Buy', worth: dec('540.20') });
    expect(room.bench.commands('place')[0]?.amount).toEqual(dec('0.009'));
  });

  it('closes a position with one order after the other', () => {
    const room = new DeskRoom();
    room.hold('0.009');
    room.place({ kind: 'market', amount: 'position' });
    expect(room.bench.ladder()).toEqual(['Sell 0.009 at 59400']);
    room.bench.fill([...room.bench.resting.keys()][0]!, dec('0.004'));
    room.bench.touch('59000', '59010', 2000);
    room.book('59000', '59010');
    expect(room.bench.ladder()).toEqual(['Sell 0.005 at 58414.95']);
    room.fillAll();
    expect(room.told.at(-1)).toBe('market done filled');
    expect(room.ctx.position.amount.isZero()).toBe(true);
  });
});

describe('an IOC', () => {
  it('is canceled as soon as the venue has it', () => {
    const room = new DeskRoom();
    room.place({ ...BUY, kind: 'ioc', price: dec('60010') });
    expect(room.bench.commands('place')[0]?.price).toEqual(dec('60010'));
    expect(room.bench.commands('cancel')).toHaveLength(1);
  });

  it('is filled as far as it took', () => {
    const room = new DeskRoom({ answers: false });
    room.place({ ...BUY, kind: 'ioc', price: dec('60010') });
    const { intentId, amount, price } = room.bench.commands('place')[0]!;
    room.bench.report({ type: 'order-opened', intentId, orderId: 'o1', amount, price, adopted: false });
    room.bench.resting.set('o1', { intentId, symbol: 'BTC/EUR', side: 'Buy', price, amount });
    room.bench.fill('o1', dec('0.003'));
    room.bench.report({ type: 'order-closed', orderId: 'o1', end: 'canceled', filled: dec('0.003') });
    expect(room.told.at(-1)).toBe('ioc done filled');
    expect(room.fills).toHaveLength(1);
  });
});

describe('a post-only order', () => {
  it('is not sent where the last book would take it', () => {
    const room = new DeskRoom();
    room.place({ ...BUY, kind: 'post-only', price: dec('60010') });
    expect(room.bench.commands('place')).toEqual([]);
    expect(room.told).toEqual(['post-only done refused']);
    expect(room.bench.notices('log').at(-1)?.message).toContain('it would take from the book');
  });

  it('rests where it would not', () => {
    const room = new DeskRoom();
    room.place({ ...BUY, kind: 'post-only', price: dec('60000') });
    expect(room.bench.ladder()).toEqual(['Buy 0.009 at 60000']);
    expect(room.told).toEqual(['post-only working']);
  });

  it('is canceled when it took all the same', () => {
    const room = new DeskRoom();
    room.place({ ...BUY, kind: 'post-only', price: dec('60000') });
    room.bench.fill('order-1', dec('0.002'), { feeType: 'Taker' });
    expect(room.bench.ladder()).toEqual([]);
    expect(room.bench.commands('cancel')).toHaveLength(1);
  });
});

describe('terms', () => {
  it('cancels at the time until which an order is good', () => {
    const room = new DeskRoom();
    room.place({ ...BUY, price: dec('59000'), until: room.ctx.now + 60_000 });
    expect(room.bench.ladder()).toEqual(['Buy 0.009 at 59000']);
    room.bench.timer(59_000);
    expect(room.bench.ladder()).toEqual(['Buy 0.009 at 59000']);
    room.bench.timer(1000);
    expect(room.bench.ladder()).toEqual([]);
    expect(room.told.at(-1)).toBe('limit done expired');
  });

  it('places an order with a key once', () => {
    const room = new DeskRoom();
    room.place({ ...BUY, price: dec('59000'), once: 'first' });
    expect(room.ctx.place({ ...BUY, price: dec('58000'), once: 'first' })).toBeUndefined();
    room.book('59990', '60010');
    expect(room.bench.ladder()).toEqual(['Buy 0.009 at 59000']);
    expect(room.refused).toEqual([]);
  });

  it('cancels by the id that place returned', () => {
    const room = new DeskRoom();
    const id = room.place({ ...BUY, kind: 'limit', price: dec('59000') });
    expect(room.ctx.liveOrders).toBe(1);
    room.ctx.cancel(id);
    room.book('59990', '60010');
    expect(room.bench.ladder()).toEqual([]);
    expect(room.told.at(-1)).toBe('limit done canceled');
    expect(room.ctx.liveOrders).toBe(0);
  });

  it('D6: waits for its turn while another order of the symbol is on its way', () => {
    const room = new DeskRoom({ answers: false });
    room.ctx.place({ ...BUY, price: dec('58000') });
    room.place({ ...BUY, kind: 'limit', price: dec('59000') });
    expect(room.bench.commands('place')).toHaveLength(1);
    expect(room.kept[0]).toMatchObject({ state: 'active', waitsFor: 'its turn to be sent' });
    const { intentId, amount, price } = room.bench.commands('place')[0]!;
    room.bench.report({ type: 'order-opened', intentId, orderId: 'o1', amount, price, adopted: false });
    expect(room.bench.commands('place')).toHaveLength(2);
    expect(room.refused).toEqual([]);
  });
});

describe('what is no order', () => {
  const bad: readonly (readonly [name: string, order: object, rule: string, message: string])[] = [
    [
      'a kind',
      { ...BUY, kind: 'fok', price: 1 },
      'kind',
      'kind must be one of limit, market, ioc, post-only, stop, trailing-stop, take-profit, bracket, one-of, twap, pov, iceberg, peg, not "fok"',
    ],
    ['a side', { kind: 'limit', side: 'buy', price: 60_000, amount: dec('0.1') }, 'side', 'side must be Buy or Sell, not "buy"'],
    [
      'an amount',
      { kind: 'limit', side: 'Buy', price: 60_000, amount: 0.1 },
      'amount-grid',
      "amount must be a finite Decimal like dec('0.005') or 'position', not 0.1",
    ],
    [
      'an amount that is no number',
      { ...BUY, kind: 'limit', price: 60_000, amount: new Decimal(NaN) },
      'amount-grid',
      "amount must be a finite Decimal like dec('0.005') or 'position', not NaN",
    ],
    [
      'an endless worth',
      { kind: 'market', side: 'Buy', worth: new Decimal(Infinity) },
      'worth',
      "worth must be a finite Decimal above 0 like dec('250'), not Infinity",
    ],
    ['an endless price', { ...BUY, kind: 'limit', price: Infinity }, 'price-grid', 'price must be a price of BTC/EUR, not Infinity'],
    [
      'too little',
      { kind: 'limit', side: 'Buy', price: 60_000, amount: dec('0.00001') },
      'min-volume',
      'amount 0.00001 is below the least volume 0.0001 of BTC/EUR',
    ],
    [
      'both sizes',
      { kind: 'market', side: 'Buy', worth: dec('5'), amount: dec('1') },
      'amount',
      'exactly one of amount and worth must be given, not both',
    ],
    ['no price', { ...BUY, kind: 'limit' }, 'price-grid', 'price must be a price of BTC/EUR, not undefined'],
    ['no position', { kind: 'market', amount: 'position' }, 'position', 's has no position in BTC/EUR to close'],
    ['no stop', { ...BUY, kind: 'stop' }, 'stop', 'exactly one of stop and lossBps must be given, not neither'],
    ['no trail', { ...BUY, kind: 'trailing-stop' }, 'bps', 'trailBps must be a number of bps above 0 and below 10000, not undefined'],
    [
      'a loss of nothing',
      { ...BUY, kind: 'stop', lossBps: 50 },
      'price',
      "lossBps and gainBps count from the entry of a bracket or from a position's price, and there is neither",
    ],
    [
      'no exits',
      { ...BUY, kind: 'bracket', entry: { kind: 'market' }, exits: [] },
      'exits',
      'exits must be a list of one or more exits, not an empty list',
    ],
    [
      'an entry',
      { ...BUY, kind: 'bracket', entry: { kind: 'stop' }, exits: [] },
      'entry',
      'the kind of an entry must be one of limit, market, ioc, post-only, not "stop"',
    ],
    [
      'two take-profits',
      {
        ...BUY,
        kind: 'bracket',
        entry: { kind: 'market' },
        exits: [
          { kind: 'take-profit', gainBps: 5 },
          { kind: 'take-profit', gainBps: 6 },
        ],
      },
      'exits',
      'exits may hold one take-profit, since each is for the whole position',
    ],
    [
      'a time',
      { ...BUY, price: 60_000, until: '5m' },
      'until',
      'until must be a time in whole milliseconds, such as ctx.now + 60_000, not "5m"',
    ],
    [
      'how long instead of until when',
      { ...BUY, price: 60_000, until: 60_000 },
      'until',
      'until must be a time in whole milliseconds, such as ctx.now + 60_000, not 60000',
    ],
    [
      'a time that has passed',
      { ...BUY, price: 60_000, until: NOON },
      'until',
      'until must be a time after now, 2026-11-20T12:00:00.000Z, not 2026-11-20T12:00:00.000Z',
    ],
    ['a key', { ...BUY, price: 60_000, once: '' }, 'once', 'once must be a text of 1 to 200 characters, not ""'],
  ];

  it.each(bad)('is refused with the field, the value and what was expected: %s', (_name, order, rule, message) => {
    const room = new DeskRoom();
    expect(room.ctx.place(order as never)).toBeUndefined();
    room.book('59990', '60010');
    expect(room.refused).toEqual([`${rule}: ${message}`]);
    expect(room.kept).toEqual([]);
  });
});

describe('risk.selfTrade', () => {
  const meeting = (limits: { selfTrade?: 'cancel-first' }): DeskRoom => {
    const room = new DeskRoom({ limits });
    room.place({ side: 'Sell', price: dec('60100'), amount: dec('0.009') });
    expect(room.bench.ladder()).toEqual(['Sell 0.009 at 60100']);
    return room;
  };

  it('refuses an order that would meet one of our own', () => {
    const room = meeting({});
    room.place({ ...BUY, kind: 'limit', price: dec('60100') });
    expect(room.bench.ladder()).toEqual(['Sell 0.009 at 60100']);
    expect(room.told).toEqual(['limit done refused']);
    expect(room.bench.notices('log').at(-1)?.message, 'the check that was against it').toContain('the check self-trade refused it');
  });

  it('with cancel-first cancels ours, and the order goes when that is over', () => {
    const room = meeting({ selfTrade: 'cancel-first' });
    room.place({ ...BUY, kind: 'limit', price: dec('60100') });
    room.book('59990', '60010');
    expect(room.bench.ladder()).toEqual(['Buy 0.009 at 60100']);
    expect(room.refused).toEqual([]);
  });

  it('with cancel-first an order that is no desk order is refused once more, and goes when it is asked for again', () => {
    const room = meeting({ selfTrade: 'cancel-first' });
    room.place({ ...BUY, price: dec('60100') });
    expect(room.bench.ladder()).toEqual([]);
    expect(room.refused).toHaveLength(1);
    room.place({ ...BUY, price: dec('60100') });
    expect(room.bench.ladder()).toEqual(['Buy 0.009 at 60100']);
  });

  it('never cancels what belongs to a desk order', () => {
    const room = new DeskRoom({ limits: { selfTrade: 'cancel-first' } });
    room.hold('0.009');
    room.place({ kind: 'take-profit', amount: 'position', price: dec('60100') });
    room.place({ ...BUY, price: dec('60100') });
    expect(room.bench.ladder()).toEqual(['Sell 0.009 at 60100']);
    expect(room.refused[0]).toContain('self-trade');
  });
});
