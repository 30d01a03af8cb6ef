import { describe, expect, it } from 'vitest';
import { steadyRows } from '../../web/pure/steadyRows.ts';

interface Row {
  readonly id: string;
  readonly value: number;
}
const rows = (...texts: readonly string[]): Row[] => texts.map((text) => ({ id: text[0]!, value: Number(text.slice(1)) }));
const idOf = ({ id }: Row): string => id;

describe('rows under the pointer', () => {
  const before = steadyRows(undefined, rows('a1', 'b1', 'c1'), idOf, true);

  it('are as they come at first, and whenever nobody points at them', () => {
    expect(before.shown.map(({ key }) => key)).toEqual(['a', 'b', 'c']);
    expect(steadyRows(before, rows('c1', 'a1'), idOf, false).shown.map(({ key }) => key)).toEqual(['c', 'a']);
  });

  it('keep their order and show their new values', () => {
    const { shown, waiting } = steadyRows(before, rows('c2', 'a2', 'b2'), idOf, true);
    expect(shown.map(({ key, row }) => `${key}${row.value}`)).toEqual(['a2', 'b2', 'c2']);
    expect(waiting).toBe(0);
  });

  it('let new ones wait, and stay when they are gone', () => {
    const held = steadyRows(before, rows('d1', 'c1', 'a1', 'e1'), idOf, true);
    expect(held.shown.map(({ key, isGone }) => [key, isGone])).toEqual([
      ['a', false],
      ['b', true],
      ['c', false],
    ]);
    expect(held.waiting).toBe(2);
    expect(steadyRows(held, rows('d1', 'c1', 'a1', 'e1'), idOf, false)).toMatchObject({ waiting: 0, shown: { length: 4 } });
  });

  it('come back when what was gone is there again', () => {
    const gone = steadyRows(before, rows('a1'), idOf, true);
    expect(steadyRows(gone, rows('a1', 'b3', 'c1'), idOf, true).shown.map(({ isGone }) => isGone)).toEqual([false, false, false]);
  });

  it('do not hold an empty table empty', () => {
    const empty = steadyRows(undefined, rows(), idOf, true);
    expect(steadyRows(empty, rows('a1'), idOf, true).shown).toHaveLength(1);
  });
});
