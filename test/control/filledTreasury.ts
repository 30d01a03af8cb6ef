import { dec } from '../../src/base/decimal.ts';
import { HOUR_MS, type Instant } from '../../src/base/instant.ts';
import type { MoveRecord } from '../../src/model/move.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import { openTreasuryStore } from '../../src/store/treasuryStore.ts';
import { hashOf } from '../../src/treasury/approvals/canonicalMove.ts';
import { subjectOfMove } from '../../src/treasury/approvals/subject.ts';
import { aMove, aRow } from '../treasury/approvals/moves.ts';
import { approval, signer } from '../treasury/approvals/people.ts';
import { anEntry } from '../treasury/book/entries.ts';

const [anna, ben, cleo] = [signer('anna'), signer('ben'), signer('cleo')] as const;

const POLICY = `people: { anna: { keys: ['${anna.key}'] }, ben: { keys: ['${ben.key}'] }, cleo: { keys: ['${cleo.key}'] } }
groups: { finance: [anna, ben, cleo] }
book: { approve: [{ need: 2, of: finance }], cooling: 24h }
change: { approve: [{ need: 1, of: finance }] }
rules:
  - { name: small, if: { currency: BTC, window: [{ last: 24h, atMost: 2 BTC }] }, then: allow }
  - { name: two look, then: { approve: [{ need: 2, of: finance }], expires: 48h } }
`;

/** What stands in it. Keys and signatures are what must be seen nowhere else. */
export const FILLED = {
  waiting: 'W-01J000000000000000000000AA',
  unknown: 'W-01J000000000000000000000BB',
  done: 'W-01J000000000000000000000CC',
  hidden: [anna.key, ben.key, cleo.key],
} as const;

/** Makes a treasury as it stands in the middle of a day: a withdrawal with one of two signatures, one unknown, one completed; an address that cools, and one that is asked for. */
export async function filledTreasury(path: string, at: Instant): Promise<void> {
  const store = await openTreasuryStore({ path, clock: systemClock });
  const note = { who: 'anna', what: 'test', subject: '', before: '', after: '', evidence: '' };
  const published = { version: 1, text: POLICY, hash: hashOf(POLICY), publishedBy: 'anna', publishedAt: at - 9 * HOUR_MS };
  await store.policies.add({ ...published, approvals: [], holdsFrom: at - 9 * HOUR_MS }, note);
  const open = { createdAt: at - HOUR_MS, expiresAt: at + 47 * HOUR_MS, policyVersion: 1 };
  const waiting = aMove({ id: FILLED.waiting, rows: [rowOf('A', '1.5')], ...open });
  await store.moves.add(record(waiting, 'awaiting-approval', undefined, at - HOUR_MS), at - HOUR_MS, note);
  await store.moves.approve(FILLED.waiting, approval(subjectOfMove(waiting), ben, at - HOUR_MS / 2), note);
  for (const [id, state, amount] of [[FILLED.unknown, 'unknown', '0.2'] as const, [FILLED.done, 'completed', '0.3'] as const]) {
    const move = aMove({ id, rows: [rowOf(id, amount)], createdAt: at - 3 * HOUR_MS, policyVersion: 1, expiresAt: undefined });
    await store.moves.add(record(move, state, at - 2 * HOUR_MS, at - 2 * HOUR_MS), at - 2 * HOUR_MS, note);
  }
  const approvals = [ben, cleo].map((one) => ({ person: one.person, key: one.key, signature: 'c2ln', at: at - HOUR_MS }));
  await store.book.add(anEntry({ approvals, allowedFrom: at + 20 * HOUR_MS }), note);
  const destination = { currency: 'XRP', network: 'XRP', address: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', tag: '7' };
  await store.book.add(anEntry({ id: 'A-01J000000000000000000000BB', name: 'new one', destination, requestedAt: at - HOUR_MS }), note);
  await store.close();
}

function rowOf(reference: string, amount: string): MoveRecord['rows'][number] {
  return aRow({ reference, amount: dec(amount), to: 'cold-1' });
}

function record(
  move: ReturnType<typeof aMove>,
  state: 'awaiting-approval' | 'unknown' | 'completed',
  sentAt: Instant | undefined,
  changedAt: Instant,
): MoveRecord {
  const isOpen = state === 'awaiting-approval';
  const needs = isOpen ? [{ need: 2, of: 'finance' }] : [];
  const progress = [{ state: isOpen ? 'waiting' : state, venueId: undefined, fee: undefined, sentAt, evidence: undefined } as const];
  const decided = { rule: isOpen ? 'two look' : 'small', evidence: undefined, account: undefined, signedWith: undefined };
  return { ...move, ...decided, state, needs, changedAt, progress };
}
