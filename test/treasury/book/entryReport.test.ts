import { describe, expect, it } from 'vitest';
import type { AddressEntry } from '../../../src/model/addressEntry.ts';
import { entryReport } from '../../../src/treasury/book/entryReport.ts';

const AT = Date.UTC(2026, 10, 23);
const ENTRY: AddressEntry = {
  id: 'A-1',
  name: 'supplier',
  destination: { currency: 'XRP', network: 'XRP', address: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', tag: '7' },
  labels: ['suppliers', 'monthly'],
  beneficiary: { firstName: 'Ada', lastName: 'Byron', countryOfBirthCode: 'GB', dateOfBirth: '1915-12-10' },
  requestedBy: 'anna',
  requestedAt: AT,
  approvals: [{ person: 'ben', key: 'ed25519:AA', signature: 'c2ln', at: AT + 1 }],
  allowedFrom: AT + 1000,
  removedAt: undefined,
};

describe(entryReport, () => {
  it('says all that people need, and where the entry stands at a time', () => {
    expect(entryReport(ENTRY, AT)).toEqual({
      id: 'A-1',
      name: 'supplier',
      state: 'cooling',
      currency: 'XRP',
      network: 'XRP',
      address: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
      tag: '7',
      labels: ['suppliers', 'monthly'],
      beneficiary: 'Ada Byron',
      requestedBy: 'anna',
      requestedAt: '2026-11-23T00:00:00.000Z',
      approvedBy: ['ben'],
      allowedFrom: '2026-11-23T00:00:01.000Z',
      removedAt: null,
    });
    expect(entryReport(ENTRY, AT + 1000).state).toBe('allowed');
    expect(entryReport({ ...ENTRY, removedAt: AT + 2000 }, AT + 3000)).toMatchObject({
      state: 'removed',
      removedAt: '2026-11-23T00:00:02.000Z',
    });
  });
});
