import { argument, command, option } from '../command.ts';
import { KEY_FILE } from '../keyOption.ts';
import { PASSPHRASE_FILE } from '../passphraseOption.ts';
import { uuidValue } from '../paymentValues.ts';
import { PERSON } from '../personOption.ts';
import { amountValue } from '../values.ts';

export const payIntentsRetry = command({
  name: 'pay intents retry',
  about: 'Process a payment with what was really received, by a quote of this moment; journalled, sent at most once',
  args: { id: argument('id', 'a payment that needs a decision', uuidValue) },
  options: {
    least: option('--least <amount>', 'only when the quote gives at least this much of the requested currency', amountValue),
    as: PERSON,
    key: KEY_FILE,
    passphraseFile: PASSPHRASE_FILE,
  },
  dryRun: true,
  examples: [
    'pay intents retry 0f8fad5b-d9cb-469f-a165-70867728950e --least 53.50 --yes',
    'pay intents retry 0f8fad5b-d9cb-469f-a165-70867728950e --dry-run',
  ],
  async run({ args: { id }, options }, shell) {
    const { settleByHand } = await import('../settleByHand.ts');
    await settleByHand(shell, id, 'retry', options);
  },
});
