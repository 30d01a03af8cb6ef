import { expect, test } from 'vitest';
import { shownValue } from '../../src/base/shownValue.ts';

test.each([
  [undefined, 'missing'],
  [null, 'null'],
  [1.5, '1.5'],
  ['a"b', '"a\\"b"'],
  [[1, ['a']], '[1,["a"]]'],
  [{ toString: 1 }, '{"toString":1}'],
  ['x'.repeat(300), `"${'x'.repeat(79)}…`],
])('%j is shown as %s', (value, text) => {
  expect(shownValue(value)).toBe(text);
});

test('what can not be written, as what is nested too deeply, is shown in few words', () => {
  const list: unknown[] = [];
  list.push(list);
  expect(shownValue(list)).toBe('a list');
  expect(shownValue({ list })).toBe('an object');
});
