import { HOUR_MS } from '../../base/instant.ts';
import { argument, command, option } from '../command.ts';
import { KEY_FILE } from '../keyOption.ts';
import { PASSPHRASE_FILE } from '../passphraseOption.ts';
import { PERSON, personOf } from '../personOption.ts';
import { durationValue, textValue } from '../values.ts';

export const treasuryBatchRetry = command({
  name: 'treasury batch retry',
  about: 'Make a new batch of the rows of an old one that are proven unsent; what is unknown or on its way is left out',
  args: { id: argument('id', 'the id of the old one, as `treasury list` shows it', textValue) },
  options: {
    as: PERSON,
    key: KEY_FILE,
    passphraseFile: PASSPHRASE_FILE,
    wait: option('--wait <duration>', 'how long to follow it until all rows are final', durationValue, HOUR_MS),
  },
  dryRun: true,
  examples: ['treasury batch retry B-01K9QJ5V0000000000000000AA --dry-run'],
  async run({ args: { id }, options: { as, key, passphraseFile, wait } }, shell) {
    const { runMove } = await import('../moveRun.ts');
    const { retryPayments } = await import('../batchPayments.ts');
    const payments = await retryPayments(shell, id);
    return runMove(
      shell,
      { kind: 'batch', initiator: personOf(shell, as), payments },
      { waitMs: wait, repeats: false, key, passphraseFile },
    );
  },
});
