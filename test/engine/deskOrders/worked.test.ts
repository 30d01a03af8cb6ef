import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { MINUTE_MS } from '../../../src/base/instant.ts';
import { DeskRoom } from './deskRoom.ts';
import { BUY, executed, ICEBERG, PEG, placed, POV, run, traded, TWAP } from './workedRoom.ts';

describe('a TWAP', () => {
  it('places equal parts over its time, and exactly its amount in the end', () => {
    const room = new DeskRoom();
    room.place(TWAP);
    run(room, 61);
    expect(placed(room)).toHaveLength(2);
    expect(room.kept[0]).toMatchObject({ state: 'working', worked: { parts: 2 } });
    expect(room.kept[0]?.waitsFor).toMatch(/^0\.0\d+ of 0\.1 BTC done; waits for part 3 of 10, due at 2026-11-20T12:02:00\.000Z$/);
    run(room, 600);
    expect(placed(room)).toHaveLength(10);
    for (const text of placed(room)) expect(text).toMatch(/^0\.0(099\d+|1|100\d+) at 60600$/);
    expect(executed(room)).toBe('0.1');
    expect(room.told).toEqual(['twap working', 'twap done filled']);
  });

  it('waits beyond its limit, never passes it, and spreads what it missed over the time left', () => {
    const room = new DeskRoom();
    room.place({ ...TWAP, limit: 60_050 });
    run(room, 300, '60090', '60110');
    expect(placed(room), 'the first part alone').toEqual([expect.stringMatching(/ at 60050$/)]);
    run(room, 1);
    // A fifth of what is left for each of the five minutes left.
    expect(placed(room)[1]).toMatch(/^0\.0(199\d+|2) at 60050$/);
    run(room, 320);
    expect(executed(room)).toBe('0.1');
  });

  it('takes up in later parts what one did not get, and tries on in the last', () => {
    const room = new DeskRoom();
    room.place(TWAP);
    run(room, 535, '59990', '60010', '0.004');
    expect(executed(room)).toBe('0.036');
    run(room, 64, '59990', '60010', '0.01');
    expect(executed(room)).toBe('0.1');
    expect(room.told.at(-1)).toBe('twap done filled');
  });

  it('has expired with what is left when its time is over', () => {
    const room = new DeskRoom();
    room.place({ ...TWAP, limit: 60_050 });
    run(room, 10);
    run(room, 660, '60090', '60110');
    expect(room.told.at(-1)).toBe('twap done expired');
    expect(room.kept).toEqual([]);
    expect(room.bench.ladder()).toEqual([]);
    expect(room.bench.notices('log').at(-1)?.message).toMatch(
      /^twap of BTC\/EUR is done: expired: 0\.00\d+ of 0\.1 BTC done in 1 part at /,
    );
  });

  it('ends when `until` comes first, and spreads over that time', () => {
    const room = new DeskRoom();
    room.place({ ...TWAP, until: room.bench.now + 2 * MINUTE_MS });
    run(room, 180);
    expect(room.told.at(-1)).toBe('twap done expired');
  });

  it('has parts of twice the least order or more, and one where its time is short', () => {
    const room = new DeskRoom();
    room.place({ ...TWAP, amount: dec('0.0005') });
    room.place({ ...TWAP, over: 4000 });
    run(room, 2);
    expect(placed(room)).toContain('0.1 at 60600');
    run(room, 700);
    expect(executed(room)).toBe('0.1005');
  });

  it('sells down to its limit', () => {
    const room = new DeskRoom();
    room.place({ ...TWAP, side: 'Sell', limit: 59_990 });
    run(room, 61);
    expect(placed(room).every((text) => text.endsWith(' at 59990'))).toBe(true);
    expect(placed(room)).toHaveLength(2);
  });

  it('is larger than one order may be', () => {
    const room = new DeskRoom({ limits: { maxOrderAmount: { BTC: dec('0.05') } } });
    room.place({ ...TWAP, amount: dec('0.2'), over: 10_000 });
    run(room, 12);
    expect(executed(room)).toBe('0.2');
    expect(room.bench.commands('place').filter(({ amount }) => amount.gt('0.05'))).toEqual([]);
  });
});

