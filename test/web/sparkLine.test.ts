import { expect, it } from 'vitest';
import { sparkLine } from '../../web/pure/sparkLine.ts';

it('goes from the left to the right, the highest value on top', () => {
  expect(sparkLine([0, 10, 5], 80, 20)).toBe('M0 20L40 0L80 10');
});

it('lies in the middle where nothing moves, and is nothing for less than two values', () => {
  expect(sparkLine([3, 3], 80, 20)).toBe('M0 10L80 10');
  expect([sparkLine([], 80, 20), sparkLine([1], 80, 20)]).toEqual(['', '']);
});

it('leaves out points of a long series, and never the last one', () => {
  const path = sparkLine([...Array(480).keys()], 80, 20);
  expect(path.split('L')).toHaveLength(60);
  expect(path.endsWith('L80 0')).toBe(true);
});
