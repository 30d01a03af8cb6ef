import { Fault } from '../../base/fault.ts';
import type { Column } from '../column.ts';
import { command, optionalArgument } from '../command.ts';
import type { Delivery } from '../deliverTests.ts';
import { textValue } from '../values.ts';

export const messagesTest = command({
  name: 'messages test',
  about: 'Send a test message to each channel of the configuration, and one sign of life; exit code 10 where one did not arrive',
  args: { channel: optionalArgument('channel', 'only this one; `heartbeat` is the sign of life', textValue) },
  examples: ['messages test', 'messages test ops -c my-live.yaml'],
  async run({ args: { channel } }, shell) {
    const { deliverTests } = await import('../deliverTests.ts');
    const { printRows } = await import('../print.ts');
    const deliveries = await deliverTests(shell, channel);
    printRows(shell, COLUMNS, deliveries);
    const failed = deliveries.filter(({ trouble }) => trouble !== undefined);
    if (failed.length === 0) return;
    throw new Fault(
      'check-failed',
      `${failed.length} of ${deliveries.length} did not arrive: ${failed.map(({ channel: name }) => name).join(', ')}`,
      {
        suggestion: 'docs/messages.md says what each channel needs',
      },
    );
  },
});

const COLUMNS: readonly Column<Delivery>[] = [
  { key: 'channel', value: ({ channel }) => channel },
  { key: 'type', value: ({ type }) => type },
  {
    key: 'result',
    value: ({ trouble }) => (trouble === undefined ? 'delivered' : 'failed'),
    style: ({ trouble }) => (trouble === undefined ? 'green' : 'red'),
  },
  { key: 'trouble', value: ({ trouble }) => trouble },
];
