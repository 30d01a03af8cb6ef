import { Fault } from '../../base/fault.ts';
import { BOOKED_BY_HAND } from '../../ledger/adjustment.ts';
import { argument, command, option, requiredOption } from '../command.ts';
import { confirm } from '../confirm.ts';
import { printOutcome } from '../printOutcome.ts';
import { amountValue, currencyValue, oneOf, textValue } from '../values.ts';

export const ledgerAdjust = command({
  name: 'ledger adjust',
  about: "Book what nothing else explains of a balance, with its cause and a note; the venue's balance does not change by it",
  args: { currency: argument('currency', 'the currency, like BTC', currencyValue) },
  options: {
    gained: option('--gained <amount>', 'what the account has gained', amountValue),
    lost: option('--lost <amount>', 'or what it has lost', amountValue),
    note: requiredOption('--note <text>', 'why, for whoever reads the ledger later', textValue),
    cause: option('--cause <cause>', BOOKED_BY_HAND.join(', '), oneOf(...BOOKED_BY_HAND), 'adjustment'),
  },
  dryRun: true,
  examples: ['ledger adjust BTC --gained 0.5 --note gift --yes', 'ledger adjust EUR --lost 12.50 --cause fee --note monthly --yes'],
  async run({ args: { currency }, options: { gained, lost, note, cause } }, shell) {
    if ((gained === undefined) === (lost === undefined)) throw new Fault('usage', 'say either --gained or --lost');
    const { dec } = await import('../../base/decimal.ts');
    const amount = gained === undefined ? dec(lost!).negated() : dec(gained);
    if (shell.options.dryRun) return printOutcome(shell, { outcome: 'dry-run', currency, amount, cause, note });
    await confirm(shell, `book ${amount.toFixed()} ${currency} in the ledger as ${cause}?`);
    const { adjustLedger } = await import('../reconcileWay.ts');
    await adjustLedger(shell, { currency, amount, cause, note });
    return printOutcome(shell, { outcome: 'booked', currency, amount, cause, note });
  },
});
