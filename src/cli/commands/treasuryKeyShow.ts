import type { OpenedKey } from '../../treasury/approvals/keyFile.ts';
import type { Column } from '../column.ts';
import { argument, command } from '../command.ts';
import { PASSPHRASE_FILE } from '../passphraseOption.ts';
import { note } from '../shell.ts';
import { textValue } from '../values.ts';

export const treasuryKeyShow = command({
  name: 'treasury key show',
  about: 'Show the public key of a private key file',
  args: { file: argument('file', 'what `treasury key new` wrote', textValue) },
  options: { passphraseFile: PASSPHRASE_FILE },
  examples: ['treasury key show anna.key.pem', 'treasury key show anna.key.pem -o json'],
  async run({ args, options: { passphraseFile } }, shell) {
    const { resolve } = await import('node:path');
    const { readKeyFile } = await import('../../treasury/approvals/keyFile.ts');
    const { passphrase } = await import('../passphrase.ts');
    const { printRecord } = await import('../print.ts');
    const file = resolve(shell.cwd, args.file);
    const key = await readKeyFile(file, () => passphrase(shell, passphraseFile));
    printRecord(shell, COLUMNS, key);
    if (key.isOpenToOthers) note(shell, `other users may read ${file}; close it with \`chmod 600\``);
  },
});

const COLUMNS: readonly Column<OpenedKey>[] = [
  { key: 'publicKey', value: ({ publicKey }) => publicKey },
  { key: 'isEncrypted', title: 'ENCRYPTED', value: ({ isEncrypted }) => isEncrypted },
];
