import { argument, command } from '../command.ts';
import { textValue } from '../values.ts';

export const treasuryPolicyCheck = command({
  name: 'treasury policy check',
  about: 'Check a policy file and show every problem with its place, and what is allowed but hardly meant',
  args: { file: argument('file', 'the policy file', textValue) },
  examples: ['treasury policy check policy.yaml', 'treasury policy check policy.yaml -o json'],
  async run({ args }, shell) {
    const { readPolicyFile } = await import('../../settings/policyFile.ts');
    const { printRecord } = await import('../print.ts');
    const { note } = await import('../shell.ts');
    const { policy, warnings } = readPolicyFile(args.file, shell.cwd);
    for (const warning of warnings) note(shell, warning);
    printRecord(
      shell,
      [
        { key: 'file', value: () => args.file },
        { key: 'people', kind: 'number', value: ({ people }) => Object.keys(people).length },
        { key: 'groups', kind: 'number', value: ({ groups }) => Object.keys(groups).length },
        { key: 'rules', kind: 'number', value: ({ rules }) => rules.length },
        { key: 'warnings', kind: 'number', value: () => warnings.length },
        { key: 'result', value: () => 'ok', style: () => 'green' },
      ],
      policy,
    );
  },
});
