import { dec } from '../../../src/base/decimal.ts';
import type { Destination, MoveRecord, MoveRow, RowProgress, RowState } from '../../../src/model/move.ts';
import type { BatchRow } from '../../../src/treasury/batches/batchRow.ts';
import { type BatchFile, readBatch } from '../../../src/treasury/batches/readBatch.ts';

export const NOW = Date.UTC(2026, 10, 23);
export const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
export const RIPPLE = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';

export const ACME: Destination = { currency: 'BTC', network: 'BTC', address: ADDRESS, tag: undefined };

const BOOK = new Map<string, Destination>([
  ['ACME GmbH', ACME],
  ['Ripple Ltd', { currency: 'XRP', network: 'XRP', address: RIPPLE, tag: '77' }],
]);

export function read(text: string | Uint8Array): BatchFile {
  return readBatch(typeof text === 'string' ? new TextEncoder().encode(text) : text, { book: BOOK, now: NOW });
}

export function batchRowOf(over: Partial<BatchRow> = {}): BatchRow {
  const row = { line: 2, reference: undefined, destination: ACME, to: 'ACME GmbH', amount: dec('0.5'), fiat: undefined };
  return { ...row, beneficiary: undefined, note: undefined, ...over };
}

export function moveRowOf(over: Partial<MoveRow> = {}): MoveRow {
  const row = { reference: 'INV-1', currency: 'BTC', amount: dec('0.5'), destination: ACME, to: 'ACME GmbH', target: undefined } as const;
  return { ...row, fiat: undefined, feeMode: 'default', beneficiary: undefined, note: undefined, ...over };
}

/** A batch of which each row is in one of these states. */
export function moveOf(states: readonly RowState[], over: Partial<MoveRecord> = {}): MoveRecord {
  const progress = (state: RowState): RowProgress => ({
    state,
    venueId: undefined,
    fee: undefined,
    sentAt: undefined,
    evidence: undefined,
  });
  return {
    id: 'B-1',
    kind: 'batch',
    rows: states.map((_, at) => moveRowOf({ reference: `INV-${at + 1}` })),
    initiator: 'ann',
    createdAt: NOW - 86_400_000,
    policyVersion: 1,
    expiresAt: undefined,
    state: 'partly-completed',
    rule: 'suppliers',
    evidence: undefined,
    changedAt: NOW,
    account: undefined,
    signedWith: undefined,
    needs: [],
    progress: states.map(progress),
    ...over,
  };
}

/** What a piece of work throws. */
export function thrownBy(work: () => unknown): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return error;
  }
}
