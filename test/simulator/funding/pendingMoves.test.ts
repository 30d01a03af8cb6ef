import { expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { CryptoLedger } from '../../../src/simulator/funding/cryptoLedger.ts';
import { networksOf } from '../../../src/simulator/funding/networks.ts';
import type { FiatRow } from '../../../src/simulator/funding/fiatLedger.ts';
import { pendingMoves } from '../../../src/simulator/funding/pendingMoves.ts';

const EMPTY = { referenceId: undefined, clientTag: undefined, batchId: undefined, networkTransactionId: undefined };

function coins(): CryptoLedger {
  const ledger = new CryptoLedger();
  const [network] = networksOf('BTC');
  const row = {
    ...EMPTY,
    currency: 'BTC',
    network: network!,
    destinationAddress: 'a',
    destinationTag: undefined,
    sourceAddress: undefined,
  };
  ledger.add({ ...row, type: 'Send', createdAt: 1000, gross: dec('0.5'), net: dec('0.4998') });
  ledger.add({ ...row, type: 'Receive', createdAt: 3000, gross: dec(2), net: dec(2) });
  ledger.add({ ...row, type: 'Receive', createdAt: 4000, gross: dec(1), net: dec(1) }).status = 'Completed';
  return ledger;
}

const fiat: readonly FiatRow[] = [
  {
    kind: 'Deposit',
    id: '40000',
    status: 'Pending',
    currency: 'EUR',
    createdAt: 2000,
    gross: dec(50),
    net: dec(50),
    method: 'viban',
    feeOf: () => dec(0),
    referenceId: 'r',
    customerBank: undefined,
    acquirer: undefined,
  },
  {
    kind: 'Withdrawal',
    id: '40001',
    status: 'Declined',
    currency: 'EUR',
    createdAt: 5000,
    gross: dec(50),
    net: dec(45),
    referenceId: 's',
    bank: { country: 'DE', account: 'DE75512108001245126199', name: undefined },
  },
];

it('lists what is pending of both ledgers, newest first, with the amount that its owner sees', () => {
  const moves = pendingMoves({ crypto: coins(), fiat: { rows: fiat } });
  expect(moves.map(({ id, kind, type, by, amount }) => [id, kind, type, by, amount.toFixed()])).toEqual([
    ['70001', 'deposit', 'Crypto', 'Bitcoin', '2'],
    ['40000', 'deposit', 'Fiat', 'virtual IBAN', '50'],
    ['70000', 'withdrawal', 'Crypto', 'Bitcoin', '0.5'],
  ]);
});
