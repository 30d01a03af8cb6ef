import { Fault } from '../../base/fault.ts';
import type { Column } from '../column.ts';
import { command, option, requiredOption } from '../command.ts';
import { amountValue, currencyValue } from '../values.ts';
import { withVenue } from '../withVenue.ts';
import type { VenueQuote } from '../venue.ts';

export const convertQuote = command({
  name: 'convert quote',
  about: 'Ask for a quote to convert one currency into another; it binds nobody',
  options: {
    from: requiredOption('--from <currency>', 'what is given', currencyValue),
    to: requiredOption('--to <currency>', 'what is received', currencyValue),
    fromAmount: option('--from-amount <amount>', 'how much is given; or else --to-amount', amountValue),
    toAmount: option('--to-amount <amount>', 'how much is received', amountValue),
  },
  examples: ['convert quote --from EUR --to BTC --from-amount 100.10', 'convert quote --from EUR --to BTC --to-amount 0.01 -o json'],
  async run({ options: { from, to, fromAmount, toAmount } }, shell) {
    const { dec } = await import('../../base/decimal.ts');
    const { keepQuote } = await import('../keptQuotes.ts');
    const { printRecord } = await import('../print.ts');
    if ((fromAmount === undefined) === (toAmount === undefined))
      throw new Fault('usage', 'give exactly one of --from-amount and --to-amount');
    if (from === to) throw new Fault('usage', 'give two different currencies');
    const size = fromAmount === undefined ? { toAmount: dec(toAmount!) } : { fromAmount: dec(fromAmount) };
    const quote = await withVenue(shell, (venue) => venue.quote(from, to, size));
    await keepQuote(shell, quote);
    printRecord(shell, columns, quote);
  },
});

const columns: readonly Column<VenueQuote>[] = [
  { key: 'id', value: (quote) => quote.id },
  { key: 'fromCurrency', value: (quote) => quote.fromCurrency },
  { key: 'toCurrency', value: (quote) => quote.toCurrency },
  { key: 'fromAmount', kind: 'number', value: (quote) => quote.amountFrom },
  { key: 'toAmount', kind: 'number', value: (quote) => quote.amountTo },
  { key: 'rate', kind: 'number', value: (quote) => quote.rate },
  { key: 'quotedAt', kind: 'time', value: (quote) => quote.occuredOn },
  { key: 'validTo', kind: 'time', value: (quote) => quote.validTo },
];
