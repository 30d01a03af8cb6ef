import { Fault } from '../../base/fault.ts';
import { argument, command, option, requiredOption } from '../command.ts';
import { confirm } from '../confirm.ts';
import { printOutcome } from '../printOutcome.ts';
import { amountValue, symbolValue, textValue } from '../values.ts';

export const positionAdjust = command({
  name: 'position adjust',
  about:
    "Correct a strategy's position by hand, after a trade elsewhere, a deposit or a withdrawal; nothing is sent, and the wallet does not change",
  args: { strategy: argument('strategy', 'its name in the configuration', textValue) },
  options: {
    bought: option('--bought <amount>', 'what the position has gained, in base currency', amountValue),
    sold: option('--sold <amount>', 'or what it has lost', amountValue),
    price: requiredOption('--price <price>', 'what one unit has cost or brought, in quote currency', amountValue),
    symbol: option('--symbol <symbol>', 'the pair, where the strategy trades several', symbolValue),
    note: requiredOption('--note <text>', 'why, for whoever reads it later', textValue),
  },
  dryRun: true,
  examples: [
    'position adjust guard --bought 2 --price 2850 --note "bought by hand" --yes',
    'position adjust pairs --symbol ETH/EUR --sold 0.5 --price 3000 --note withdrawn --yes',
  ],
  async run({ args: { strategy }, options: { bought, sold, price, symbol, note } }, shell) {
    if ((bought === undefined) === (sold === undefined)) throw new Fault('usage', 'say either --bought or --sold');
    const { dec } = await import('../../base/decimal.ts');
    const amount = bought === undefined ? dec(sold!).negated() : dec(bought);
    const correction = { strategy, symbol, amount, price: dec(price), note };
    if (shell.options.dryRun) return printOutcome(shell, { outcome: 'dry-run', ...correction });
    const what = `${amount.isPositive() ? 'gain' : 'lose'} ${amount.abs().toFixed()} at ${price}`;
    await confirm(shell, `let the position of ${strategy} ${what}, without an order?`);
    const { adjustPosition } = await import('../positionWay.ts');
    const { id, symbol: of } = await adjustPosition(shell, correction);
    return printOutcome(shell, { outcome: 'corrected', id, ...correction, symbol: of });
  },
});
