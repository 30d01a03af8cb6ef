import { argument, command } from '../command.ts';
import { KEY_FILE } from '../keyOption.ts';
import { PASSPHRASE_FILE } from '../passphraseOption.ts';
import { uuidValue } from '../paymentValues.ts';
import { PERSON } from '../personOption.ts';

export const payIntentsAccept = command({
  name: 'pay intents accept',
  about: 'Accept what was received for a payment as it is; journalled, sent at most once',
  args: { id: argument('id', 'a payment that needs a decision', uuidValue) },
  options: { as: PERSON, key: KEY_FILE, passphraseFile: PASSPHRASE_FILE },
  dryRun: true,
  examples: [
    'pay intents accept 0f8fad5b-d9cb-469f-a165-70867728950e --as anna --key anna.key.pem --yes',
    'pay intents accept 0f8fad5b-d9cb-469f-a165-70867728950e --dry-run',
  ],
  async run({ args: { id }, options }, shell) {
    const { settleByHand } = await import('../settleByHand.ts');
    await settleByHand(shell, id, 'accept', { ...options, least: undefined });
  },
});