describe('a POV', () => {
  it('does its share of what the 24-hour figure grows by', () => {
    const room = new DeskRoom();
    room.place(POV);
    traded(room, '1000');
    run(room, 5);
    expect(placed(room), 'the first figure tells nothing').toEqual([]);
    traded(room, '1000.2');
    run(room, 2);
    expect(executed(room)).toMatch(/^0\.0(199\d+|2)$/);
    expect(room.kept[0]?.waitsFor).toContain('waits for more to be traded: its share of 0.2 BTC is done');
    traded(room, '1000.5');
    run(room, 2);
    traded(room, '1009');
    run(room, 2);
    expect(executed(room)).toBe('0.1');
    expect(room.told.at(-1)).toBe('pov done filled');
  });

  it('counts nothing where the figure falls, and from there on what it grows by', () => {
    const room = new DeskRoom();
    room.place(POV);
    for (const volume of ['1000', '900', '950', '100']) traded(room, volume);
    run(room, 1);
    expect(executed(room), 'a share of 50').toBe('0.1');
    const other = new DeskRoom();
    other.place(POV);
    for (const volume of ['1000', '900', '100', '100']) traded(other, volume);
    run(other, 60);
    expect(placed(other)).toEqual([]);
  });

  it('counts nothing over a gap: what was traded meanwhile is not made up for', () => {
    const room = new DeskRoom();
    room.place(POV);
    traded(room, '1000');
    run(room, 15 * 60 + 1);
    traded(room, '1005');
    run(room, 2);
    expect(placed(room)).toEqual([]);
    traded(room, '1005.1');
    run(room, 2);
    expect(placed(room)).toHaveLength(1);
  });

  it('waits when no figures come, and has expired at `until`', () => {
    const room = new DeskRoom();
    room.place({ ...POV, until: room.bench.now + MINUTE_MS });
    run(room, 70);
    expect(placed(room)).toEqual([]);
    expect(room.told).toEqual(['pov active', 'pov done expired']);
  });

  it('does not count what was traded beyond its limit, or under a halt: it has nothing to catch up', () => {
    const room = new DeskRoom();
    room.place({ ...POV, limit: 60_050 });
    traded(room, '1000');
    run(room, 1, '60090', '60110');
    traded(room, '1001');
    run(room, 1);
    expect(placed(room)).toEqual([]);
    room.bench.operator({ type: 'stop-trading', scope: { of: 'all', name: '' }, state: 'halted', orders: 'cancel', reason: 'a person' });
    traded(room, '1002');
    room.bench.operator({ type: 'resume-trading', scope: { of: 'all', name: '' } });
    run(room, 3);
    expect(placed(room)).toEqual([]);
    traded(room, '1002.1');
    run(room, 3);
    expect(placed(room)).toHaveLength(1);
  });
});

describe('an iceberg', () => {
  it('shows a part at a time at its price, until all is done', () => {
    const room = new DeskRoom();
    room.place(ICEBERG);
    const shown: string[] = [];
    for (let i = 0; i < 4; i++) {
      shown.push(...room.bench.ladder());
      room.fillAll();
    }
    expect(shown).toHaveLength(4);
    for (const text of shown.slice(0, 3)) expect(text).toMatch(/^Buy 0\.0(299\d|3) at 59000$/);
    expect(executed(room)).toBe('0.1');
    expect(room.told).toEqual(['iceberg working', 'iceberg done filled']);
  });

  it('shows the next part when one is filled, and not before', () => {
    const room = new DeskRoom();
    room.place(ICEBERG);
    room.bench.fill('order-1', dec('0.01'));
    run(room, 10);
    expect(placed(room)).toHaveLength(1);
  });

  it('ends when a person cancels its part by the id, and goes on when all orders are canceled', () => {
    const room = new DeskRoom();
    room.place(ICEBERG);
    room.bench.operator({ type: 'cancel-all', symbol: undefined });
    run(room, 2);
    expect(room.bench.ladder()).toHaveLength(1);
    room.bench.operator({ type: 'cancel', intentId: 'person-1', orderId: 'order-2', symbol: 'BTC/EUR' });
    expect(room.told.at(-1)).toBe('iceberg done canceled');
    expect(room.bench.ladder()).toEqual([]);
  });
});

