import { sha512_256 } from '@noble/hashes/sha2.js';
import { base32nopad } from '@scure/base';
import { type AddressFormat, decoded, randomBytes, sameBytes } from './addressFormat.ts';

/** The base32 of thirty-two bytes and the last four bytes of their SHA-512/256. */
export const algorandAddress: AddressFormat = {
  isValid: (text) => {
    const bytes = decoded((address) => base32nopad.decode(address), text);
    return bytes?.length === 36 && sameBytes(bytes.subarray(32), checksumOf(bytes.subarray(0, 32)));
  },
  make: (random) => {
    const key = randomBytes(random, 32);
    return base32nopad.encode(Uint8Array.of(...key, ...checksumOf(key)));
  },
};

function checksumOf(key: Uint8Array): Uint8Array {
  return sha512_256(key).subarray(28);
}
