import { Fault } from '../../base/fault.ts';
import { command, option, optionalArgument } from '../command.ts';
import { confirm } from '../confirm.ts';
import { operate } from '../operator.ts';
import { pairsBetween } from '../../daemon/pairsBetween.ts';
import { printOutcome } from '../printOutcome.ts';
import { amountValue, currencyValue, textValue } from '../values.ts';

export const convertExecute = command({
  name: 'convert execute',
  about: 'Execute a quote by its id, or ask for one and execute it at once: journal first, sent at most once',
  args: { id: optionalArgument('id', 'a quote of `convert quote`', textValue) },
  options: {
    from: option('--from <currency>', 'without an id: what is given', currencyValue),
    to: option('--to <currency>', 'without an id: what is received', currencyValue),
    fromAmount: option('--from-amount <amount>', 'without an id: how much is given; or else --to-amount', amountValue),
    toAmount: option('--to-amount <amount>', 'without an id: how much is received', amountValue),
  },
  dryRun: true,
  examples: [
    'convert execute 8b6f0c52-6c1c-4c6d-9a57-0d3d3bb7a0a1 --yes',
    'convert execute --from EUR --to BTC --from-amount 100.10 --yes',
  ],
  async run({ args: { id }, options: { from, to, fromAmount, toAmount } }, shell) {
    if (id !== undefined) {
      if ((from ?? to ?? fromAmount ?? toAmount) !== undefined)
        throw new Fault('usage', 'a quote has its currencies and amounts: leave --from, --to, --from-amount and --to-amount out');
      const { keptQuote } = await import('../keptQuotes.ts');
      const quote = await keptQuote(shell, id);
      const { fromCurrency = '', toCurrency = '' } = quote;
      if (shell.options.dryRun) return printOutcome(shell, { outcome: 'dry-run', ...quote });
      const { assertPolicyLets } = await import('../assertPolicyLets.ts');
      await assertPolicyLets(shell, '`sluice convert`');
      await confirm(shell, `convert ${quote['fromAmount']} ${fromCurrency} to ${quote['toAmount']} ${toCurrency}?`);
      return printOutcome(shell, await operate(shell, { type: 'accept', quote }, pairsBetween(fromCurrency, toCurrency)));
    }
    if (from === undefined || to === undefined) throw new Fault('usage', 'give the id of a quote, or --from and --to with an amount');
    if ((fromAmount === undefined) === (toAmount === undefined))
      throw new Fault('usage', 'give exactly one of --from-amount and --to-amount');
    if (from === to) throw new Fault('usage', 'give two different currencies');
    const size = fromAmount === undefined ? { toAmount } : { fromAmount };
    if (shell.options.dryRun) return printOutcome(shell, { outcome: 'dry-run', from, to, ...size });
    const { assertPolicyLets } = await import('../assertPolicyLets.ts');
    await assertPolicyLets(shell, '`sluice convert`');
    await confirm(shell, `convert ${fromAmount ?? ''} ${from} to ${toAmount ?? ''} ${to} at the rate of the next quote?`);
    return printOutcome(shell, await operate(shell, { type: 'convert', fromCurrency: from, toCurrency: to, size }, pairsBetween(from, to)));
  },
});
