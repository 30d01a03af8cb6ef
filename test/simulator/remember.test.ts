import { describe, expect, it } from 'vitest';
import { remember } from '../../src/simulator/remember.ts';

describe(remember, () => {
  it.each([1, 7, 10, 25])('keeps the newest of %d, and forgets a tenth at a time', (most) => {
    const list: number[] = [];
    const lengths = new Set<number>();
    for (let i = 0; i < 100; i++) {
      remember(list, i, most);
      lengths.add(list.length);
      expect(list.at(-1)).toBe(i);
    }
    expect(Math.max(...lengths)).toBe(most);
    expect(list).toEqual(Array.from(list, (_, i) => 100 - list.length + i));
  });
});
