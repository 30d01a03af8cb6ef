import { systemClock } from '../base/systemClock.ts';
import { versionInForce } from '../policy/policyVersions.ts';
import { accountOf } from '../store/accountDatabase.ts';
import { isTreasuryThere, treasurySeal } from '../store/treasurySeal.ts';
import type { TreasuryStore } from '../store/treasuryStore.ts';
import { assertNotPast } from '../daemon/treasury/goesPastPolicy.ts';
import { treasuryPlace } from '../daemon/treasury/treasuryPaths.ts';
import { settingsOf } from './configFile.ts';
import type { Shell } from './shell.ts';
import { stateOf } from './stateOf.ts';
import { readTreasury } from './treasuryStore.ts';

/**
 * Where a policy is in force, money leaves by it alone. Throws a `Fault` `risk`, `not-sent`, and `journal-incomplete` where the treasury's database is not
 * what its seal knows: then nobody can say.
 */
export async function assertPolicyLets(shell: Shell, what: string): Promise<void> {
  await readSealed(shell, (store) => assertNotPast(store, systemClock.now(), what));
}

/** Whether a policy is in force in the treasury of the state folder, or was before its database was lost. */
export async function hasPolicy(shell: Shell): Promise<boolean> {
  const hash = await readSealed(
    shell,
    async (store) => versionInForce(await store.policies.versions(), systemClock.now())?.hash ?? (await store.lostPolicy()),
  );
  return hash !== undefined;
}

/** Reads the treasury of the state folder, whether its process runs or not. Undefined where there is none. */
async function readSealed<T>(shell: Shell, use: (store: TreasuryStore) => Promise<T>): Promise<T | undefined> {
  const settings = await settingsOf(shell);
  const place = {
    ...treasuryPlace(stateOf(shell, settings), settings),
    accounts: shell.options.accounts,
    account: accountOf(settings),
    clock: systemClock,
  };
  return (await isTreasuryThere(place)) ? readTreasury(shell, use, treasurySeal(place)) : undefined;
}
