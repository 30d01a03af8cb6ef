import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isFault } from '../../../src/base/fault.ts';
import type { AddressEntry } from '../../../src/model/addressEntry.ts';
import { publicKeyOf, signatureOf } from '../../../src/treasury/approvals/signature.ts';
import { type MoveOrderText, paymentText, readMoveOrder, signedOrder } from '../../../src/treasury/moves/moveOrder.ts';
import { BTC_ADDRESS, ETH_ADDRESS } from '../transferBench.ts';

const DESTINATION = { currency: 'USDT', network: 'ETH', address: ETH_ADDRESS, tag: undefined };
const ENTRY: AddressEntry = {
  id: 'A-1',
  name: 'supplier',
  destination: DESTINATION,
  labels: [],
  beneficiary: { firstName: 'Ada', lastName: 'Byron', countryOfBirthCode: 'GB', dateOfBirth: '1915-12-10' },
  requestedBy: 'anna',
  requestedAt: 0,
  approvals: [],
  allowedFrom: 0,
  removedAt: undefined,
};
const ID = 'W-01K9QJ5V000000000000000000';
const order = (payment: object, more: object = {}): object => ({
  id: ID,
  kind: 'withdrawal',
  initiator: 'anna',
  payments: [{ currency: 'USDT', amount: '50', ...payment }],
  ...more,
});

const CONVERSION = { kind: 'conversion' };
const LEAST = { exact: 'from', toAmount: '40' };

function problemOf(text: object): string {
  try {
    readMoveOrder(text, [ENTRY]);
  } catch (error) {
    if (isFault(error, 'invalid-request')) return error.message;
    throw error;
  }
  return '';
}

describe(readMoveOrder, () => {
  it('finds a named destination with its beneficiary, and makes a reference of the id', () => {
    const { rows, signedWith } = readMoveOrder(order({ to: 'supplier' }), [ENTRY]);
    expect(rows).toMatchObject([
      { reference: `${ID}-1`, destination: DESTINATION, to: 'supplier', beneficiary: ENTRY.beneficiary, feeMode: 'default' },
    ]);
    expect(rows[0]!.amount.toFixed()).toBe('50');
    expect(signedWith).toBeUndefined();
  });

  it('finds the entry with exactly the destination that is given, and none that was removed or differs in a part', () => {
    const given = order({ destination: { currency: 'USDT', network: 'ETH', address: ETH_ADDRESS } });
    expect(readMoveOrder(given, [ENTRY]).rows[0]!.to).toBe('supplier');
    expect(readMoveOrder(given, [{ ...ENTRY, removedAt: 1 }]).rows[0]!.to).toBeUndefined();
    expect(readMoveOrder(given, [{ ...ENTRY, destination: { ...DESTINATION, currency: 'USDC' } }]).rows[0]!.to).toBeUndefined();
  });

  it('reads a conversion, which stays in the account, and writes it back', () => {
    const { rows } = readMoveOrder(order({ target: 'EUR', conversion: LEAST }, { id: ID.replace('W', 'C'), kind: 'conversion' }), [ENTRY]);
    expect(rows).toMatchObject([{ currency: 'USDT', target: 'EUR', destination: undefined, conversion: { exact: 'from' } }]);
    expect(paymentText(rows[0]!)).toMatchObject({ currency: 'USDT', amount: '50', target: 'EUR', conversion: LEAST });
  });

  it.each<[string, object, string]>([
    ['an amount of 0', order({ to: 'supplier', amount: '0' }), 'payments.0.amount: expected an amount above 0'],
    ['a name that is not in the book', order({ to: 'nobody' }), 'the address book has no nobody'],
    ['a name that is nearly in the book', order({ to: 'suplier' }), 'the address book has no suplier: did you mean supplier?'],
    [
      'an address with a wrong checksum',
      order({ destination: { currency: 'BTC', network: 'BTC', address: `${BTC_ADDRESS.slice(0, -1)}x` } }),
      'address',
    ],
    ['an id of another form', order({ to: 'supplier' }, { id: 'mine' }), 'id'],
    [
      'two payments that are no batch',
      { ...order({}), payments: [1, 2].map(() => ({ currency: 'USDT', amount: '5', to: 'supplier' })) },
      'has one payment, not 2',
    ],
    ['an unknown member', order({ to: 'supplier', memo: 'x' }), 'memo'],
    ['a conversion that brings nothing', order({ target: 'EUR' }, CONVERSION), 'it does not say what is to be received'],
    ['a conversion that goes somewhere', order({ to: 'supplier', target: 'EUR', conversion: LEAST }, CONVERSION), 'goes to no destination'],
    ['a conversion into itself', order({ target: 'USDT', conversion: LEAST }, CONVERSION), "USDT can't be converted into itself"],
    ['a withdrawal of an amount in fiat currency', order({ to: 'supplier', fiat: { amount: '5', currency: 'EUR' } }), 'fiat: only a batch'],
    [
      'a batch that says how its fee is charged',
      order({ to: 'supplier', feeMode: 'gross' }, { kind: 'batch' }),
      'feeMode: only a withdrawal',
    ],
    [
      'a payout that says how its fee is charged',
      order({ to: 'supplier', feeMode: 'net' }, { kind: 'payout' }),
      'feeMode: only a withdrawal',
    ],
    ['a withdrawal that is about another payment', order({ to: 'supplier', target: 'EUR' }), 'target: a withdrawal is about no other'],
    ['a withdrawal that converts', order({ to: 'supplier', conversion: LEAST }), 'a withdrawal converts nothing'],
  ])('refuses %s', (_what, text, words) => {
    expect(problemOf(text)).toContain(words);
  });

  it('names the row of each problem of a batch', () => {
    const payments = ['supplier', 'nobody', 'supplier', 'no one'].map((to) => ({ currency: 'USDT', amount: '5', to }));
    expect(problemOf(order({}, { kind: 'batch', payments }))).toBe(
      'row 2: the address book has no nobody; row 4: the address book has no no one',
    );
  });

  it('takes a signature only of this very order', () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const text = order({ to: 'supplier' }) as MoveOrderText;
    const signed = { key: publicKeyOf(privateKey), signature: signatureOf(signedOrder(text), privateKey) };
    expect(readMoveOrder({ ...text, signed }, [ENTRY]).signedWith).toBe(signed.key);
    expect(problemOf({ ...(order({ to: 'supplier', amount: '51' }) as MoveOrderText), signed })).toContain(
      'the signature of anna is not one of this order',
    );
  });

  it('gives a row back as it was asked for', () => {
    const { rows } = readMoveOrder(order({ to: 'supplier', note: 'invoice 7', feeMode: 'net' }), [ENTRY]);
    const again = readMoveOrder(order({}, { payments: [paymentText(rows[0]!)] }), [ENTRY]);
    expect(again.rows).toEqual(rows);
  });
});
