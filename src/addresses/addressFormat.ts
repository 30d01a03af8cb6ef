import type { Random } from '../base/random.ts';

/** How a network writes its addresses. */
export interface AddressFormat {
  /** Whether the text is an address of the network, its checksum included. Never throws. */
  isValid(text: string): boolean;
  /** A new, valid address that belongs to nobody. */
  make(random: Random): string;
  /** What somebody should do who gave this text, which is no address; undefined when nothing better is known. */
  advice?(text: string): string | undefined;
}

export function randomBytes(random: Random, length: number): Uint8Array {
  return Uint8Array.from({ length }, () => random.int(256));
}

/** The decoder's result, or undefined when it throws. */
export function decoded(decode: (text: string) => Uint8Array, text: string): Uint8Array | undefined {
  try {
    return decode(text);
  } catch {
    return undefined;
  }
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
