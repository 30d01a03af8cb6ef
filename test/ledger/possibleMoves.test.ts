import { describe, expect, it } from 'vitest';
import { dec, ZERO } from '../../src/base/decimal.ts';
import { possibleCause, possibleMoves } from '../../src/ledger/possibleMoves.ts';
import type { Intent } from '../../src/model/intent.ts';

const intent = (id: string, kind: string, exposure: string): Intent =>
  ({ id, kind, exposure: dec(exposure), exposureCurrency: 'EUR' }) as unknown as Intent;

describe(possibleMoves, () => {
  it('are the transfers with an amount, and nothing else that is unknown', () => {
    const unresolved = [intent('a', 'transfer', '10'), intent('b', 'place', '20'), intent('c', 'transfer', '0')];
    expect(possibleMoves(unresolved)).toEqual([{ what: 'transfer a', currency: 'EUR', amount: dec('10') }]);
  });
});

describe(possibleCause, () => {
  const moves = [
    { what: 'transfer a', currency: 'EUR', amount: dec('10') },
    { what: 'transfer b', currency: 'BTC', amount: dec('10') },
  ];

  it('names those of the currency that is missing, and no others', () => {
    expect(possibleCause('EUR', dec('10'), ZERO, moves)).toBe('transfer a');
    expect(possibleCause('BTC', dec('20'), ZERO, moves)).toBe('transfer b');
    expect(possibleCause('EUR', dec('21'), ZERO, moves), 'that of BTC is no room for it').toBeUndefined();
    expect(possibleCause('ETH', dec('10'), ZERO, moves)).toBeUndefined();
  });
});
