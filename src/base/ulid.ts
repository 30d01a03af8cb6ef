import type { Instant } from './instant.ts';
import type { Random } from './random.ts';

const ALPHABET = Uint8Array.from('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (character) => character.charCodeAt(0));

/** A ULID: 26 characters, ordered by time, unique by chance. Time and chance are given, so a replay makes the same ids. */
export function ulid(at: Instant, random: Random): string {
  const codes: number[] = [];
  // All character codes are turned into the text at once. A text that is joined piece by piece would be flattened again where it
  // is used.
  for (let i = 9, part = 32 ** 9; i >= 0; i--, part /= 32) codes.push(ALPHABET[Math.floor(at / part) % 32]!);
  for (let i = 0; i < 16; i++) codes.push(ALPHABET[random.int(32)]!);
  return String.fromCharCode(...codes);
}

/** The same bits as a UUID of version 7, for venues that take nothing else. Six of them say which version it is. */
export function uuidOf(id: string): string {
  let bits = 0n;
  for (const character of id) bits = bits * 32n + BigInt(ALPHABET.indexOf(character.charCodeAt(0)));
  const hex = bits.toString(16).padStart(32, '0');
  const variant = (8 + (Number.parseInt(hex[16]!, 16) % 4)).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** When a ULID was made. Undefined when the text is not a ULID. */
export function instantOfUlid(text: string): Instant | undefined {
  if (!/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(text)) return undefined;
  let at = 0;
  for (let i = 0; i < 10; i++) at = at * 32 + ALPHABET.indexOf(text.charCodeAt(i));
  return at;
}
