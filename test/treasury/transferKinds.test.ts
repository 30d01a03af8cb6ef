import { describe, expect, it } from 'vitest';
import { allOperations } from '../../src/contract/contract.ts';
import { fieldsOf } from '../../src/contract/fields.ts';
import { kindOf, TRANSFERS, UNLISTED } from '../../src/treasury/transferKinds.ts';

/** A deposit takes nothing out of the account. */
const OTHERS = [
  'exchange.depositAddresses.create',
  'exchange.depositAddressesV1.create',
  'exchange.vibanDeposits.create',
  'exchange.wireDeposits.create',
];

describe('TRANSFERS', () => {
  it('has every row of the contract that is never repeated, but for deposits', () => {
    const never = allOperations().filter(({ row }) => row.repeat === 'never');
    const others = never.map(({ name }) => name).filter((name) => !(name in TRANSFERS));
    expect(others.toSorted()).toEqual(OTHERS);
    expect(Object.keys(TRANSFERS).filter((name) => !never.some((operation) => operation.name === name))).toEqual([]);
  });

  it('names fields that the contract has', () => {
    for (const [name, { reference }] of Object.entries(TRANSFERS)) {
      if (reference === undefined) continue;
      const { row } = allOperations().find((operation) => operation.name === name)!;
      const fields = fieldsOf(row);
      const inRows = JSON.stringify(fields.find((field) => field.name === reference.rows)?.schema ?? {});
      const isThere =
        reference.rows === undefined ? fields.some((field) => field.name === reference.field) : inRows.includes(reference.field);
      expect([name, isThere]).toEqual([name, true]);
    }
  });

  it('is found again by the first word of what the journal has', () => {
    expect(kindOf({ fingerprint: 'processing.payouts.create 100 EUR (payout p-1)' }).what).toBe('payout');
    expect(kindOf({ fingerprint: 'exchange POST /v1/new (request)' })).toBe(UNLISTED);
  });
});
