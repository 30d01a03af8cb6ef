import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readText, storedText } from '../../src/store/postgresText.ts';

test('a text comes back as it was, and has no zero character on the way', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '0', 'e', '\0', '\u{e000}') });
  fc.assert(
    fc.property(text, (any) => {
      expect(storedText(any)).not.toContain('\0');
      expect(readText(storedText(any))).toBe(any);
    }),
  );
});
