import type { Random } from '../base/random.ts';

/** The hash of a transaction on a network, or of what is like one: 64 hexadecimal digits. */
export function newHash(random: Random): string {
  return Array.from({ length: 64 }, () => random.int(16).toString(16)).join('');
}
