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

  it('refuses a file that was cut off, and one with a cell too many', () => {
    const head = 'transaction_id,currency,amount,reference';
    expect(problems(`${head}\na,EUR,1,r1\nb,EUR,2`)).toEqual([
      expect.stringMatching(/^line 3: the line has 1 cell fewer than the heading/),
    ]);
    expect(problems(`${head}\na,EUR,1,50,r1`)).toEqual([expect.stringMatching(/^line 2: the line has 1 cell more than the heading/)]);
    expect(problems('transaction_id,currency,amount\na,EUR,1')).toEqual([
      expect.stringMatching(/^line 2, column "amount": "1" is the end of the file, which may have been cut off in it: .*a column #end/),
    ]);
    expect(problems('transaction_id,currency,amount\na,EUR,1\n')).toEqual([]);
    expect(problems('transaction_id,currency,amount,#end\na,EUR,1,x')).toEqual([]);
    expect(problems(`${head}\na,EUR,1,r1\nb,EUR,2\n`)).toEqual([]);
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
