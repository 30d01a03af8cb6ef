import { describe, expect, it } from 'vitest';
import { editDistance } from '../../../src/base/didYouMean.ts';
import { WORDS, hashWords } from '../../../src/treasury/approvals/hashWords.ts';

describe('the words', () => {
  it('are 256 short ones in small letters', () => {
    expect(WORDS).toHaveLength(256);
    for (const word of WORDS) expect(word).toMatch(/^[a-z]{3,7}$/);
    expect(WORDS).toEqual(WORDS.toSorted());
  });

  it('are told apart by their first four letters, none being the beginning of another', { tags: 'long' }, () => {
    for (const [i, word] of WORDS.entries()) {
      for (const other of WORDS.slice(i + 1)) expect(other.startsWith(word.slice(0, 4)), `${word} ${other}`).toBe(false);
    }
  });

  it('are told apart after a slip: more than one letter has to change', { tags: 'long' }, () => {
    for (const [i, word] of WORDS.entries()) {
      for (const other of WORDS.slice(i + 1)) expect(editDistance(word, other), `${word} ${other}`).toBeGreaterThan(1);
    }
  });
});

describe('hashWords', () => {
  it('gives a word for each of the first eight bytes', () => {
    const hash = '0001fe' + 'ff'.repeat(29);
    expect(hashWords(hash)).toBe([WORDS[0], WORDS[1], WORDS[254], ...Array.from({ length: 5 }, () => WORDS[255])].join(' '));
  });

  it('differs when any of these bytes does', () => {
    const all = Array.from({ length: 256 }, (_, byte) => hashWords(byte.toString(16).padStart(2, '0').repeat(32)));
    expect(new Set(all).size).toBe(256);
  });
});
