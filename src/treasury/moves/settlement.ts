import { z } from 'zod';
import { Fault } from '../../base/fault.ts';
import type { MoveRecord, RowProgress } from '../../model/move.ts';
import { hashOf } from '../approvals/canonicalMove.ts';
import { isSignatureOf, SIGN_ANEW, type SignedThing } from '../approvals/signature.ts';

const words = z.string().min(1).max(500);

/** What a person has found out of a payment that the venue took and of which it shows no end, or another one than was asked for. */
const settlementText = z.strictObject({
  move: words,
  /** The first row is 1. */
  row: z.int().min(1),
  state: z.enum(['completed', 'declined']),
  reason: words,
  person: words,
  signed: z.strictObject({ key: words, signature: words }),
});

export type SettlementText = z.input<typeof settlementText>;
export type Settlement = z.output<typeof settlementText>;

/** What the person signs. */
export function signedSettlement({ move, row, state, reason, person }: Omit<SettlementText, 'signed'>): SignedThing {
  return { purpose: 'settlement', hash: hashOf(JSON.stringify([move, row, state, reason, person])), policyVersion: 0 };
}

/** Reads a settlement. Throws a `Fault` `invalid-request` that names what is wrong with it. */
export function readSettlement(text: unknown): Settlement {
  const read = settlementText.safeParse(text);
  if (!read.success) {
    const said = read.error.issues.map(({ path, message }) => `${path.join('.') || 'the settlement'}: ${message}`);
    throw new Fault('invalid-request', said.join('; '));
  }
  const { signed, person } = read.data;
  if (isSignatureOf(signedSettlement(read.data), signed.key, signed.signature)) return read.data;
  throw new Fault('invalid-request', `the signature of ${person} is not one of this settlement`, { suggestion: SIGN_ANEW });
}

/** The row as the person has found it. Throws a `Fault` that says why a person can't say this. */
export function settledRow(record: MoveRecord, { row, state, reason, person }: Settlement): RowProgress {
  const before = record.progress[row - 1];
  if (before === undefined) throw new Fault('not-found', `${record.id} has ${record.rows.length} rows, and no row ${row}`);
  if (before.state !== 'sent' && before.state !== 'unknown') {
    throw new Fault('refused', `row ${row} of ${record.id} is ${before.state}; only what the venue has taken can be settled by hand`, {
      outcome: 'not-sent',
    });
  }
  if (before.venueId === undefined) {
    throw new Fault('refused', `nobody knows whether the venue has row ${row} of ${record.id} at all: ${before.evidence ?? ''}`, {
      outcome: 'not-sent',
      suggestion: '`sluice orders unresolved` and `sluice orders resolve` decide that first',
    });
  }
  return {
    ...before,
    state,
    settledBy: person,
    evidence: `${person} settled it: ${reason} (before: ${before.state}, ${before.evidence ?? ''})`,
  };
}

/**
 * Who asked for a move does not settle it, as long as somebody else could: nobody asks for it again, and nobody looks for it any more. It lifts
 * no limit: what a person has settled counts as what left. Throws a `Fault` `refused`.
 */
export function assertMaySettle(
  { id, initiator, signedWith }: MoveRecord,
  { person, signed }: Settlement,
  keys: ReadonlyMap<string, readonly string[]>,
): void {
  if (!keys.get(person)?.includes(signed.key)) {
    throw new Fault('refused', `${signed.key} is no key of ${person} in the policy, so nobody knows who settles ${id}`, {
      outcome: 'not-sent',
    });
  }
  // Who has asked may have another name by now, and the key is theirs still.
  const hasAsked = ([name, theirs]: readonly [string, readonly string[]]): boolean =>
    name === initiator || (signedWith !== undefined && theirs.includes(signedWith));
  const isAlone = [...keys].every((one) => hasAsked(one) || one[1].length === 0);
  const asked = hasAsked([person, keys.get(person)!]) || keys.get(initiator)?.includes(signed.key) === true;
  if (asked && !isAlone)
    throw new Fault('refused', `${initiator} has asked for ${id}, and who asks does not settle`, {
      outcome: 'not-sent',
      suggestion: 'let somebody else settle it',
    });
}
