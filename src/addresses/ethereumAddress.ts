import { keccak_256 } from '@noble/hashes/sha3.js';
import { hex } from '@scure/base';
import { type AddressFormat, randomBytes } from './addressFormat.ts';

const SHAPE = /^0x[0-9a-fA-F]{40}$/;

/** Twenty bytes in hexadecimal. Letters of mixed case are a checksum (EIP-55); letters of one case carry none. */
export const ethereumAddress: AddressFormat = {
  isValid: (text) => {
    if (!SHAPE.test(text)) return false;
    const digits = text.slice(2);
    return digits === digits.toLowerCase() || digits === digits.toUpperCase() || text === withChecksum(digits);
  },
  make: (random) => withChecksum(hex.encode(randomBytes(random, 20))),
  advice: (text) =>
    SHAPE.test(text) ? 'its large and small letters, which are a checksum (EIP-55), do not fit; copy it from its source again' : undefined,
};

function withChecksum(digits: string): string {
  const small = digits.toLowerCase();
  const hash = hex.encode(keccak_256(new TextEncoder().encode(small)));
  return `0x${Array.from(small, (digit, at) => (Number.parseInt(hash[at]!, 16) >= 8 ? digit.toUpperCase() : digit)).join('')}`;
}
