import { plainLine } from '../../base/plainText.ts';
import type { Assertion, BookFormat } from './bookFormat.ts';
import type { BookPosting } from './bookTransaction.ts';

/** A journal of hledger: https://hledger.org/hledger.html#journal */
export const hledgerFormat: BookFormat = {
  heading({ accounts, currencies }) {
    const lines = [
      'decimal-mark .',
      ...currencies.map((currency) => `commodity ${commodity(currency)}`),
      ...accounts.map((account) => `account ${account}`),
    ];
    return `${lines.join('\n')}\n`;
  },
  transaction(day, { description, tags, postings }) {
    const comments = Object.entries(tags).map(([name, value]) => `    ; ${name}: ${tagValue(value)}`);
    return `\n${[`${day} * ${description.replaceAll(';', ',')}`, ...comments, ...postings.map(postingLine)].join('\n')}\n`;
  },
  assertions(day, _next, assertions) {
    const lines = assertions.map(({ account, currency, amount }) => {
      const name = commodity(currency);
      return `    ${account}  0 ${name} = ${amount.toFixed()} ${name}`;
    });
    return assertions.length === 0 ? '' : `\n${day} * Balances\n${lines.join('\n')}\n`;
  },
};

function postingLine({ account, amount, currency, price }: BookPosting): string {
  const at = price === undefined ? '' : ` ${price.of === 'one' ? '@' : '@@'} ${price.amount.toFixed()} ${commodity(price.currency)}`;
  return `    ${account}  ${amount.toFixed()} ${commodity(currency)}${at}`;
}

/** On one line, and without commas: one ends the value of a tag, and what comes behind it may be a tag of its own. */
function tagValue(value: string): string {
  return plainLine(value).replaceAll(',', ';');
}

/** A name that has more than letters must be quoted. */
function commodity(currency: Assertion['currency']): string {
  return /^[A-Za-z]+$/.test(currency) ? currency : `"${currency}"`;
}
