import { z } from 'zod';
import { Fault } from '../../base/fault.ts';
import { type Instant, instantOf, isoOf } from '../../base/instant.ts';
import { hashOf } from '../approvals/canonicalMove.ts';
import { isSignatureOf, SIGN_ANEW, type SignedThing } from '../approvals/signature.ts';
import { SIGNED_WITHIN_MS } from '../approvals/signedWithin.ts';

export const MANUAL_ACTIONS = ['accept', 'retry'] as const;
const words = z.string().min(1).max(500);

/** What a person decides about a payment that needs a decision (001 States 9, 10). */
const manualActionText = z.strictObject({
  payment: words,
  action: z.enum(MANUAL_ACTIONS),
  /** What they saw when they decided. */
  evidence: words,
  person: words,
  /** When they decided, in ISO 8601. */
  at: z.string().refine((text) => instantOf(text) !== undefined, 'expected a time in ISO 8601, like 2026-11-20T12:00:00.000Z'),
  signed: z.strictObject({ key: words, signature: words }).optional(),
});

export type ManualActionText = z.input<typeof manualActionText>;
export type ManualAction = z.output<typeof manualActionText>;

/** What the person signs. */
export function signedManualAction({ payment, action, evidence, person, at }: Omit<ManualActionText, 'signed'>): SignedThing {
  const canonical = JSON.stringify({ form: 'sluice decision on a payment v2', payment, action, evidence, person, at });
  return { purpose: 'manual action', hash: hashOf(canonical), policyVersion: 0 };
}

/** A copy that is sent later decides nothing: the payment may stand differently by then. Throws a `Fault` `refused`. */
export function assertOfNow({ at, person }: Pick<ManualAction, 'at' | 'person'>, now: Instant): void {
  if (Math.abs(now - instantOf(at)!) <= SIGNED_WITHIN_MS) return;
  const within = `${SIGNED_WITHIN_MS / 60_000} minutes`;
  throw new Fault('refused', `at: ${person} decided at ${at}, and a decision counts within ${within} of that; it is ${isoOf(now)} now`, {
    outcome: 'not-sent',
    suggestion: 'look at the payment again and decide anew; if that was just now, one of the two clocks is wrong',
  });
}

/** Reads a decision. Throws a `Fault` `invalid-request` that names what is wrong with it. */
export function readManualAction(text: unknown): ManualAction {
  const read = manualActionText.safeParse(text);
  if (!read.success) {
    const said = read.error.issues.map(({ path, message }) => `${path.join('.') || 'the decision'}: ${message}`);
    throw new Fault('invalid-request', said.join('; '), { outcome: 'not-sent' });
  }
  const { signed, person } = read.data;
  if (signed === undefined || isSignatureOf(signedManualAction(read.data), signed.key, signed.signature)) return read.data;
  throw new Fault('invalid-request', `the signature of ${person} is not one of this decision`, {
    outcome: 'not-sent',
    suggestion: SIGN_ANEW,
  });
}
