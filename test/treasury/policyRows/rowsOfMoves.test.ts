import { expect, it } from 'vitest';
import { DAY_MS } from '../../../src/base/instant.ts';
import type { AddressEntry } from '../../../src/model/addressEntry.ts';
import type { MoveRecord, RowProgress } from '../../../src/model/move.ts';
import { rowsOfMoves } from '../../../src/treasury/policyRows/rowsOfMoves.ts';
import { aMove, aRow } from '../approvals/moves.ts';

const AT = Date.parse('2026-11-23T09:00:00Z');
const PLACE = { currency: 'BTC', network: 'Bitcoin', address: 'bc1', tag: undefined };
const ENTRY: AddressEntry = {
  id: 'A-1',
  name: 'vault',
  destination: PLACE,
  labels: ['own'],
  beneficiary: undefined,
  requestedBy: 'anna',
  requestedAt: AT - 3 * DAY_MS,
  approvals: [],
  allowedFrom: AT - 2 * DAY_MS,
  removedAt: undefined,
};

function moveAt(
  createdAt: number,
  state: MoveRecord['state'],
  row: RowProgress['state'],
  destination: typeof PLACE | null = PLACE,
): MoveRecord {
  const move = aMove({ id: `W-${createdAt}`, rows: [aRow({ destination: destination ?? undefined })], createdAt });
  const decided = {
    state,
    rule: 'r',
    needs: [],
    evidence: undefined,
    account: undefined,
    signedWith: undefined,
    changedAt: createdAt,
  } as const;
  return { ...move, ...decided, progress: [{ state: row, venueId: undefined, fee: undefined, sentAt: undefined, evidence: undefined }] };
}

const seen = (moves: readonly MoveRecord[], entries: readonly AddressEntry[] = [ENTRY]) =>
  rowsOfMoves(moves, entries).map(({ request: { entry }, hasLeft }) => [entry?.state, entry?.isProven, hasLeft]);

it('knows the address book as it was then', () => {
  const times = [AT - 4 * DAY_MS, AT - 2.5 * DAY_MS, AT - 2 * DAY_MS, AT];
  const moves = times.map((at) => moveAt(at, 'sent', 'sent'));
  expect(seen(moves)).toEqual([
    [undefined, undefined, true],
    ['cooling', false, true],
    ['allowed', false, true],
    ['allowed', false, true],
  ]);
  expect(seen(moves, [{ ...ENTRY, removedAt: AT, allowedFrom: undefined }])[2]).toEqual(['requested', false, true]);
  expect(seen(moves, [{ ...ENTRY, removedAt: AT }])[3]).toEqual([undefined, undefined, true]);
  expect(seen([moveAt(AT, 'sent', 'sent', null)])).toEqual([[undefined, undefined, true]]);
});

it('a destination is proven after something has arrived, and what was refused or declined has not left', () => {
  const moves = [
    moveAt(AT, 'refused', 'waiting'),
    moveAt(AT + 1, 'completed', 'completed'),
    moveAt(AT + 2, 'partly-completed', 'declined'),
    moveAt(AT + 3, 'unknown', 'unknown'),
  ];
  expect(seen(moves)).toEqual([
    ['allowed', false, false],
    ['allowed', false, true],
    ['allowed', true, false],
    ['allowed', true, true],
  ]);
});
