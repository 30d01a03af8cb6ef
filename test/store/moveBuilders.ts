import { dec } from '../../src/base/decimal.ts';
import type { AuditNote } from '../../src/model/audit.ts';
import type { MoveRecord, MoveRow, RowProgress } from '../../src/model/move.ts';

export const AT = Date.UTC(2026, 10, 23);
export const NOTE: AuditNote = { who: 'anna', what: 'move.requested', subject: 'W-1', before: '', after: 'approved', evidence: 'rule 1' };
export const WAITING: RowProgress = { state: 'waiting', venueId: undefined, fee: undefined, sentAt: undefined, evidence: undefined };
export const DESTINATION = { currency: 'BTC', network: 'BTC', address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', tag: undefined };
export const ROW: MoveRow = {
  reference: 'W-1-0',
  currency: 'BTC',
  amount: dec('0.10000000000000000001'),
  destination: DESTINATION,
  to: 'cold-1',
  target: undefined,
  fiat: undefined,
  feeMode: 'net',
  beneficiary: { firstName: 'Ada', lastName: 'Byron', countryOfBirthCode: 'GB', dateOfBirth: '1815-12-10' },
  note: 'to the vault',
};

/** A withdrawal that may be sent. */
export function move(id: string, more: Partial<MoveRecord> = {}): MoveRecord {
  return {
    id,
    kind: 'withdrawal',
    rows: [{ ...ROW, reference: `${id}-0` }],
    initiator: 'anna',
    createdAt: AT,
    policyVersion: 1,
    expiresAt: undefined,
    state: 'approved',
    rule: 'small',
    evidence: undefined,
    changedAt: AT,
    account: undefined,
    signedWith: undefined,
    needs: [],
    progress: [WAITING],
    ...more,
  };
}
