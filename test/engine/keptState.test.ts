import { expect, it } from 'vitest';
import { Instance } from '../../src/engine/instance.ts';
import { keptState } from '../../src/engine/keptState.ts';
import { Seat } from '../../src/engine/market.ts';

function seatThatKeeps(saved: Readonly<Record<string, string>>): Seat {
  const instance = new Instance('maker', undefined);
  Object.assign(instance.saved, saved);
  return new Seat(instance, 'BTC/EUR');
}

it('lists the texts by their names, with a bounded part of each', () => {
  const kept = keptState({ seats: [seatThatKeeps({ b: 'x'.repeat(2000), a: '1' })] }, 'maker');
  expect(kept).toEqual({
    count: 2,
    rows: [
      { name: 'a', value: '1', length: 1 },
      { name: 'b', value: 'x'.repeat(500), length: 2000 },
    ],
  });
});

it('lists a bounded number of them, and says how many there are', () => {
  const saved = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`k${n}`, 'v']));
  const { count, rows } = keptState({ seats: [seatThatKeeps(saved)] }, 'maker');
  expect([count, rows.length]).toEqual([5000, 100]);
});

it('has nothing of a strategy that keeps nothing, or that nobody knows', () => {
  expect(keptState({ seats: [seatThatKeeps({})] }, 'maker')).toEqual({ count: 0, rows: [] });
  expect(keptState({ seats: [] }, 'constructor')).toEqual({ count: 0, rows: [] });
});
