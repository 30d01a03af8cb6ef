import { Fault } from '../base/fault.ts';
import { systemClock } from '../base/systemClock.ts';
import type { Policy } from '../policy/policy.ts';
import type { Shell } from './shell.ts';

/** The policy of a file. Without a file, the one that the treasury has in force. */
export async function policyOf(shell: Shell, file: string | undefined): Promise<Policy> {
  const { parsePolicy, readPolicyFile } = await import('../settings/policyFile.ts');
  if (file !== undefined) return readPolicyFile(file, shell.cwd).policy;
  const { versionInForce } = await import('../policy/policyVersions.ts');
  const { readTreasury } = await import('./treasuryStore.ts');
  const version = await readTreasury(shell, async (store) => versionInForce(await store.policies.versions(), systemClock.now()));
  if (version === undefined) {
    throw new Fault('not-found', 'the treasury has no policy in force', { suggestion: 'name a policy file with --policy FILE' });
  }
  return parsePolicy(version.text, `version ${version.version} of the policy`).policy;
}
