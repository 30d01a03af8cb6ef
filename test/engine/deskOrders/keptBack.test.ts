import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import type { TradingStop } from '../../../src/model/tradingStop.ts';
import { BRACKET, DeskRoom } from './deskRoom.ts';

const ICEBERG = { kind: 'iceberg', side: 'Buy', amount: dec('0.1'), show: dec('0.01'), price: dec('59000') } as const;
const TWAP = { kind: 'twap', side: 'Buy', amount: dec('0.1'), over: 600_000 } as const;
const ALL = { of: 'all', name: '' } as const;
const MINE = { of: 'strategy', name: 's' } as const;

function stop(room: DeskRoom, scope: TradingStop['scope'], state: TradingStop['state'], reason: string): void {
  room.bench.operator({ type: 'stop-trading', scope, state, orders: 'cancel', reason });
}

interface Case {
  readonly why: string;
  readonly order: Parameters<DeskRoom['place']>[0];
  readonly limits?: ConstructorParameters<typeof DeskRoom>[0];
  readonly before?: (room: DeskRoom) => void;
  readonly says: string;
}

const CASES: readonly Case[] = [
  {
    why: 'halted',
    order: BRACKET,
    before: (room) => stop(room, ALL, 'halted', 'a person'),
    says: 'trading to be allowed again: all trading is halted (a person); it goes on by `sluice resume --all`',
  },
  {
    why: 'halted for one strategy',
    order: BRACKET,
    before: (room) => stop(room, MINE, 'halted', 'max-loss reached'),
    says: 'trading to be allowed again: s is halted (max-loss reached); it goes on by `sluice resume s`',
  },
  {
    why: 'reducing',
    order: ICEBERG,
    before: (room) => stop(room, ALL, 'reducing', 'a person'),
    says: 'waits for trading to be allowed again: all trading may only reduce positions (a person); it goes on by `sluice resume --all`',
  },
  {
    why: 'a limit on losses',
    order: ICEBERG,
    before: (room) => stop(room, MINE, 'reducing', 'max-loss reached'),
    says: 'waits for trading to be allowed again: s may only reduce positions (max-loss reached); it goes on by `sluice resume s`',
  },
  {
    why: 'a protection',
    order: ICEBERG,
    before: (room) => stop(room, { of: 'symbol', name: 'BTC/EUR' }, 'reducing', '3 losing trades'),
    says: 'waits for trading to be allowed again: BTC/EUR may only reduce positions (3 losing trades); it goes on by `sluice resume BTC/EUR`',
  },
  {
    why: 'a frozen lane',
    order: BRACKET,
    before: (room) => room.bench.report({ type: 'lane-frozen', lane: 'spot:BTC/EUR', reason: 'an order is unknown' }),
    says: 'its lane to open: an order is unknown',
  },
  {
    why: 'the collar',
    order: { ...ICEBERG, price: dec('61000') },
    limits: { limits: { priceCollar: dec('0.001') } },
    says: 'the check price-collar has refused its last order: it goes once its price lies within `risk.priceCollar` of the mid, by the market or by another limit',
  },
  {
    why: 'the budget',
    order: ICEBERG,
    limits: { limits: { budgets: { s: { amount: dec('10'), currency: 'EUR' } } } },
    says: 'the check budget has refused its last order: it goes once the budget has room, by less that is held or by a larger `budget`',
  },
  {
    why: 'the rate of orders',
    order: ICEBERG,
    limits: { limits: { maxOrdersPerMinute: 1 } },
    before: (room) => void room.place({ side: 'Sell', price: dec('61000'), amount: dec('0.001') }),
    says: 'the check order-rate has refused its last order: it goes once the rate of orders allows it',
  },
];

describe('what a kept order waits for', () => {
  it.each(CASES)('names $why, and how it goes on', ({ order, limits, before, says }) => {
    const room = new DeskRoom(limits);
    before?.(room);
    room.place(order);
    expect(room.kept[0]?.waitsFor).toContain(says);
  });

  it('names the pause of a strategy', () => {
    const room = new DeskRoom();
    room.place(TWAP);
    room.bench.operator({ type: 'pause', strategy: 's' });
    for (let books = 0; books < 3; books++) room.book('59990', '60010');
    expect(room.kept[0]?.waitsFor).toMatch(/waits for its strategy to go on: s is paused \(.+\); it goes on by `sluice resume s`$/);
  });

  it('is its turn again after a halt is over', () => {
    const room = new DeskRoom();
    stop(room, ALL, 'halted', 'a person');
    room.place(BRACKET);
    room.bench.operator({ type: 'resume-trading', scope: ALL });
    expect(room.kept[0]?.waitsFor).not.toContain('trading to be allowed again');
  });

  it('has no way on once it is over', () => {
    const room = new DeskRoom({ limits: { priceCollar: dec('0.001') } });
    const order = room.place({ ...ICEBERG, price: dec('61000') });
    room.ctx.cancel(order);
    room.book('59990', '60010');
    expect(JSON.stringify(room.bench.outputs)).toContain('the check price-collar has refused its last order)');
  });
});
