import { argument, command, option } from '../command.ts';
import { KEY_FILE } from '../keyOption.ts';
import { PASSPHRASE_FILE } from '../passphraseOption.ts';
import { PERSON, personOf } from '../personOption.ts';
import { durationValue, textValue } from '../values.ts';

export const payRefundsCreate = command({
  name: 'pay refunds create',
  about: 'Give the deposit of a payment back to where it came from, as far as the policy allows it',
  args: { id: argument('id', 'the id of the payment intent', textValue) },
  options: {
    as: PERSON,
    key: KEY_FILE,
    passphraseFile: PASSPHRASE_FILE,
    wait: option('--wait <duration>', 'how long to follow it until it is done', durationValue, 600_000),
  },
  dryRun: true,
  examples: ['pay refunds create 0f8fad5b-d9cb-469f-a165-70867728950e --dry-run'],
  async run({ args: { id }, options: { as, key, passphraseFile, wait } }, shell) {
    const { runMove } = await import('../moveRun.ts');
    const { refundOf } = await import('../refundPayment.ts');
    const move = { kind: 'refund', initiator: personOf(shell, as), payments: [await refundOf(shell, id)] } as const;
    return runMove(shell, move, { waitMs: wait, repeats: false, key, passphraseFile });
  },
});
