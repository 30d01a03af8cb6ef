import { isoOf } from '../base/instant.ts';
import { systemClock } from '../base/systemClock.ts';
import { signedManualAction } from '../treasury/payments/manualAction.ts';
import type { Asking } from './askInterface.ts';
import { hasPolicy } from './assertPolicyLets.ts';
import { personOf } from './personOption.ts';
import { signerOf } from './signing.ts';
import type { Shell } from './shell.ts';
import { runningTreasury, withTreasury } from './treasuryWay.ts';

/** Who decides, and the key with which they sign. */
export interface Decider {
  readonly as: string | undefined;
  readonly key: string | undefined;
  readonly passphraseFile: string | undefined;
}

/**
 * Has a payment accepted or processed. Where a policy is in force, or the treasury runs, that goes through the treasury: a person of the policy decides, and it stands in the
 * audit log. `evidence`: what the person saw.
 */
export async function decideOn(
  shell: Shell,
  { ask }: Asking<'processing'>,
  action: 'accept' | 'retry',
  evidence: string,
  { id, as, key, passphraseFile }: Decider & { readonly id: string },
): Promise<void> {
  if (!(await hasPolicy(shell)) && (await runningTreasury(shell)) === undefined) {
    await ask(action === 'accept' ? 'paymentIntents.acceptReceived' : 'paymentIntents.retry', { paymentIntentId: id });
    return;
  }
  const file = key ?? (shell.env['SLUICE_SIGNING_KEY'] || undefined);
  const person = personOf(shell, as);
  const sign = file === undefined ? undefined : await signerOf(shell, { person, key: file, passphraseFile });
  // Its time is signed with it, and a signed one counts for a while only: it is taken once everything is answered.
  const decision = { payment: id, action, evidence, person, at: isoOf(systemClock.now()) };
  const signed = sign?.(signedManualAction(decision));
  await withTreasury(shell, (calls) =>
    calls.decide(signed === undefined ? decision : { ...decision, signed: { key: signed.key, signature: signed.signature } }),
  );
}
