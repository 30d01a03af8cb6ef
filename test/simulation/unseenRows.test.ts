import { describe, expect, it } from 'vitest';
import { UnseenRows } from './unseenRows.ts';

const rowsOf = (count: number): { readonly number: number }[] => Array.from({ length: count }, (_, number) => ({ number }));

describe(UnseenRows, () => {
  it('gives each row once, in order', () => {
    const unseen = new UnseenRows<{ readonly number: number }>();
    const rows = rowsOf(5);
    expect(unseen.of([])).toEqual([]);
    expect(unseen.of(rows.slice(0, 2))).toEqual(rows.slice(0, 2));
    expect(unseen.of(rows.slice(0, 2))).toEqual([]);
    expect(unseen.of(rows)).toEqual(rows.slice(2));
  });

  it.each([
    ['fewer rows', 4],
    ['as many rows', 5],
    ['more rows', 9],
  ])('throws when the front is gone, and there are %s than before', (_, count) => {
    const unseen = new UnseenRows<{ readonly number: number }>();
    const rows = rowsOf(12);
    unseen.of(rows.slice(0, 5));
    expect(() => unseen.of(rows.slice(3, 3 + count))).toThrow('the list has lost its oldest of 5 rows');
  });
});
