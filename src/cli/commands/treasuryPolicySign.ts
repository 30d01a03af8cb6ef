import { argument, command } from '../command.ts';
import { confirm } from '../confirm.ts';
import { KEY_FILE } from '../keyOption.ts';
import { PASSPHRASE_FILE } from '../passphraseOption.ts';
import { PERSON, personOf } from '../personOption.ts';
import { textValue } from '../values.ts';

export const treasuryPolicySign = command({
  name: 'treasury policy sign',
  about: 'Sign a policy file as the next version, and print the signature for `treasury policy publish`',
  args: { file: argument('file', 'the policy file', textValue) },
  options: { key: KEY_FILE, passphraseFile: PASSPHRASE_FILE, as: PERSON },
  examples: ['treasury policy sign policy.yaml --as anna --key anna.key.pem > anna.json'],
  async run({ args: { file }, options: { key, passphraseFile, as } }, shell) {
    const { readPolicyFile } = await import('../../settings/policyFile.ts');
    const { signedPolicy } = await import('../../daemon/treasury/publishPolicy.ts');
    const { withTreasury } = await import('../treasuryWay.ts');
    const { keyFileOf, signWith } = await import('../signing.ts');
    const { printJson } = await import('../print.ts');
    const { text } = readPolicyFile(file, shell.cwd);
    const policy = await withTreasury(shell, (calls) => calls.policy());
    const version = Math.max(policy?.version ?? 0, policy?.next?.version ?? 0) + 1;
    const person = personOf(shell, as);
    await confirm(shell, `sign ${file} as version ${version} of the policy, as ${person}?`);
    const options = { person, key: keyFileOf(key ?? (shell.env['SLUICE_SIGNING_KEY'] || undefined)), passphraseFile };
    printJson(shell, await signWith(shell, signedPolicy(text, version), options));
  },
});
