import { base32 } from '@scure/base';
import { type AddressFormat, decoded, randomBytes, sameBytes } from './addressFormat.ts';

const PUBLIC_KEY = 6 << 3;

/** A public key of Stellar (SEP-23): base32 of a version byte, thirty-two bytes, and a CRC-16. It always begins with `G`. */
export const stellarAddress: AddressFormat = {
  isValid: (text) => {
    const bytes = decoded((address) => base32.decode(address), text);
    return bytes?.length === 35 && bytes[0] === PUBLIC_KEY && sameBytes(bytes.subarray(33), checksumOf(bytes.subarray(0, 33)));
  },
  make: (random) => {
    const body = Uint8Array.of(PUBLIC_KEY, ...randomBytes(random, 32));
    return base32.encode(Uint8Array.of(...body, ...checksumOf(body)));
  },
};

/** CRC-16/XMODEM, low byte first. */
function checksumOf(body: Uint8Array): Uint8Array {
  let crc = 0;
  for (const byte of body) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021;
    crc &= 0xffff;
  }
  return Uint8Array.of(crc & 0xff, crc >> 8);
}
