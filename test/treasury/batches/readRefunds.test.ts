import { describe, expect, it } from 'vitest';
import { isFault } from '../../../src/base/fault.ts';
import { readRefunds } from '../../../src/treasury/batches/readRefunds.ts';
import { thrownBy } from './builders.ts';

const read = (text: string) => readRefunds(new TextEncoder().encode(text));
const problems = (text: string): string[] => {
  const error = thrownBy(() => read(text));
  return isFault(error, 'invalid-request') ? error.message.split('\n').slice(1) : [];
};

describe('readRefunds', () => {
  it('reads refunds with and without ids of ours, with either separator', () => {
    const [first, second] = read('\ufefftransaction_id;currency;amount;reference;#who\r\na;EUR;10.50;r-1;Ada\r\nb;EUR;1;;\r\n');
    expect([first!.transaction, first!.currency, first!.amount.toFixed(), first!.reference]).toEqual(['a', 'EUR', '10.5', 'r-1']);
    expect(second).toMatchObject({ transaction: 'b', reference: undefined });
  });

  it('names everything that is wrong, by line and column', () => {
    expect(problems('transaction_id,currency,amount\n,EUR,1\na,EUR,"1,50"\nb,,0')).toEqual([
      'line 2, column "transaction_id": is missing',
      'line 3, column "amount": "1,50" has a decimal comma: write 1.50',
      'line 4, column "currency": is missing',
      'line 4, column "amount": "0" must be greater than 0',
    ]);
  });

  it.each([
    ['', 'the file has no refunds'],
    ['transaction_id,currency,amount', 'the file has no refunds'],
    ['transaction,currency,amount\na,EUR,1', 'is not a known column: did you mean transaction_id?'],
    ['transaction_id,currency\na,EUR', 'the heading has no column amount'],
    ['transaction_id,currency,amount,amount\na,EUR,1,1', 'is the column amount a second time'],
    [`transaction_id,currency,amount${',x'.repeat(300)}\na,EUR,1`, 'the heading has 303 columns, at most 200 are read'],
    [`transaction_id,currency,amount\n${'a,EUR,1\n'.repeat(201)}`, 'the file has 201 refunds, at most 200 are read'],
    ['transaction_id,currency,amount\n"a,EUR,1', 'closing quotation mark is missing'],
  ])('refuses the file %#: %s', (text, message) => {
    expect(problems(text).join('\n')).toContain(message);
  });
});
