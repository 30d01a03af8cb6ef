import { sha256 } from '@noble/hashes/sha2.js';
import { bech32, bech32m, createBase58check } from '@scure/base';
import { type AddressFormat, decoded, randomBytes } from './addressFormat.ts';

export interface BitcoinFamily {
  /** First bytes of base58check addresses: pay to key hash, pay to script hash. */
  readonly versions: readonly number[];
  /** The readable part of segregated-witness addresses. Undefined where there are none. */
  readonly prefix: string | undefined;
}

export const BITCOIN: BitcoinFamily = { versions: [0x00, 0x05], prefix: 'bc' };
export const BITCOIN_TEST: BitcoinFamily = { versions: [0x6f, 0xc4], prefix: 'tb' };
export const LITECOIN: BitcoinFamily = { versions: [0x30, 0x32, 0x05], prefix: 'ltc' };
export const DOGECOIN: BitcoinFamily = { versions: [0x1e, 0x16], prefix: undefined };

const base58check = createBase58check(sha256);

/** base58check, bech32 for witness version 0, and bech32m for later ones (BIP-173, BIP-350). */
export function bitcoinAddress(family: BitcoinFamily): AddressFormat {
  return {
    isValid: (text) => isBase58Address(family, text) || isWitnessAddress(family, text),
    make: (random) => {
      const hash = randomBytes(random, 20);
      if (family.prefix === undefined) return base58check.encode(Uint8Array.of(family.versions[0]!, ...hash));
      return bech32.encode(family.prefix, [0, ...bech32.toWords(hash)]);
    },
  };
}

function isBase58Address({ versions }: BitcoinFamily, text: string): boolean {
  const bytes = decoded((address) => base58check.decode(address), text);
  return bytes?.length === 21 && versions.includes(bytes[0]!);
}

function isWitnessAddress({ prefix }: BitcoinFamily, text: string): boolean {
  if (prefix === undefined) return false;
  return isWitness(bech32, prefix, text, (version) => version === 0) || isWitness(bech32m, prefix, text, (version) => version > 0);
}

function isWitness(coder: typeof bech32, wanted: string, text: string, takes: (version: number) => boolean): boolean {
  const parts = coder.decodeUnsafe(text);
  if (parts?.prefix !== wanted) return false;
  const [version, ...words] = parts.words;
  const program = coder.fromWordsUnsafe(words);
  if (version === undefined || version > 16 || !takes(version) || program === undefined) return false;
  if (version === 0) return program.length === 20 || program.length === 32;
  return version === 1 ? program.length === 32 : program.length >= 2 && program.length <= 40;
}
