import { argument, command, option, repeatableOption } from '../command.ts';
import { confirm } from '../confirm.ts';
import { PERSON, personOf } from '../personOption.ts';
import { textValue } from '../values.ts';

export const treasuryPolicyPublish = command({
  name: 'treasury policy publish',
  about: 'Make a policy hold: the first one at once, a later one with the signatures and after the delay that the policy in force asks for',
  args: { file: argument('file', 'the policy file', textValue) },
  options: {
    signature: repeatableOption(
      '--signature <file>',
      'what `treasury policy sign` wrote; once for each person',
      (text: string, previous: unknown) => [...((previous as string[] | undefined) ?? []), textValue(text)],
    ),
    insteadOf: option('--instead-of <hash>', 'the SHA-256 of the policy that was in force and is lost with its file', textValue),
    as: PERSON,
  },
  examples: [
    'treasury policy publish policy.yaml --yes',
    'treasury policy publish policy.yaml --signature anna.json --signature ben.json --yes',
  ],
  async run({ args: { file }, options: { signature = [], insteadOf, as } }, shell) {
    const { readPolicyFile } = await import('../../settings/policyFile.ts');
    const { readApproval } = await import('../approvalFile.ts');
    const { withTreasury } = await import('../treasuryWay.ts');
    const { printPolicy } = await import('../policyText.ts');
    const { note } = await import('../shell.ts');
    const { text, warnings } = readPolicyFile(file, shell.cwd);
    for (const warning of warnings) note(shell, warning);
    const approvals = signature.map((one) => readApproval(shell, one));
    await confirm(shell, `publish ${file} as the policy?`);
    printPolicy(shell, await withTreasury(shell, (calls) => calls.publish(text, personOf(shell, as), approvals, insteadOf)));
  },
});
