import { Fault } from '../../base/fault.ts';
import type { Instant } from '../../base/instant.ts';
import { versionInForce } from '../../policy/policyVersions.ts';
import type { TreasuryStore } from '../../store/treasuryStore.ts';

/**
 * Throws a `Fault` `risk`, `not-sent`, where a policy is in force, or was before the database was lost: money leaves by it alone. What is sent past the
 * treasury would count against no limit and need no approval. `what` is the request, in words.
 */
export async function assertNotPast(store: Pick<TreasuryStore, 'policies' | 'lostPolicy'>, at: Instant, what: string): Promise<void> {
  const version = versionInForce(await store.policies.versions(), at);
  if (version !== undefined) throw goesPastPolicy(what, version.version);
  const lost = await store.lostPolicy();
  if (lost === undefined) return;
  throw new Fault('risk', `${what} moves money, and the policy that was in force is lost with the treasury's database (SHA-256 ${lost})`, {
    outcome: 'not-sent',
    suggestion: 'publish it anew with `sluice treasury policy publish FILE`; until then nothing leaves',
  });
}

function goesPastPolicy(what: string, version: number): Fault {
  return new Fault('risk', `${what} moves money, and policy ${version} is in force, which it would go past`, {
    outcome: 'not-sent',
    suggestion:
      'use `sluice treasury withdraw`, `treasury batch submit`, `treasury convert`, `pay payouts create`, `pay refunds create`, `pay refunds link`, `pay intents accept`, `pay intents retry` or `page refund`',
  });
}
