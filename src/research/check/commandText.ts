import type { Command } from '../../model/command.ts';

/** A command in a few words, without ids. */
export function commandText(command: Command): string {
  const { what, amount, price } = commandParts(command);
  return [what, amount, price === '' ? '' : `at ${price}`].filter((part) => part !== '').join(' ');
}

/** A command as the cells of a row, without ids. */
export function commandParts(command: Command): { readonly what: string; readonly amount: string; readonly price: string } {
  switch (command.type) {
    case 'place': {
      const { side, symbol, orderType, amount, price, tag } = command;
      const what = `${side} ${symbol}, ${orderType}${tag === undefined ? '' : `, ${tag}`}`;
      return { what, amount: amount.toFixed(), price: price?.toFixed() ?? '' };
    }
    case 'replace':
      return { what: `move ${command.side} ${command.symbol}`, amount: command.amount.toFixed(), price: command.price.toFixed() };
    case 'cancel':
      return { what: `cancel ${command.symbol}`, amount: '', price: '' };
    case 'request-quote': {
      const { fromCurrency, toCurrency, size } = command;
      const amount = 'fromAmount' in size ? `${size.fromAmount.toFixed()} ${fromCurrency}` : `${size.toAmount.toFixed()} ${toCurrency}`;
      return { what: `ask for a quote ${fromCurrency} to ${toCurrency}`, amount, price: '' };
    }
    case 'convert': {
      const { fromCurrency, toCurrency, fromAmount, rate } = command.quote;
      return {
        what: `convert ${fromCurrency} to ${toCurrency}`,
        amount: `${fromAmount.toFixed()} ${fromCurrency}`,
        price: rate.toPrecision(8),
      };
    }
  }
}
