import { expect, test } from 'vitest';
import { textOfUtf8 } from '../../src/base/utf8.ts';

test('UTF-8 is read as text, without a byte order mark', () => {
  expect(textOfUtf8(Buffer.from('é€😀'))).toBe('é€😀');
  expect(textOfUtf8(Buffer.from([0xef, 0xbb, 0xbf, 0x61]))).toBe('a');
});

test.each([[[0xff]], [[0xc3]], [[0xed, 0xa0, 0x80]]])('%j is no UTF-8, and no TypeError', (bytes) => {
  expect(() => textOfUtf8(Uint8Array.from(bytes))).toThrow(SyntaxError);
});
