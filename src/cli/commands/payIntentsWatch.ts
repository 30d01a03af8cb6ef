import { Fault } from '../../base/fault.ts';
import { argument, command, option } from '../command.ts';
import { uuidValue } from '../paymentValues.ts';
import { durationValue, wholeValue } from '../values.ts';

export const payIntentsWatch = command({
  name: 'pay intents watch',
  about: 'Follow a payment until it is over, by reads of our own; notifications only bring the next read forward',
  args: { id: argument('id', 'the id of the payment, as `pay intents list` shows it', uuidValue) },
  options: {
    every: option('--every <duration>', 'how often to read', durationValue, 5000),
    for: option('--for <duration>', 'give up after this time: exit 10', durationValue),
    listenPort: option(
      '--listen-port <port>',
      'also take notifications on 127.0.0.1 as hints; 0 takes any free port',
      wholeValue(0, 65_535),
    ),
  },
  examples: [
    'pay intents watch 0f8fad5b-d9cb-469f-a165-70867728950e',
    'pay intents watch 0f8fad5b-d9cb-469f-a165-70867728950e --every 30s --listen-port 7720 -o ndjson',
  ],
  async run({ args: { id }, options: { every, for: forMs, listenPort } }, shell) {
    const { output } = shell.options;
    if (output === 'csv' || output === 'md') throw new Fault('usage', `watch does not print ${output}; expected table, json or ndjson`);
    const { watchPayment } = await import('../watchPayment.ts');
    return watchPayment(shell, { id, everyMs: every, forMs, listenPort });
  },
});
