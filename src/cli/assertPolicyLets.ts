import { Fault } from '../base/fault.ts';
import { systemClock } from '../base/systemClock.ts';
import { versionInForce } from '../policy/policyVersions.ts';
import { accountOf } from '../store/accountDatabase.ts';
import { isTreasuryThere, treasurySeal } from '../store/treasurySeal.ts';
import { treasuryDatabase } from '../daemon/treasury/treasuryPaths.ts';
import { settingsOf } from './configFile.ts';
import type { Shell } from './shell.ts';
import { stateOf } from './stateOf.ts';
import { readTreasury } from './treasuryStore.ts';

/**
 * Where a policy is in force, money leaves by it alone: what is sent past the treasury would count against no limit and need no approval.
 * Throws a `Fault` `risk`, `not-sent`, and `journal-incomplete` where the treasury's database is not what its seal knows: then nobody can say.
 */
export async function assertPolicyLets(shell: Shell, what: string): Promise<void> {
  const settings = await settingsOf(shell);
  const path = treasuryDatabase(stateOf(shell, settings));
  const place = { path, accounts: shell.options.accounts, account: accountOf(settings), clock: systemClock };
  if (!isTreasuryThere(place)) return;
  const version = await readTreasury(
    shell,
    async (store) => versionInForce(await store.policies.versions(), systemClock.now()),
    treasurySeal(place),
  );
  if (version === undefined) return;
  throw new Fault('risk', `${what} moves money, and policy ${version.version} is in force, which it would go past`, {
    outcome: 'not-sent',
    suggestion:
      'use `sluice treasury withdraw`, `treasury batch submit`, `treasury convert`, `pay payouts create`, `pay refunds create` or `page refund`',
  });
}
