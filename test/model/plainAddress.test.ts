import { expect, test } from 'vitest';
import { isSameAddress, plainAddress } from '../../src/model/plainAddress.ts';

const HEX = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const BECH32 = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const BASE58 = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';

test('hexadecimal and bech32 are one address in capitals, and any other is not', () => {
  for (const address of [HEX, BECH32]) {
    expect(isSameAddress(address, address.toUpperCase())).toBe(true);
    expect(plainAddress(address.toUpperCase())).toBe(address.toLowerCase());
  }
  expect(plainAddress(BASE58)).toBe(BASE58);
  expect(isSameAddress(BASE58, BASE58)).toBe(true);
  expect(isSameAddress(BASE58, BASE58.toLowerCase())).toBe(false);
  expect(isSameAddress(HEX, BECH32)).toBe(false);
});
