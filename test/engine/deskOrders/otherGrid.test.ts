import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { gridOf } from '../../../src/model/grid.ts';
import type { Pair } from '../../../src/model/pair.ts';
import { BTC, PAIRS } from '../fixtures.ts';
import { BRACKET, DeskRoom } from './deskRoom.ts';
import { remembered } from './nextLife.ts';

/** The next life, whose venue has other rules for the pair by then. It has seen no book yet. */
function underRules(room: DeskRoom, precision: number, step: string): DeskRoom {
  const pairs: readonly Pair[] = [{ ...BTC, grid: gridOf(precision, dec(step)) }, ...PAIRS.slice(1)];
  return new DeskRoom({ at: room.bench.now + 60_000, orders: 1000, restored: remembered(room), pairs, hasBook: false });
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

  it('orders no more and at no worse price where what was asked for lies between two steps', () => {
    const room = new DeskRoom();
    room.place({ side: 'Buy', kind: 'iceberg', amount: dec('0.01239'), show: dec('0.0059'), price: dec('59499.99') });
    const [iceberg] = keptIn(underRules(room, 0, '0.001'));
    expect(iceberg).toMatchObject({ amount: dec('0.012'), worked: { terms: { show: dec('0.005'), price: dec('59499') } } });
  });

  it('halts where less than a step is left: nothing is taken for the whole position', () => {
    const room = new DeskRoom();
    room.place({ side: 'Buy', kind: 'iceberg', amount: dec('0.009'), show: dec('0.005'), price: dec('59400') });
    const later = underRules(room, 2, '0.01');
    expect(later.bench.engine.snapshot().stops).toMatchObject([{ state: 'halted', cause: 'operator' }]);
    expect(later.bench.engine.snapshot().stops[0]!.reason).toContain('is less than a step, since the rules of its pair have changed');
    expect(keptIn(later)).toEqual([]);
  });
});
