import { describe, expect, it } from 'vitest';
import { isFault } from '../../../src/base/fault.ts';
import { DEFAULT_ACCOUNTS } from '../../../src/treasury/bookkeeping/accounts.ts';
import { DEFAULT_BOOKS, readBooksFile } from '../../../src/treasury/bookkeeping/readBooksFile.ts';

function problemsOf(source: string): string {
  try {
    readBooksFile('books.yaml', source);
    return '';
  } catch (error) {
    return isFault(error, 'configuration') ? error.message : String(error);
  }
}

describe('readBooksFile', () => {
  it('reads accounts, what transfers are, and prices with all their digits', () => {
    const books = readBooksFile(
      'books.yaml',
      'accounts: { wallet: "Assets:Exchange:{currency}-Spot", fees: Expenses:Bank:Fees }\ntransfers: others\nexcept: [deposit crypto 2]\nprices:\n  opening BTC: 61250.40000000001\n  "deposit crypto 17": 1\n',
    );
    expect(books.accounts).toEqual({ ...DEFAULT_ACCOUNTS, wallet: 'Assets:Exchange:{currency}-Spot', fees: 'Expenses:Bank:Fees' });
    expect([books.transfers, [...books.except]]).toEqual(['others', ['deposit crypto 2']]);
    expect([...books.prices].map(([key, price]) => `${key} ${price.toFixed()}`)).toEqual([
      'opening BTC 61250.40000000001',
      'deposit crypto 17 1',
    ]);
  });

  it('takes an empty file for the defaults', () => {
    expect(readBooksFile('books.yaml', '# nothing\n')).toEqual(DEFAULT_BOOKS);
  });

  it('names everything that is wrong, by its place', () => {
    const message = problemsOf(
      [
        'acounts: {}',
        'accounts: { walet: Assets:A, toString: Assets:B, fees: expenses:fees, gains: "Income: Gains", opening: Equity }',
        'transfers: mine',
        'except: crypto 2',
        'prices: { BTC: 5, opening BTC: -1, opening ETH: x }',
      ].join('\n'),
    );
    for (const expected of [
      'books.yaml:1:',
      'did you mean accounts?',
      'did you mean wallet?',
      'accounts.toString',
      'expected an account like Expenses:Fees, of Assets, Liabilities, Equity, Income or Expenses, not "expenses:fees"',
      'expected an account like Income:Gains',
      'expected an account like Equity:Opening-Balances',
      'books.yaml:3:',
      'expected own or others, not "mine"',
      'expected a list of movements',
      'expected a movement like deposit crypto 17 or opening BTC, not "BTC"',
      'expected a price of 0 or more, like 61250.40, not "-1"',
      'not "x"',
    ]) {
      expect(message).toContain(expected);
    }
    expect(problemsOf('[a, b]')).toContain('expected names with values');
    expect(problemsOf('accounts: [')).toContain('books.yaml');
  });
});
