import { argument, command, option } from '../command.ts';
import type { Column } from '../column.ts';
import { PASSPHRASE_FILE } from '../passphraseOption.ts';
import { say } from '../shell.ts';
import { nameValue, textValue } from '../values.ts';

interface NewKey {
  readonly name: string;
  readonly publicKey: string;
  readonly file: string;
  readonly isEncrypted: boolean;
}

export const treasuryKeyNew = command({
  name: 'treasury key new',
  about: 'Make the key with which a person signs approvals: a private file, and a public line for the policy file',
  args: { name: argument('name', 'the person, as the policy file names them', nameValue) },
  options: {
    out: option('--out <file>', 'where to write it (else ./NAME.key.pem)', textValue),
    passphraseFile: PASSPHRASE_FILE,
  },
  examples: ['treasury key new anna', 'treasury key new anna --out ~/anna.pem --passphrase-file ~/passphrase'],
  async run({ args: { name }, options: { out, passphraseFile } }, shell) {
    const { resolve } = await import('node:path');
    const { makeKeyFile } = await import('../../treasury/approvals/keyFile.ts');
    const { newPassphrase } = await import('../passphrase.ts');
    const { printRecord } = await import('../print.ts');
    const file = resolve(shell.cwd, out ?? `${name}.key.pem`);
    const passphrase = await newPassphrase(shell, passphraseFile);
    const publicKey = makeKeyFile(file, passphrase);
    printRecord(shell, COLUMNS, { name, publicKey, file, isEncrypted: passphrase !== undefined });
    if (passphrase === undefined) say(shell, 'the private key is NOT encrypted: whoever can read the file can sign for this person');
    say(shell, `the public key goes to ${name} in the policy file; the private key stays with ${name} and nowhere else`);
  },
});

const COLUMNS: readonly Column<NewKey>[] = [
  { key: 'name', value: ({ name }) => name },
  { key: 'publicKey', value: ({ publicKey }) => publicKey },
  { key: 'file', value: ({ file }) => file },
  { key: 'isEncrypted', title: 'ENCRYPTED', value: ({ isEncrypted }) => isEncrypted },
];
