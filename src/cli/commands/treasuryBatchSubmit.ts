import { HOUR_MS } from '../../base/instant.ts';
import { argument, command, flag, option } from '../command.ts';
import { KEY_FILE } from '../keyOption.ts';
import { PASSPHRASE_FILE } from '../passphraseOption.ts';
import { PERSON, personOf } from '../personOption.ts';
import { durationValue, textValue } from '../values.ts';

export const treasuryBatchSubmit = command({
  name: 'treasury batch submit',
  about: 'Read a batch file, check every row, and pay it as far as the policy allows it; `--dry-run` only checks',
  args: { file: argument('file', 'the CSV file; `treasury batch template` prints one to fill in', textValue) },
  options: {
    as: PERSON,
    key: KEY_FILE,
    passphraseFile: PASSPHRASE_FILE,
    repeat: flag('--repeat', 'payments that were made before are meant to be made again'),
    wait: option('--wait <duration>', 'how long to follow it until all rows are final', durationValue, HOUR_MS),
  },
  dryRun: true,
  examples: ['treasury batch submit november.csv --dry-run', 'treasury batch submit november.csv --as anna --key anna.key.pem --yes'],
  async run({ args: { file }, options: { as, key, passphraseFile, repeat, wait } }, shell) {
    const { runMove } = await import('../moveRun.ts');
    const { batchPayments } = await import('../batchPayments.ts');
    const payments = await batchPayments(shell, file);
    return runMove(
      shell,
      { kind: 'batch', initiator: personOf(shell, as), payments },
      { waitMs: wait, repeats: repeat, key, passphraseFile },
    );
  },
});
