import { expect, test } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import type { FeeType } from '../../../src/contract/exchange/feeType.ts';
import { feeAmounts } from '../../../src/simulator/funding/feeModes.ts';

function amounts(mode: FeeType | undefined, amount: string, available: string): string[] {
  const { netAmount, feeAmount, grossAmount } = feeAmounts(mode, dec(amount), dec('0.5'), dec(available));
  return [netAmount, feeAmount, grossAmount].map((each) => each.toFixed());
}

test.each([undefined, 'default'] as const)('%s adds the fee when the balance allows it (000 Withdrawals, fee charging)', (mode) => {
  expect(amounts(mode, '10', '10.5')).toEqual(['10', '0.5', '10.5']);
});

test.each([undefined, 'default'] as const)(
  '%s takes the fee from the amount when the balance covers only that (000 Withdrawals, fee charging)',
  (mode) => {
    expect(amounts(mode, '10', '10.49')).toEqual(['9.5', '0.5', '10']);
    expect(amounts(mode, '10', '10')).toEqual(['9.5', '0.5', '10']);
    expect(amounts(mode, '10', '9.99'), 'nothing helps').toEqual(['10', '0.5', '10.5']);
  },
);

test('net always adds the fee, whatever the balance (000 Withdrawals, fee charging)', () => {
  for (const available of ['100', '10', '0']) expect(amounts('net', '10', available)).toEqual(['10', '0.5', '10.5']);
});

test('gross always takes the fee from the amount (000 Withdrawals, fee charging)', () => {
  for (const available of ['100', '10', '0']) expect(amounts('gross', '10', available)).toEqual(['9.5', '0.5', '10']);
});
