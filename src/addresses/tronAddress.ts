import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { type AddressFormat, decoded, randomBytes } from './addressFormat.ts';

const MAIN = 0x41;
const base58check = createBase58check(sha256);

/** The base58check of 0x41 and twenty bytes. It always begins with `T`. */
export const tronAddress: AddressFormat = {
  isValid: (text) => {
    const bytes = decoded((address) => base58check.decode(address), text);
    return bytes?.length === 21 && bytes[0] === MAIN;
  },
  make: (random) => base58check.encode(Uint8Array.of(MAIN, ...randomBytes(random, 20))),
};
