import { Fault } from '../../base/fault.ts';
import { argument, command, option } from '../command.ts';
import { confirm } from '../confirm.ts';
import { operate } from '../operator.ts';
import { printOutcome } from '../printOutcome.ts';
import { amountValue, currencyValue, textValue } from '../values.ts';

export const convertBest = command({
  name: 'convert best',
  about: 'Exchange one currency for another by a quote, by the book, by both, or over a third currency: whatever brings most, all-in',
  args: { from: argument('from', 'what is given', currencyValue), to: argument('to', 'what is received', currencyValue) },
  options: {
    amount: option('--amount <amount>', 'how much is given; or else --to-amount', amountValue),
    toAmount: option('--to-amount <amount>', 'how much is received', amountValue),
    worst: option('--worst <rate>', 'the least that one of what is given has to bring; without it, whatever is best', amountValue),
    via: option('--via <currencies>', 'go over these currencies, in this order, like ETH,BTC', textValue),
  },
  dryRun: true,
  examples: ['convert best EUR BTC --amount 600 --dry-run', 'convert best EUR BTC --amount 600 --worst 0.0000163 --yes'],
  async run({ args: { from, to }, options: { amount, toAmount, worst, via } }, shell) {
    if ((amount === undefined) === (toAmount === undefined)) throw new Fault('usage', 'give exactly one of --amount and --to-amount');
    const over = via?.split(',').map((currency) => currencyValue(currency));
    if (from === to && over === undefined) throw new Fault('usage', 'give two different currencies, or --via with the way around');
    const size = amount === undefined ? { toAmount } : { fromAmount: amount };
    const isDry = shell.options.dryRun;
    const rate = worst === undefined ? '' : `, at ${worst} ${to} for each ${from} or better`;
    if (!isDry) {
      const { assertPolicyLets } = await import('../assertPolicyLets.ts');
      await assertPolicyLets(shell, '`sluice convert`');
      await confirm(
        shell,
        `convert ${amount === undefined ? '' : `${amount} `}${from} to ${toAmount === undefined ? '' : `${toAmount} `}${to} in the best way${rate}?`,
      );
    }
    const terms = {
      fromCurrency: from,
      toCurrency: to,
      size,
      isDry,
      ...(worst !== undefined && { worstRate: worst }),
      ...(over && { via: over }),
    };
    await printOutcome(shell, { ...(await operate(shell, { type: 'trade', ...terms }, [])) });
  },
});
