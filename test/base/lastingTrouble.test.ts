import { expect, it } from 'vitest';
import { LastingTrouble } from '../../src/base/lastingTrouble.ts';

it('tells once for each reason in a row, and once that it is over', () => {
  const told: unknown[] = [];
  const trouble = new LastingTrouble('the disk', (...one) => told.push(one));
  trouble.over('it has room');
  for (const reason of ['full', 'full', 'gone']) trouble.lasts(`it is ${reason}`, reason);
  trouble.lasts('it is gone once more', 'gone');
  for (let i = 0; i < 2; i++) trouble.over('it has room');
  trouble.lasts('it is gone');
  expect(told).toEqual([
    ['it is full', 'the disk'],
    ['it is gone', 'the disk'],
    ['it has room', 'the disk', true],
    ['it is gone', 'the disk'],
  ]);
});