describe('a peg', () => {
  it('follows the best price of its own side up to its limit', () => {
    const room = new DeskRoom();
    room.place(PEG);
    const seen: string[] = [];
    for (const bid of ['59990', '59980', '59995', '60005']) {
      run(room, 3, bid, '60010');
      seen.push(...room.bench.ladder());
    }
    expect(seen).toEqual(['59990', '59980', '59995', '60000'].map((price) => `Buy 0.1 at ${price}`));
    room.fillAll();
    expect(room.told.at(-1)).toBe('peg done filled');
  });

  it('stands so many ticks behind the best price, or before it, and never takes', () => {
    const prices = [5, -5, -5000].map((offsetTicks) => {
      const room = new DeskRoom();
      room.place({ ...PEG, offsetTicks, side: 'Sell', limit: 1 });
      return room.bench.ladder()[0];
    });
    expect(prices).toEqual(['Sell 0.1 at 60010.05', 'Sell 0.1 at 60009.95', 'Sell 0.1 at 59990.01']);
  });

  it('does not follow itself where it is alone at the best price', () => {
    const room = new DeskRoom();
    room.place({ ...PEG, offsetTicks: -1 });
    const levels = [
      ['59990.01', '0.1'],
      ['59990', '2'],
    ] as const;
    for (let i = 0; i < 10; i++) room.levels(levels, '60010');
    expect(placed(room)).toEqual(['0.1 at 59990.01']);
    room.levels([levels[0], ['59980', '2']], '60010');
    for (let i = 0; i < 3; i++) room.levels([['59980', '2']], '60010');
    expect(room.bench.ladder()).toEqual(['Buy 0.1 at 59980.01']);
  });

  it('moves at most once a second, and is not left alone without a good book', () => {
    const room = new DeskRoom();
    room.place(PEG);
    for (let i = 0; i < 20; i++) room.book(`${59_900 + i}`, '60010');
    expect(placed(room).length).toBeLessThanOrEqual(3);
    run(room, 3);
    room.bench.timer(60_000);
    expect(room.bench.ladder()).toEqual([]);
    run(room, 2);
    expect(room.bench.ladder()).toEqual(['Buy 0.1 at 59990']);
  });
});

describe('what is no worked order', () => {
  const bad: readonly (readonly [string, object, string, string])[] = [
    ['a time', { ...BUY, kind: 'twap', over: '1h' }, 'over', 'over must be a whole number from 1000 to 31536000000, not "1h"'],
    ['a share', { ...BUY, kind: 'pov', share: 5 }, 'share', 'share must be a number above 0 and up to 1, not 5'],
    ['a part', { ...BUY, kind: 'iceberg', price: 1, show: 3 }, 'show', `show must be a finite Decimal like dec('0.01'), not 3`],
    [
      'a part above the whole',
      { ...BUY, kind: 'iceberg', price: 1, show: dec('0.11') },
      'show',
      'show must be at most the amount of the order, 0.1, not 0.11',
    ],
    [
      'a small part',
      { ...BUY, kind: 'iceberg', price: 1, show: dec('0.00001') },
      'min-volume',
      'show 0.00001 is below the least volume 0.0001 of BTC/EUR',
    ],
    ['a price', { ...BUY, kind: 'iceberg', show: dec('0.01') }, 'price-grid', 'price must be a price of BTC/EUR, not undefined'],
    ['a peg without a limit', { ...BUY, kind: 'peg', offsetTicks: 1 }, 'price-grid', 'limit must be a price of BTC/EUR, not undefined'],
    [
      'an offset',
      { ...BUY, kind: 'peg', offsetTicks: 0.5, limit: 1 },
      'offsetTicks',
      'offsetTicks must be a whole number from -1000000 to 1000000, not 0.5',
    ],
    ['a position', { amount: 'position', kind: 'twap', over: MINUTE_MS }, 'position', 's has no position in BTC/EUR to close'],
  ];

  it.each(bad)('is refused with the field, the value and what was expected: %s', (_name, order, rule, message) => {
    const room = new DeskRoom();
    expect(room.ctx.place(order as never)).toBeUndefined();
    room.book('59990', '60010');
    expect(room.refused).toEqual([`${rule}: ${message}`]);
    expect(room.kept).toEqual([]);
  });
});
