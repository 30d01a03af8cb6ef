import { Fault } from '../../base/fault.ts';
import { command } from '../command.ts';

export const treasuryPolicyShow = command({
  name: 'treasury policy show',
  about: 'Show the policy in force, who published it, and what follows it',
  examples: ['treasury policy show', 'treasury policy show -o json'],
  async run(_input, shell) {
    const { readingTreasury } = await import('../treasuryWay.ts');
    const { printPolicy } = await import('../policyText.ts');
    const policy = await readingTreasury(shell, (calls) => calls.policy());
    if (policy === null) {
      throw new Fault('not-found', 'no policy is in force, so the treasury moves nothing', {
        suggestion: 'write one (docs/policy.md has ten to copy), then `sluice treasury policy publish FILE`',
      });
    }
    printPolicy(shell, policy);
  },
});
