import { expect, test } from 'vitest';
import { HOUR_MS } from '../../src/base/instant.ts';
import { spanText } from '../../src/policy/spanText.ts';

test.each([
  [HOUR_MS, '1 h'],
  [24 * HOUR_MS, '24 h'],
  [36 * HOUR_MS, '36 h'],
  [48 * HOUR_MS, '2 days'],
  [168 * HOUR_MS, '7 days'],
  [90 * 60_000, '90m'],
  [1500, '1500ms'],
])('a time of %d ms is said as %s', (ms, text) => {
  expect(spanText(ms)).toBe(text);
});
