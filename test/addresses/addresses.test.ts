import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../src/base/random.ts';
import type { AddressFormat } from '../../src/addresses/addressFormat.ts';
import { algorandAddress } from '../../src/addresses/algorandAddress.ts';
import { BITCOIN, BITCOIN_TEST, bitcoinAddress, DOGECOIN, LITECOIN } from '../../src/addresses/bitcoinAddress.ts';
import { cardanoAddress } from '../../src/addresses/cardanoAddress.ts';
import { ethereumAddress } from '../../src/addresses/ethereumAddress.ts';
import { rippleAddress } from '../../src/addresses/rippleAddress.ts';
import { solanaAddress } from '../../src/addresses/solanaAddress.ts';
import { stellarAddress } from '../../src/addresses/stellarAddress.ts';
import { tronAddress } from '../../src/addresses/tronAddress.ts';

/** Well-known addresses, and texts that look like addresses. */
const FORMATS: readonly { name: string; format: AddressFormat; good: readonly string[]; bad: readonly string[] }[] = [
  {
    name: 'Bitcoin',
    format: bitcoinAddress(BITCOIN),
    good: [
      '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
      '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    ],
    bad: [
      // Witness version 1 with the checksum of bech32, and version 0 with a wrong length (BIP-350, BIP-173).
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
      'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kV8F3T4',
      'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
      'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
      '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb',
      'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
    ],
  },
  {
    name: 'Bitcoin test',
    format: bitcoinAddress(BITCOIN_TEST),
    good: ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'],
    bad: ['tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  },
  {
    name: 'Litecoin',
    format: bitcoinAddress(LITECOIN),
    good: ['ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9', 'LaMT348PWRnrqeeWArpwQPbuanpXDZGEUz'],
    bad: ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  },
  {
    name: 'Litecoin test',
    format: bitcoinAddress({ versions: [0x6f, 0x3a, 0xc4], prefix: 'tltc' }),
    good: [],
    bad: ['LaMT348PWRnrqeeWArpwQPbuanpXDZGEUz'],
  },
  {
    name: 'Dogecoin',
    format: bitcoinAddress(DOGECOIN),
    good: ['DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L', 'A8c3xNz2mqsDLFwv5KL5fpH12QEwDaoTXo'],
    bad: ['DH5yaieqoZN36fDVciNyRueRGvGLR3mr7M', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  },
  {
    name: 'Ethereum (EIP-55)',
    format: ethereumAddress,
    good: [
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
      '0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359',
      '0xFB6916095CA1DF60BB79CE92CE3EA74C37C5D359',
    ],
    bad: [
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD',
      '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe',
    ],
  },
  {
    name: 'XRP Ledger',
    format: rippleAddress,
    good: ['rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', 'rrrrrrrrrrrrrrrrrrrrrhoLvTp'],
    bad: ['rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTj', 'rrrrrrrrrrrrrrrrrrrrrhoLvTq', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  },
  {
    name: 'Tron',
    format: tronAddress,
    good: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    bad: ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  },
  {
    name: 'Solana',
    format: solanaAddress,
    good: ['11111111111111111111111111111111', 'So11111111111111111111111111111111111111112'],
    bad: ['1111111111111111111111111111111', 'So1111111111111111111111111111111111111111O', `1${'1'.repeat(44)}`],
  },
  {
    name: 'Stellar',
    format: stellarAddress,
    good: ['GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'],
    bad: ['GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGA', 'SA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'],
  },
  {
    name: 'Algorand',
    format: algorandAddress,
    good: ['AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY5HFKQ'],
    bad: ['AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY5HFKA'],
  },
  {
    name: 'Cardano',
    format: cardanoAddress('main'),
    good: ['addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8'],
    bad: ['addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz', 'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl9'],
  },
  {
    name: 'Cardano test',
    format: cardanoAddress('test'),
    good: ['addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz'],
    bad: ['addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8'],
  },
];

describe.each(FORMATS)('addresses of $name (000 Versioning, 02/06/2025: the address is validated against the network)', (given) => {
  const { name, format, good, bad } = given;

  test('known ones are taken, others are not', () => {
    expect(good.filter((text) => !format.isValid(text))).toEqual([]);
    expect([...bad, '', ' ', 'x', '🦜', 'a'.repeat(500)].filter((text) => format.isValid(text))).toEqual([]);
  });

  test('new ones are valid, all different, and the same for the same seed', () => {
    const made = Array.from({ length: 50 }, (_, seed) => format.make(seededRandom(seed)));
    expect(made.filter((text) => !format.isValid(text))).toEqual([]);
    expect(new Set(made).size).toBe(50);
    expect(format.make(seededRandom(3))).toBe(made[3]);
  });

  test('a slip of one character is noticed where there is a checksum', () => {
    const random = seededRandom(name);
    const slips = Array.from({ length: 200 }, () => {
      const text = format.make(random);
      const at = 6 + random.int(text.length - 6);
      const other = text[at] === '7' ? '8' : '7';
      return text.slice(0, at) + other + text.slice(at + 1);
    });
    const taken = slips.filter((text) => format.isValid(text)).length;
    // Solana has no checksum; EIP-55 lets one slip in about 4000 through.
    expect(taken).toBeLessThanOrEqual(name === 'Solana' ? 200 : 3);
  });
});
