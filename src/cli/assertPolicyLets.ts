import { existsSync } from 'node:fs';
import { Fault } from '../base/fault.ts';
import { systemClock } from '../base/systemClock.ts';
import { versionInForce } from '../policy/policyVersions.ts';
import { treasuryDatabase } from '../daemon/treasury/treasuryPaths.ts';
import { settingsOf } from './configFile.ts';
import type { Shell } from './shell.ts';
import { stateOf } from './stateOf.ts';
import { readTreasury } from './treasuryStore.ts';

/**
 * Where a policy is in force, money leaves by it alone: what is sent past the treasury would count against no limit and need no approval.
 * Throws a `Fault` `risk`, `not-sent`.
 */
export async function assertPolicyLets(shell: Shell, what: string): Promise<void> {
  if (!existsSync(treasuryDatabase(stateOf(shell, await settingsOf(shell))))) return;
  const version = await readTreasury(shell, async (store) => versionInForce(await store.policies.versions(), systemClock.now()));
  if (version === undefined) return;
  throw new Fault('risk', `${what} moves money, and policy ${version.version} is in force, which it would go past`, {
    outcome: 'not-sent',
    suggestion:
      'use `sluice treasury withdraw`, `treasury batch submit`, `treasury convert`, `pay payouts create`, `pay refunds create` or `page refund`',
  });
}
