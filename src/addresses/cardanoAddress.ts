import { bech32 } from '@scure/base';
import { type AddressFormat, randomBytes } from './addressFormat.ts';

const ENTERPRISE = 0x60;

/** A Shelley address of Cardano (CIP-19): bech32 without the limit on its length. The low bits of the first byte name the network. */
export function cardanoAddress(net: 'main' | 'test'): AddressFormat {
  const prefix = net === 'main' ? 'addr' : 'addr_test';
  const id = net === 'main' ? 1 : 0;
  return {
    isValid: (text) => {
      const parts = text.length <= 200 && isBech32(text) ? bech32.decodeUnsafe(text, false) : undefined;
      const bytes = parts?.prefix === prefix ? bech32.fromWordsUnsafe(parts.words) : undefined;
      return bytes !== undefined && (bytes[0]! & 0x0f) === id && (bytes.length === 29 || bytes.length === 57);
    },
    make: (random) => bech32.encode(prefix, bech32.toWords(Uint8Array.of(ENTERPRISE | id, ...randomBytes(random, 28))), false),
  };
}

function isBech32(text: string): text is `${string}1${string}` {
  return text.includes('1');
}
