import { base58 } from '@scure/base';
import { type AddressFormat, decoded, randomBytes } from './addressFormat.ts';

/** Thirty-two bytes in base58; Solana has no checksum. */
export const solanaAddress: AddressFormat = {
  isValid: (text) => text.length <= 44 && decoded((address) => base58.decode(address), text)?.length === 32,
  make: (random) => base58.encode(randomBytes(random, 32)),
};
