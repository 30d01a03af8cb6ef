import { argument, command } from '../command.ts';
import { uuidValue } from '../paymentValues.ts';

export const payIntentsAccept = command({
  name: 'pay intents accept',
  about: 'Accept what was received for a payment as it is; journalled, sent at most once',
  args: { id: argument('id', 'a payment that needs a decision', uuidValue) },
  dryRun: true,
  examples: [
    'pay intents accept 0f8fad5b-d9cb-469f-a165-70867728950e --yes',
    'pay intents accept 0f8fad5b-d9cb-469f-a165-70867728950e --dry-run',
  ],
  async run({ args: { id } }, shell) {
    const { settleByHand } = await import('../settleByHand.ts');
    await settleByHand(shell, id, 'accept', undefined);
  },
});
