import { z } from 'zod';
import { Fault } from '../../base/fault.ts';
import { hashOf } from '../approvals/canonicalMove.ts';
import { isSignatureOf, SIGN_ANEW, type SignedThing } from '../approvals/signature.ts';
import type { EntryOrder } from './addressBookEditor.ts';

const words = z.string().min(1).max(500);

/** An entry as it is asked for from outside. */
const entryOrderText = z.strictObject({
  /** A ULID after `A-`. Asking twice with one id asks once. */
  id: z.string().regex(/^A-[0-9A-Z]{26}$/),
  name: words,
  destination: z.strictObject({ currency: words, network: words, address: words, tag: words.optional() }),
  labels: z.array(words).max(20),
  beneficiary: z.strictObject({ firstName: words, lastName: words, countryOfBirthCode: words, dateOfBirth: words }).optional(),
  requestedBy: words,
  alsoElsewhere: z.boolean(),
  /** That person's signature over the rest. */
  signed: z.strictObject({ key: words, signature: words }),
});

export type EntryOrderText = z.input<typeof entryOrderText>;

/** What the person signs who asks: the order's text without the signature. */
export function signedEntryOrder({
  signed: _signed,
  ...order
}: Omit<EntryOrderText, 'signed'> & { readonly signed?: unknown }): SignedThing {
  return { purpose: 'address entry', hash: hashOf(JSON.stringify({ form: 'sluice address request v1', ...order })), policyVersion: 0 };
}

/** Reads an order. Throws a `Fault` `invalid-request` that says all that is wrong with its form, or that the signature is not one of it. */
export function readEntryOrder(text: unknown): EntryOrder {
  const read = entryOrderText.safeParse(text);
  if (!read.success) {
    throw new Fault(
      'invalid-request',
      read.error.issues.map(({ path, message }) => `${path.join('.') || 'the order'}: ${message}`).join('; '),
    );
  }
  const { signed, destination, beneficiary, ...order } = read.data;
  if (!isSignatureOf(signedEntryOrder(text as EntryOrderText), signed.key, signed.signature)) {
    throw new Fault('invalid-request', `the signature of ${order.requestedBy} is not one of this order`, { suggestion: SIGN_ANEW });
  }
  return { ...order, destination: { ...destination, tag: destination.tag }, beneficiary, signedWith: signed.key };
}
