import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldedText } from '../../src/base/foldedText.ts';
import { anyCharacter } from '../anyCharacter.ts';

describe(foldedText, () => {
  it.each([
    ['Ab-c_d/e', 'ab+c/d/e'],
    ['a b\r\nc"\'=', 'abc'],
    ['a%2Fb%252Fc%2', 'a/b/c2'],
    ['a\\/b\\\\/c\\n\\u0041\\x42\\', 'a/b/cab'],
    ['&#65;&#x42;&amp;', 'abamp'],
  ])('folds %j to %s', (text, folded) => {
    expect(foldedText(text).text).toBe(folded);
  });

  it('tells where each character stood, in order and without gaps in an escape', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const { text: folded, from, to } = foldedText(text);
        expect([from.length, to.length]).toEqual([folded.length, folded.length]);
        for (let i = 0; i < folded.length; i++) {
          expect(from[i]).toBeLessThan(to[i]!);
          if (i > 0) expect(from[i]).toBeGreaterThanOrEqual(to[i - 1]!);
        }
      }),
    );
  });
});
