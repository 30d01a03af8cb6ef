import type { TriedRow } from '../../treasury/policyRows/tryPolicy.ts';
import type { Column } from '../column.ts';
import { argument, command, option } from '../command.ts';
import { trialOptions } from '../trialOptions.ts';
import { textValue } from '../values.ts';

export const treasuryPolicyTest = command({
  name: 'treasury policy test',
  about: 'Show which rule of a policy decides on each payment of a file, and why; exits with 10 when one is denied',
  args: { file: argument('file', 'a CSV of payments, or a batch file', textValue) },
  options: { policy: option('--policy <file>', 'the policy file (else the policy in force)', textValue), ...trialOptions },
  examples: [
    'treasury policy test payments.csv --policy policy.yaml',
    'treasury policy test payments.csv --policy policy.yaml --balance EUR=100000 --price BTC/EUR=50000 -o json',
  ],
  async run({ args, options }, shell) {
    const { firstLines } = await import('../../base/firstLines.ts');
    const { policyOf } = await import('../policyInForce.ts');
    const { decisionText } = await import('../../treasury/policyRows/decisionText.ts');
    const { tryPolicy } = await import('../../treasury/policyRows/tryPolicy.ts');
    const { triedColumns } = await import('../triedColumns.ts');
    const { readTrial } = await import('../policyTrial.ts');
    const { printRows } = await import('../print.ts');
    const { say } = await import('../shell.ts');
    const policy = await policyOf(shell, options.policy);
    const { rows, world } = await readTrial(shell, args.file, options);
    const tried = tryPolicy(policy, rows, world);
    const columns: readonly Column<TriedRow>[] = [
      ...triedColumns,
      {
        key: 'decision',
        value: ({ decision }) => decisionText(decision),
        style: ({ decision }) => (decision.verdict === 'deny' ? 'red' : undefined),
      },
      { key: 'rule', value: ({ decision }) => decision.rule },
      { key: 'why', value: ({ decision }) => decision.why.join('; ') },
    ];
    printRows(shell, columns, tried);
    const denied = tried.filter(({ decision }) => decision.verdict === 'deny');
    const reasons = denied.flatMap(({ line, decision }) => decision.why.map((why) => `line ${line}: ${why}`));
    for (const reason of firstLines(reasons)) say(shell, reason);
    return denied.length > 0 ? 10 : 0;
  },
});
