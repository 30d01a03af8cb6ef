import { argument, command, requiredOption } from '../command.ts';
import { say } from '../shell.ts';
import { amountOrNoneValue, amountValue, currencyValue, movePercentValue } from '../values.ts';
import { withDaemon } from '../withDaemon.ts';

const currency = argument('currency', 'like BTC', currencyValue);

export const simulatorPrice = command({
  name: 'simulator price',
  about: 'Move the price of a currency at once at the simulator inside the running demo',
  args: { currency },
  options: { by: requiredOption('--by <percent>', 'up or down, -50% to 100%', movePercentValue) },
  examples: ['simulator price BTC --by -5%', 'simulator price ETH --by 2.5%'],
  async run({ args, options }, shell) {
    const { done } = await withDaemon(shell, (control) => control.call('simulator.price', { ...args, percent: options.by }));
    say(shell, done);
  },
});

export const simulatorDeposit = command({
  name: 'simulator deposit',
  about: 'Let somebody pay the account at the simulator inside the running demo: by card, or a coin that its network confirms',
  args: { currency, amount: argument('amount', 'how much', amountValue) },
  examples: ['simulator deposit EUR 5000', 'simulator deposit ETH 2.5'],
  async run({ args }, shell) {
    const { done } = await withDaemon(shell, (control) => control.call('simulator.deposit', args));
    say(shell, done);
  },
});

export const simulatorLend = command({
  name: 'simulator lend',
  about:
    'Say how much of a currency the simulator inside the running demo lends to the account, in all: it can be traded, and not withdrawn',
  args: { currency, amount: argument('amount', 'how much is lent from now on; 0 takes it back', amountOrNoneValue) },
  examples: ['simulator lend EUR 10000', 'simulator lend EUR 0'],
  async run({ args }, shell) {
    const { done } = await withDaemon(shell, (control) => control.call('simulator.lend', args));
    say(shell, done);
  },
});
