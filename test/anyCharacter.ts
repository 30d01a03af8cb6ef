import fc from 'fast-check';

const SURROGATES_FROM = 0xd800;
const SURROGATES = 0x800;
const LAST = 0x10ffff;

/** Any character of Unicode. The library's own unit for that first makes a table of all of them, which takes seconds. */
export const anyCharacter = fc
  .nat(LAST - SURROGATES)
  .map((index) => String.fromCodePoint(index < SURROGATES_FROM ? index : index + SURROGATES));
