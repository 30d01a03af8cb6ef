import { plainLine } from '../../base/plainText.ts';
import type { BookFormat } from './bookFormat.ts';
import type { BookPosting } from './bookTransaction.ts';

/** A file of beancount: https://beancount.github.io/docs/beancount_language_syntax.html */
export const beancountFormat: BookFormat = {
  heading({ day, accounts, currencies, currency }) {
    const lines = [
      `option "operating_currency" ${text(commodity(currency))}`,
      // What is sold is matched with what was bought by sluice, and not by lots.
      'option "booking_method" "NONE"',
      // It divides a total price by the amount, at 28 digits, and may then miss the total by the last of them.
      'option "inferred_tolerance_default" "*:0.000000000001"',
      ...currencies.map((each) => `${day} commodity ${commodity(each)}`),
      ...accounts.map((account) => `${day} open ${account}`),
    ];
    return `${lines.join('\n')}\n`;
  },
  transaction(day, { description, tags, postings }) {
    const metadata = Object.entries(tags).map(([name, value]) => `  ${name}: ${text(value)}`);
    return `\n${[`${day} * ${text(description)}`, ...metadata, ...postings.map(postingLine)].join('\n')}\n`;
  },
  assertions(_day, next, assertions) {
    const lines = assertions.map(
      ({ account, currency, amount }) => `${next} balance ${account}  ${amount.toFixed()} ~ 0 ${commodity(currency)}\n`,
    );
    return assertions.length === 0 ? '' : `\n${lines.join('')}`;
  },
};

function postingLine({ account, amount, currency, price }: BookPosting): string {
  const at = price === undefined ? '' : ` ${price.of === 'one' ? '@' : '@@'} ${price.amount.toFixed()} ${commodity(price.currency)}`;
  return `  ${account}  ${amount.toFixed()} ${commodity(currency)}${at}`;
}

function text(value: string): string {
  return `"${plainLine(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

/** A name must begin with a letter and have two characters at least: `1INCH` becomes `X-1INCH`. */
function commodity(currency: string): string {
  return /^[A-Z][A-Z0-9]{1,22}$/.test(currency) ? currency : `X-${currency}`;
}
