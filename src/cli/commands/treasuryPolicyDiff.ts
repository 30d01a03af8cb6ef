import type { ChangedRow } from '../../treasury/policyRows/tryPolicy.ts';
import type { Column } from '../column.ts';
import { argument, command, option } from '../command.ts';
import { trialOptions } from '../trialOptions.ts';
import { DAY_MS } from '../../base/instant.ts';
import { durationValue, textValue } from '../values.ts';

export const treasuryPolicyDiff = command({
  name: 'treasury policy diff',
  about: 'Show on which payments another policy would have decided otherwise; exits with 10 when there are any',
  args: { file: argument('file', 'the new policy file', textValue) },
  options: {
    policy: option('--policy <file>', 'the policy file that it is compared with (else the policy in force)', textValue),
    moves: option('--moves <file>', "a CSV of payments that were made, oldest first (else the treasury's own)", textValue),
    last: option(
      '--last <duration>',
      "how far back payments are compared (else 30d of the treasury's own, and a whole file); earlier ones still count in windows",
      durationValue,
    ),
    ...trialOptions,
  },
  examples: ['treasury policy diff new.yaml', 'treasury policy diff new.yaml --policy policy.yaml --moves payments.csv'],
  async run({ args, options }, shell) {
    const { policyOf } = await import('../policyInForce.ts');
    const { decisionText } = await import('../../treasury/policyRows/decisionText.ts');
    const { policyDifference } = await import('../../treasury/policyRows/tryPolicy.ts');
    const { counted } = await import('../../base/counted.ts');
    const { triedColumns } = await import('../triedColumns.ts');
    const { readMoves, readTrial } = await import('../policyTrial.ts');
    const { printRows } = await import('../print.ts');
    const { say } = await import('../shell.ts');
    const before = await policyOf(shell, options.policy);
    const after = await policyOf(shell, args.file);
    const { rows, world, since } =
      options.moves === undefined
        ? await readMoves(shell, { ...options, last: options.last ?? 30 * DAY_MS })
        : await readTrial(shell, options.moves, options);
    const changed = policyDifference(before, after, rows, world).filter(({ request }) => request.at >= since);
    const columns: readonly Column<ChangedRow>[] = [
      ...triedColumns,
      { key: 'before', value: (row) => decisionText(row.before) },
      { key: 'rule_before', title: 'RULE', value: (row) => row.before.rule },
      { key: 'after', value: (row) => decisionText(row.after), style: (row) => (row.after.verdict === 'deny' ? 'red' : undefined) },
      { key: 'rule_after', title: 'RULE', value: (row) => row.after.rule },
      { key: 'why', value: (row) => row.after.why.join('; ') },
    ];
    printRows(shell, columns, changed, '');
    say(
      shell,
      `${counted(changed.length, 'decision')} of ${rows.filter(({ request }) => request.at >= since).length} would have been another one`,
    );
    return changed.length > 0 ? 10 : 0;
  },
});
