import type { ControlReply } from '../../control/contract/controlReplies.ts';
import { DECISIONS, HOLDS } from '../../simulator/holds.ts';
import type { Column } from '../column.ts';
import { argument, command, flag } from '../command.ts';
import { note, say, type Shell } from '../shell.ts';
import { amountOrNoneValue, currencyValue, oneOf, textValue, urlValue } from '../values.ts';
import { withDaemon } from '../withDaemon.ts';

type Told = NonNullable<ControlReply<'simulator.show'>['simulator']>;

export const simulatorHold = command({
  name: 'simulator hold',
  about: 'Hold deposits or withdrawals of coins at the simulator inside the running demo: each stays pending until it is decided by hand',
  args: { kind: argument('kind', HOLDS.join(', '), oneOf(...HOLDS)) },
  options: { end: flag('--end', 'end the hold; what waits already is still decided by hand') },
  examples: ['simulator hold withdrawals', 'simulator hold deposits --end'],
  async run({ args: { kind }, options }, shell) {
    const { done } = await withDaemon(shell, (control) => control.call('simulator.hold', { kind, isHeld: !options.end }));
    say(shell, done);
  },
});

export const simulatorPending = command({
  name: 'simulator pending',
  about: 'Deposits and withdrawals at the simulator inside the running demo that no bank or network has decided yet, newest first',
  examples: ['simulator pending', 'simulator pending -o json'],
  async run(_, shell) {
    const { printRows } = await import('../print.ts');
    const { held, pending } = await told(shell);
    printRows(shell, MOVES, pending.rows);
    if (held.length > 0) say(shell, `held until decided by hand: ${held.join(', ')} of coins`);
    if (pending.count > pending.rows.length) note(shell, `the newest ${pending.rows.length} of ${pending.count}`);
  },
});

export const simulatorDecide = command({
  name: 'simulator decide',
  about: 'Complete or decline a pending deposit or withdrawal at the simulator inside the running demo, as its bank or network would',
  args: {
    id: argument('id', 'as `sluice simulator pending` lists it', textValue),
    decision: argument('decision', DECISIONS.join(', '), oneOf(...DECISIONS)),
  },
  examples: ['simulator decide 70000 complete', 'simulator decide 40001 decline'],
  async run({ args }, shell) {
    const { done } = await withDaemon(shell, (control) => control.call('simulator.decide', args));
    say(shell, done);
  },
});

export const simulatorNetworkFee = command({
  name: 'simulator network-fee',
  about: 'Say what a withdrawal by a network costs from now on at the simulator inside the running demo',
  args: {
    currency: argument('currency', 'like BTC', currencyValue),
    network: argument('network', 'the code of its network, like BTC or TRX', textValue),
    fee: argument('fee', 'in that currency; 0 is free', amountOrNoneValue),
  },
  examples: ['simulator network-fee BTC BTC 0.0008', 'simulator network-fee USDT TRX 2.5'],
  async run({ args }, shell) {
    const { done } = await withDaemon(shell, (control) => control.call('simulator.networkFee', args));
    say(shell, done);
  },
});

export const simulatorNotify = command({
  name: 'simulator notify',
  about: 'Say where the simulator inside the running demo sends notifications of ViBAN deposits: an address on this machine, or `off`',
  args: {
    to: argument('to', 'an address like http://127.0.0.1:7720/notify, or off', (text) => (text === 'off' ? undefined : urlValue(text))),
  },
  examples: ['simulator notify http://127.0.0.1:7720/notify', 'simulator notify off'],
  async run({ args: { to } }, shell) {
    const { done } = await withDaemon(shell, (control) => control.call('simulator.notify', to === undefined ? {} : { url: to }));
    say(shell, done);
  },
});

export const simulatorNotifications = command({
  name: 'simulator notifications',
  about: 'The last notifications that the simulator inside the running demo has sent, newest first, and how each was answered',
  examples: ['simulator notifications', 'simulator notifications -o json'],
  async run(_, shell) {
    const { printRows } = await import('../print.ts');
    const { notifications } = await told(shell);
    printRows(shell, NOTIFICATIONS, notifications.sent);
    const { url } = notifications;
    say(shell, url === undefined ? 'those of ViBAN deposits are not sent' : `those of ViBAN deposits go to ${url}`);
  },
});

async function told(shell: Shell): Promise<Told> {
  const { Fault } = await import('../../base/fault.ts');
  const { simulator, why } = await withDaemon(shell, (control) => control.call('simulator.show', {}));
  if (simulator === undefined) throw new Fault('refused', why ?? 'there is no simulator', { outcome: 'not-sent' });
  return simulator;
}

const MOVES: readonly Column<Told['pending']['rows'][number]>[] = [
  { key: 'id', value: ({ id }) => id },
  { key: 'kind', value: ({ kind }) => kind },
  { key: 'amount', kind: 'number', value: ({ amount }) => amount },
  { key: 'currency', value: ({ currency }) => currency },
  { key: 'by', value: ({ by }) => by },
  { key: 'createdAt', value: ({ createdAt }) => createdAt },
];

const NOTIFICATIONS: readonly Column<Told['notifications']['sent'][number]>[] = [
  { key: 'id', value: ({ id }) => id },
  { key: 'at', value: ({ at }) => at },
  { key: 'type', value: ({ type }) => type },
  { key: 'subject', value: ({ subject }) => subject },
  { key: 'state', value: ({ state }) => state },
  { key: 'answers', value: ({ attempts }) => attempts.map(({ outcome }) => outcome).join(', ') },
];
