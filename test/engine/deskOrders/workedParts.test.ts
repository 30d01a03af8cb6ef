import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { fillOf } from '../fixtures.ts';
import { DeskRoom } from './deskRoom.ts';
import { next, remembered } from './nextLife.ts';
import { ICEBERG, placed, run, TWAP } from './workedRoom.ts';

describe('a part of a TWAP', () => {
  const BOUGHT = { orderId: 'o1', side: 'Buy', price: dec('60010') } as const;

  /** Sent and open for longer than it may be. */
  const late = (): DeskRoom => {
    const room = new DeskRoom({ answers: false });
    room.place(TWAP);
    const { intentId, amount, price } = room.bench.commands('place')[0]!;
    room.bench.report({ type: 'order-opened', intentId, orderId: 'o1', amount, price, adopted: false });
    room.bench.timer(2000);
    expect(room.bench.commands('cancel')).toHaveLength(1);
    return room;
  };

  it('that is filled while it is being canceled counts, once, and nothing is owed', () => {
    const room = late();
    const { amount } = room.bench.commands('place')[0]!;
    room.bench.report({ type: 'fill', fill: fillOf({ ...BOUGHT, amount }) });
    room.bench.report({ type: 'cancel-failed', orderId: 'o1', reason: 'it is not open' });
    room.bench.report({ type: 'order-closed', orderId: 'o1', end: 'filled', filled: amount });
    run(room, 50);
    expect(placed(room)).toHaveLength(1);
    expect(room.kept[0]?.filled).toEqual(amount);
    run(room, 10);
    expect(placed(room)).toHaveLength(2);
  });

  it('that is filled in part leaves the rest to those that follow', () => {
    const room = late();
    room.bench.report({ type: 'fill', fill: fillOf({ ...BOUGHT, amount: dec('0.001') }) });
    room.bench.report({ type: 'order-closed', orderId: 'o1', end: 'canceled', filled: dec('0.001') });
    room.bench.timer(60_000);
    room.book('59990', '60010');
    expect(placed(room)[1], '0.099 in nine parts').toMatch(/^0\.01(09\d+|1) at 60600$/);
  });

  it('that a check of ours refuses says so while it waits, and at its end', () => {
    const room = new DeskRoom();
    room.ctx.place({ side: 'Sell', price: dec('60010'), amount: dec('0.01') });
    room.place({ ...TWAP, over: 20_000 });
    run(room, 3);
    expect(room.refused[0]).toContain('self-trade');
    expect(room.kept[0]?.waitsFor).toMatch(
      /^0 of 0.1 BTC done \(the check self-trade has refused its last order: it goes once the own order that it would meet is gone\); waits for/,
    );
    run(room, 30);
    expect(room.told.at(-1)).toBe('twap done expired');
    expect(JSON.stringify(room.bench.outputs)).toContain('the check self-trade has refused its last order');
  });

  it('is spread when the clock jumps ahead: no slice is made up for', () => {
    const room = new DeskRoom();
    room.place(TWAP);
    run(room, 2);
    room.bench.timer(300_000);
    room.book('59990', '60010');
    expect(placed(room)).toHaveLength(2);
    expect(placed(room)[1], '0.09 in five parts').toMatch(/^0\.01(79\d+|8) at 60600$/);
  });

  it('that was never placed is not counted, and is sent again in time', () => {
    const room = new DeskRoom({ answers: false });
    room.place(TWAP);
    const { intentId } = room.bench.commands('place')[0]!;
    room.bench.report({ type: 'intent-not-placed', intentId, kind: 'place', code: 'lost', reason: 'it never arrived' });
    room.bench.timer(61_000);
    room.book('59990', '60010');
    expect(placed(room)).toHaveLength(2);
    expect(room.kept[0]).toMatchObject({ filled: dec('0'), worked: { parts: 2 } });
  });
});

describe('what a worked order cost', () => {
  it('is told against the mid of its arrival, and against all of it at once', () => {
    const room = new DeskRoom();
    room.place({ ...TWAP, over: 20_000 });
    run(room, 22);
    expect(room.bench.notices('log').at(-1)?.message).toMatch(
      /^twap of BTC\/EUR is done: filled: 0\.1 of 0\.1 BTC done in 4 parts at 60600, 100 bps worse than the mid at its arrival \(60000\); at once would have been 1\.67 bps worse$/,
    );
  });

  it('is told with each part, as what one unit would have brought', () => {
    const room = new DeskRoom();
    const id = room.place({ ...TWAP, side: 'Sell' });
    expect(room.bench.notices('leg')).toEqual([
      {
        type: 'leg',
        intentId: room.bench.commands('place')[0]!.intentId,
        quote: undefined,
        book: dec('59990').times('0.998'),
        of: { id, at: room.kept[0]!.placedAt, mid: dec('60000'), fromCurrency: 'BTC', toCurrency: 'EUR' },
      },
    ]);
  });

  it('is told again after a restart, since a kill may come before it is written down', () => {
    const room = new DeskRoom();
    room.place(TWAP);
    run(room, 61);
    const later = next(room, remembered(room), 1000);
    expect(later.bench.notices('leg')).toEqual(room.bench.notices('leg'));
    expect(later.bench.notices('leg')).toHaveLength(2);
  });

  it('says so where the book did not hold all of it', () => {
    const room = new DeskRoom();
    room.place({ ...ICEBERG, amount: dec('11'), show: dec('11'), price: 59_990 });
    room.fillAll();
    expect(room.bench.notices('log').at(-1)?.message).toContain('the book of its arrival did not hold all of it');
  });
});
