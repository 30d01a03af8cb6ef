import { expect, test } from 'vitest';
import { bytesText } from '../../src/base/bytesText.ts';

test.each([
  [0, '0 B'],
  [850, '850 B'],
  [2400, '2.4 kB'],
  [13_100_000, '13.1 MB'],
  [999_999, '1.0 MB'],
  [5e12, '5.0 TB'],
])('%d bytes are %s', (bytes, text) => {
  expect(bytesText(bytes)).toBe(text);
});
