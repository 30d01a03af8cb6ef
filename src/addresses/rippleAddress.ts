import { sha256 } from '@noble/hashes/sha2.js';
import { base58xrp } from '@scure/base';
import { type AddressFormat, decoded, randomBytes, sameBytes } from './addressFormat.ts';

const ACCOUNT = 0x00;
const X_MAIN = Uint8Array.of(0x05, 0x44);
const X_TEST = Uint8Array.of(0x04, 0x93);

/** A classic account address of the XRP Ledger: base58 in its own alphabet, four bytes of double SHA-256 at the end. */
export const rippleAddress: AddressFormat = {
  isValid: (text) => {
    const bytes = decoded((address) => base58xrp.decode(address), text);
    return bytes?.length === 25 && bytes[0] === ACCOUNT && sameBytes(bytes.subarray(21), checksumOf(bytes.subarray(0, 21)));
  },
  make: (random) => withChecksum(Uint8Array.of(ACCOUNT, ...randomBytes(random, 20))),
  advice: (text) => {
    const parts = partsOfX(text);
    if (parts === undefined) return undefined;
    const net = parts.isTest ? ' of a test network' : '';
    return `it is an X-address${net}; give the account ${parts.account} with ${parts.tag === undefined ? 'no tag' : `the tag ${parts.tag}`}`;
  },
};

/** An X-address (XLS-5): account and tag in one text. The venue has two fields for them, so that it is only read here to be told of. */
function partsOfX(text: string): { readonly account: string; readonly tag: number | undefined; readonly isTest: boolean } | undefined {
  const bytes = decoded((address) => base58xrp.decode(address), text);
  if (bytes?.length !== 35 || !sameBytes(bytes.subarray(31), checksumOf(bytes.subarray(0, 31)))) return undefined;
  const isTest = sameBytes(bytes.subarray(0, 2), X_TEST);
  if (!isTest && !sameBytes(bytes.subarray(0, 2), X_MAIN)) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const account = withChecksum(Uint8Array.of(ACCOUNT, ...bytes.subarray(2, 22)));
  return { account, tag: bytes[22] === 0 ? undefined : view.getUint32(23, true), isTest };
}

function withChecksum(body: Uint8Array): string {
  return base58xrp.encode(Uint8Array.of(...body, ...checksumOf(body)));
}

function checksumOf(body: Uint8Array): Uint8Array {
  return sha256(sha256(body)).subarray(0, 4);
}
