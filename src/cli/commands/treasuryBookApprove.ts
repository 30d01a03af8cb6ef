import { argument, command } from '../command.ts';
import { confirm } from '../confirm.ts';
import { KEY_FILE } from '../keyOption.ts';
import { PASSPHRASE_FILE } from '../passphraseOption.ts';
import { PERSON, personOf } from '../personOption.ts';
import { textValue } from '../values.ts';

export const treasuryBookApprove = command({
  name: 'treasury book approve',
  about: 'Read an entry of the address book that somebody else has asked for, and sign it',
  args: { name: argument('name', 'its name or its id', textValue) },
  options: { as: PERSON, key: KEY_FILE, passphraseFile: PASSPHRASE_FILE },
  examples: ['treasury book approve cold-1 --as ben --key ben.key.pem'],
  async run({ args: { name }, options: { as, key, passphraseFile } }, shell) {
    const { hashOf } = await import('../../treasury/approvals/canonicalMove.ts');
    const { printContent } = await import('../contentText.ts');
    const { keyFileOf, signWith } = await import('../signing.ts');
    const { withTreasury } = await import('../treasuryWay.ts');
    const { printRecord } = await import('../print.ts');
    const { ENTRY_COLUMNS } = await import('../entryColumns.ts');
    const person = personOf(shell, as);
    const file = keyFileOf(key ?? (shell.env['SLUICE_SIGNING_KEY'] || undefined));
    await withTreasury(shell, async (calls) => {
      const { entry, canonical } = await calls.entryContent(name);
      // What is shown is read from the very text that is signed, and from nothing else.
      printContent(shell, canonical);
      await confirm(shell, `sign ${entry.name} as ${person}?`);
      const thing = { purpose: 'address entry', hash: hashOf(canonical), policyVersion: 0 } as const;
      const approval = await signWith(shell, thing, { person, key: file, passphraseFile });
      printRecord(shell, ENTRY_COLUMNS, await calls.approveEntry(entry.id, approval));
    });
  },
});
