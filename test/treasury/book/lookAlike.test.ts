import { describe, expect, it } from 'vitest';
import { isLookAlike } from '../../../src/treasury/book/lookAlike.ts';

describe('isLookAlike', () => {
  it.each([
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '0x5aae1111111111111111111111111111111bbeaed', true],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '0x5aaf1111111111111111111111111111111bbeaed', false],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'bc1qw50811111111111111111111111111111f3t4', true],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'bc1q0000d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', false],
    ['rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', 'rHb9111111111111111111111111111tyTh', true],
    ['rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', 'rHb9111111111111111111111111111tyTH', true],
    ['rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', 'rHb9111111111111111111111111111tyTx', false],
  ])('%s and %s: %s', (a, b, expected) => {
    expect([isLookAlike(a, b), isLookAlike(b, a)]).toEqual([expected, expected]);
  });

  it('is never said of one address, in whatever case it is written', () => {
    for (const address of ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4']) {
      expect(isLookAlike(address, address.toLowerCase())).toBe(false);
    }
    expect(isLookAlike('rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', 'rhb9CJAWyB4rj91VRWn96DkukG4bwdtyTh')).toBe(true);
  });
});
