import { command, option, requiredOption } from '../command.ts';
import { confirm } from '../confirm.ts';
import { Fault } from '../../base/fault.ts';
import { operate } from '../operator.ts';
import { printOutcome } from '../printOutcome.ts';
import { amountValue, oneOf, symbolValue } from '../values.ts';

export const ordersPlace = command({
  name: 'orders place',
  about: 'Place an order: journal first, through the risk checks, sent at most once',
  options: {
    symbol: requiredOption('--symbol <symbol>', 'the pair, like BTC/EUR', symbolValue),
    type: option('--type <type>', 'Limit or Market', oneOf('Limit', 'Market'), 'Limit'),
    side: requiredOption('--side <side>', 'Buy or Sell', oneOf('Buy', 'Sell')),
    amount: requiredOption('--amount <amount>', 'in base currency', amountValue),
    price: option('--price <price>', 'in quote currency; required for a limit order', amountValue),
  },
  dryRun: true,
  examples: [
    'orders place --symbol BTC/EUR --type Limit --side Buy --amount 0.01 --price 50000 --yes',
    'orders place --symbol ETH/EUR --type Market --side Sell --amount 0.5',
  ],
  async run({ options: { symbol, type, side, amount, price } }, shell) {
    if (type === 'Limit' && price === undefined) throw new Fault('usage', '--price is required for a Limit order');
    if (type === 'Market' && price !== undefined) throw new Fault('usage', '--price has no meaning for a Market order');
    const order = { symbol, type, side, amount, price: price ?? null };
    if (shell.options.dryRun) {
      const { assertPairTakes, listedPairs } = await import('../assertPairTakes.ts');
      assertPairTakes({ symbol, amount, price }, await listedPairs(shell));
      return printOutcome(shell, { outcome: 'dry-run', ...order });
    }
    await confirm(shell, `${side} ${amount} ${symbol} ${price === undefined ? 'at the market' : `at ${price}`}?`);
    const result = await operate(
      shell,
      { type: 'place', symbol, side, orderType: type, amount, ...(price === undefined ? {} : { price }) },
      [symbol],
    );
    return printOutcome(shell, { ...result, ...order });
  },
});
