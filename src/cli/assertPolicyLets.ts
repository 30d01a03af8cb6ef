import { systemClock } from '../base/systemClock.ts';
import { versionInForce } from '../policy/policyVersions.ts';
import { isTreasuryThere } from '../store/treasurySeal.ts';
import type { TreasuryStore } from '../store/treasuryStore.ts';
import { assertNotPast } from '../daemon/treasury/goesPastPolicy.ts';
import type { Shell } from './shell.ts';
import { readSealed, sealedPlace } from './treasuryStore.ts';

/**
 * Where a policy is in force, money leaves by it alone. Throws a `Fault` `risk`, `not-sent`, and `journal-incomplete` where the treasury's database is not
 * what its seal knows: then nobody can say.
 */
export async function assertPolicyLets(shell: Shell, what: string): Promise<void> {
  await ifThere(shell, (store) => assertNotPast(store, systemClock.now(), what));
}

/** Whether a policy is in force in the treasury of the state folder, or was before its database was lost. */
export async function hasPolicy(shell: Shell): Promise<boolean> {
  const hash = await ifThere(
    shell,
    async (store) => versionInForce(await store.policies.versions(), systemClock.now())?.hash ?? (await store.lostPolicy()),
  );
  return hash !== undefined;
}

/** Undefined where there is none. */
async function ifThere<T>(shell: Shell, use: (store: TreasuryStore) => Promise<T>): Promise<T | undefined> {
  return (await isTreasuryThere(await sealedPlace(shell))) ? readSealed(shell, use) : undefined;
}
