import { Fault } from '../../base/fault.ts';
import { command, flag, option, optionalArgument } from '../command.ts';
import { KEY_FILE } from '../keyOption.ts';
import { PASSPHRASE_FILE } from '../passphraseOption.ts';
import { fiatValue } from '../paymentValues.ts';
import { PERSON, personOf } from '../personOption.ts';
import { amountValue, durationValue, textValue } from '../values.ts';

export const pageRefund = command({
  name: 'page refund',
  about: 'Give customers money of payments on the hosted page back, as far as the policy allows it (002)',
  args: { transaction: optionalArgument('transaction', 'the UUID of the payment transaction; or else --file', textValue) },
  options: {
    currency: option('--currency <currency>', "the customer's own currency, in which the payment was made", fiatValue),
    amount: option('--amount <amount>', 'how much of it goes back', amountValue),
    reference: option('--reference <id>', 'your own id of the refund; made here when it is left out', textValue),
    file: option('--file <file>', 'a CSV with the columns transaction_id, currency, amount and reference: all in one request', textValue),
    repeat: flag('--repeat', 'the same amount of the same payment was given back before, and is meant again'),
    as: PERSON,
    key: KEY_FILE,
    passphraseFile: PASSPHRASE_FILE,
    wait: option('--wait <duration>', 'how long to follow it until it is done', durationValue, 600_000),
  },
  dryRun: true,
  examples: [
    'page refund 0f8fad5b-d9cb-469f-a165-70867728950e --currency EUR --amount 10.50 --dry-run',
    'page refund --file refunds.csv --as anna --key anna.key.pem --yes',
  ],
  async run({ args: { transaction }, options }, shell) {
    const { currency, amount, reference, file, repeat, as, key, passphraseFile, wait } = options;
    if ((transaction === undefined) === (file === undefined)) throw new Fault('usage', 'name either one payment transaction or --file');
    if (file !== undefined && [currency, amount, reference].some((one) => one !== undefined)) {
      throw new Fault('usage', '--currency, --amount and --reference stand in the file');
    }
    if (file === undefined && (currency === undefined || amount === undefined)) {
      throw new Fault('usage', '--currency and --amount are needed: this interface does not show what was paid (002 States)');
    }
    const { runMove } = await import('../moveRun.ts');
    const { refundPayment, refundPayments } = await import('../pageRefunds.ts');
    const payments =
      file === undefined
        ? [refundPayment({ transaction: transaction!, currency: currency!, amount: amount!, reference })]
        : refundPayments(shell, file);
    const move = { kind: 'page-refund', initiator: personOf(shell, as), payments } as const;
    return runMove(shell, move, { waitMs: wait, repeats: repeat, key, passphraseFile });
  },
});
