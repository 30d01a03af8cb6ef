import { sha256 } from '@noble/hashes/sha2.js';
import { base58xrp } from '@scure/base';
import { type AddressFormat, decoded, randomBytes, sameBytes } from './addressFormat.ts';

const ACCOUNT = 0x00;

/** A classic account address of the XRP Ledger: base58 in its own alphabet, four bytes of double SHA-256 at the end. */
export const rippleAddress: AddressFormat = {
  isValid: (text) => {
    const bytes = decoded((address) => base58xrp.decode(address), text);
    return bytes?.length === 25 && bytes[0] === ACCOUNT && sameBytes(bytes.subarray(21), checksumOf(bytes.subarray(0, 21)));
  },
  make: (random) => {
    const body = Uint8Array.of(ACCOUNT, ...randomBytes(random, 20));
    return base58xrp.encode(Uint8Array.of(...body, ...checksumOf(body)));
  },
};

function checksumOf(body: Uint8Array): Uint8Array {
  return sha256(sha256(body)).subarray(0, 4);
}
