import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { batchChunks } from '../../../src/treasury/batches/batchChunks.ts';
import { batchSums } from '../../../src/treasury/batches/batchSums.ts';
import { batchTemplate } from '../../../src/treasury/batches/batchTemplate.ts';
import { moveRows } from '../../../src/treasury/batches/moveRows.ts';
import { ACME, batchRowOf, read } from './builders.ts';

const EUR_250 = { amount: dec('250'), currency: 'EUR' };
const never = (): never => expect.fail('nothing is in fiat currency');

describe('moveRows', () => {
  it('gives each row its reference, and one of the move where the file has none', () => {
    const rows = moveRows([batchRowOf({ reference: 'INV-9' }), batchRowOf(), batchRowOf()], 'B-7', never);
    expect(rows.map(({ reference }) => reference)).toEqual(['INV-9', 'B-7-2', 'B-7-3']);
    expect(rows[0]).toMatchObject({ currency: 'BTC', to: 'ACME GmbH', destination: ACME, feeMode: 'default', target: undefined });
  });

  it('takes what a fiat amount costs from the quote', () => {
    const [row] = moveRows([batchRowOf({ amount: undefined, fiat: EUR_250 })], 'B-7', (fiat, currency) => {
      expect([fiat, currency]).toEqual([EUR_250, 'BTC']);
      return dec('0.004');
    });
    expect([row!.amount.toFixed(), row!.fiat]).toEqual(['0.004', EUR_250]);
  });
});

describe('batchChunks', () => {
  it.each([
    [0, []],
    [1, [1]],
    [200, [200]],
    [201, [200, 1]],
    [2000, Array.from({ length: 10 }, () => 200)],
  ])('makes drafts of %d rows, in their order', (count, sizes) => {
    const rows = Array.from({ length: count }, (_, at) => at);
    const drafts = batchChunks(rows);
    expect(drafts.map((draft) => draft.length)).toEqual(sizes);
    expect(drafts.flat()).toEqual(rows);
  });
});

describe('batchSums', () => {
  it('adds up by the currency that is paid out', () => {
    const ether = { ...ACME, currency: 'ETH' };
    const rows = [batchRowOf({ destination: ether, amount: dec('3') }), batchRowOf(), batchRowOf({ amount: dec('1e-18') })];
    expect(batchSums(rows).map((sum) => ({ ...sum, amount: sum.amount.toFixed() }))).toEqual([
      { currency: 'BTC', payments: 2, amount: '0.500000000000000001', fiat: undefined },
      { currency: 'ETH', payments: 1, amount: '3', fiat: undefined },
    ]);
    expect(batchSums([batchRowOf({ amount: undefined, fiat: EUR_250 })])).toMatchObject([
      { currency: 'BTC', amount: dec('250'), fiat: 'EUR' },
    ]);
  });
});

describe('batchTemplate', () => {
  it.each([
    [false, false],
    [true, false],
    [false, true],
    [true, true],
  ])('is a file in which only the name of the example is wrong (fiat %s, beneficiary %s)', (isFiat, hasBeneficiary) => {
    const { problems } = read(batchTemplate({ isFiat, hasBeneficiary }));
    expect(problems.map(({ column, message }) => [column, message])).toEqual([['to', 'is no name of the address book']]);
  });
});
