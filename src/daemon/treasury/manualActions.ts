import type { Clock } from '../../base/clock.ts';
import { Fault, isFault, messageOf } from '../../base/fault.ts';
import type { Policy } from '../../policy/policy.ts';
import type { TreasuryStore } from '../../store/treasuryStore.ts';
import type { MoveVenue } from '../../treasury/moves/carrier.ts';
import { assertNotPast } from './goesPastPolicy.ts';
import { takenSignatures } from './takenSignatures.ts';
import { unsigned } from '../../treasury/moves/unsigned.ts';
import { assertOfNow, type ManualAction, readManualAction } from '../../treasury/payments/manualAction.ts';

export interface ManualActionsOptions {
  readonly store: Pick<TreasuryStore, 'note' | 'policies' | 'lostPolicy' | 'auditHead' | 'auditRows'>;
  readonly clock: Clock;
  readonly venue: Pick<MoveVenue, 'transfer'>;
  /** The policy in force. Undefined where there is none. */
  readonly policy: () => Promise<Policy | undefined>;
}

const OPERATIONS = { accept: 'paymentIntents.acceptReceived', retry: 'paymentIntents.retry' } as const;

/**
 * Decides on a payment for a person whom the policy names, under their signature where they have a key. It takes nothing out, so no rule decides. A row of
 * the audit log is there before anything is sent, and another one says what came of it. A signature decides once.
 */
export function manualActions({ store, clock, venue, policy }: ManualActionsOptions): (text: unknown) => Promise<{ readonly done: true }> {
  let known: Promise<Set<string>> | undefined;
  return async (text) => {
    const action = readManualAction(text);
    const { payment, person: who, at, signed, evidence } = action;
    assertOfNow(action, clock.now());
    const inForce = await policy();
    if (inForce === undefined) await assertNotPast(store, clock.now(), `payment.${action.action} of ${payment}`);
    else assertMayDecide(action, inForce);
    // What was taken before a restart stands in the audit log. A log that can't be read is read again by the next decision.
    known ??= takenSignatures(store, clock.now());
    assertFirst(
      action,
      await known.catch((error: unknown) => {
        known = undefined;
        throw error;
      }),
    );
    const shared = { who, what: `payment.${action.action}`, subject: payment };
    const by = signed === undefined ? '' : `; signed at ${at} with ${signed.key} ${signed.signature}`;
    await store.note(clock.now(), { ...shared, before: '', after: 'sending', evidence: `${evidence}${by}` });
    try {
      await venue.transfer('processing', OPERATIONS[action.action], { paymentIntentId: payment });
    } catch (error) {
      const after = isFault(error) ? (error.outcome ?? error.code) : 'internal';
      await store.note(clock.now(), { ...shared, before: 'sending', after, evidence: messageOf(error) });
      throw error;
    }
    await store.note(clock.now(), { ...shared, before: 'sending', after: 'done', evidence });
    return { done: true };
  };
}

/** What is signed has its time in it, so nobody signs the same twice. */
function assertFirst({ person, payment, signed }: ManualAction, taken: Set<string>): void {
  if (signed === undefined) return;
  if (taken.has(signed.signature)) {
    throw new Fault('refused', `this decision of ${person} on payment ${payment} was taken before`, {
      outcome: 'not-sent',
      suggestion: 'decide anew if it is meant once more',
    });
  }
  taken.add(signed.signature);
}

function assertMayDecide({ person, payment, signed }: ManualAction, policy: Policy): void {
  if (!Object.hasOwn(policy.people, person)) {
    throw new Fault('refused', `${person} is not among the people of the policy (${Object.keys(policy.people).join(', ')})`, {
      outcome: 'not-sent',
      suggestion: `name who decides on payment ${payment} with --as`,
    });
  }
  const { keys } = policy.people[person]!;
  if (signed === undefined ? keys.length === 0 : keys.includes(signed.key)) return;
  throw unsigned(person, signed === undefined ? 'the policy has a key of theirs' : `${signed.key} is no key of theirs in the policy`);
}
