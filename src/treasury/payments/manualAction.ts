import { z } from 'zod';
import { Fault } from '../../base/fault.ts';
import { hashOf } from '../approvals/canonicalMove.ts';
import { isSignatureOf, type SignedThing } from '../approvals/signature.ts';

export const MANUAL_ACTIONS = ['accept', 'retry'] as const;
const words = z.string().min(1).max(500);

/** What a person decides about a payment that needs a decision (001 States 9, 10). */
const manualActionText = z.strictObject({
  payment: words,
  action: z.enum(MANUAL_ACTIONS),
  /** What they saw when they decided. */
  evidence: words,
  person: words,
  signed: z.strictObject({ key: words, signature: words }).optional(),
});

export type ManualActionText = z.input<typeof manualActionText>;
export type ManualAction = z.output<typeof manualActionText>;

/** What the person signs. */
export function signedManualAction({ payment, action, evidence, person }: Omit<ManualActionText, 'signed'>): SignedThing {
  return { purpose: 'manual action', hash: hashOf(JSON.stringify([payment, action, evidence, person])), policyVersion: 0 };
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
  throw new Fault('invalid-request', `the signature of ${person} is not one of this decision`, { outcome: 'not-sent' });
}
