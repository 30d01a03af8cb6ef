import { argument, command, flag, option } from '../command.ts';
import { confirm } from '../confirm.ts';
import { KEY_FILE } from '../keyOption.ts';
import { PASSPHRASE_FILE } from '../passphraseOption.ts';
import { PERSON, personOf } from '../personOption.ts';
import { durationValue, textValue } from '../values.ts';

export const treasuryApprove = command({
  name: 'treasury approve',
  about: 'Read what a move says, and sign it. With the last signature that it needs, it is sent',
  args: { id: argument('id', 'its id, as `treasury list` shows it', textValue) },
  options: {
    key: KEY_FILE,
    passphraseFile: PASSPHRASE_FILE,
    as: PERSON,
    show: flag('--show', 'only show the text that would be signed, byte for byte'),
    wait: option('--wait <duration>', 'how long to follow it when it is sent', durationValue, 600_000),
  },
  examples: [
    'treasury approve W-01K9QJ5V0000000000000000AA --show',
    'treasury approve W-01K9QJ5V0000000000000000AA --as ben --key ben.key.pem',
  ],
  async run({ args: { id }, options: { key, passphraseFile, as, show, wait } }, shell) {
    const { assertLive, withTreasury } = await import('../treasuryWay.ts');
    const { keyFileOf, signWith } = await import('../signing.ts');
    const { moveOfCanonical } = await import('../../treasury/approvals/canonicalMove.ts');
    const { subjectOfMove } = await import('../../treasury/approvals/subject.ts');
    const { printContent } = await import('../contentText.ts');
    const { exitOf, follow } = await import('../moveRun.ts');
    const { printMove, printOutlook } = await import('../moveText.ts');
    return withTreasury(shell, async (calls) => {
      const { canonical, now } = await calls.content(id);
      if (show) return void shell.out.write(`${canonical}\n`);
      await assertLive(shell);
      const person = personOf(shell, as);
      const file = keyFileOf(key ?? (shell.env['SLUICE_SIGNING_KEY'] || undefined));
      // What is shown is read from the very text that is signed, and from nothing else.
      printContent(shell, canonical);
      printOutlook(shell, now);
      await confirm(shell, `sign ${id} as ${person}?`);
      const approval = await signWith(shell, subjectOfMove(moveOfCanonical(canonical)), { person, key: file, passphraseFile });
      const signed = await calls.approve(id, approval);
      const ended = signed.state === 'approved' ? await follow(shell, calls, signed, wait) : signed;
      printMove(shell, ended);
      return ended.state === 'awaiting-approval' ? 0 : exitOf(ended);
    });
  },
});
