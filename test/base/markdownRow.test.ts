import { expect, test } from 'vitest';
import { markdownRow, markdownRule } from '../../src/base/markdownRow.ts';

test('no cell breaks a table', () => {
  expect(markdownRow(['a|b', '*c*\nd\u202e', '<b>', ''])).toBe('| a\\|b | \\*c\\* d  | \\<b\\> |  |\n');
  expect(markdownRule([false, true])).toBe('| --- | ---: |\n');
});
