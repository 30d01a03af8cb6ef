import type { Instant } from './instant.ts';
import type { Random } from './random.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A ULID: 26 characters, ordered by time, unique by chance. Time and chance are given, so a replay makes the same ids. */
export function ulid(at: Instant, random: Random): string {
  let time = '';
  for (let i = 0, rest = at; i < 10; i++, rest = Math.floor(rest / 32)) time = ALPHABET[rest % 32]! + time;
  let tail = '';
  for (let i = 0; i < 16; i++) tail += ALPHABET[random.int(32)]!;
  return time + tail;
}
