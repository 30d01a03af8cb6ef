import { describe, expect, it } from 'vitest';
import { isFault } from '../../../src/base/fault.ts';
import { instantOf } from '../../../src/base/instant.ts';
import { readPolicyRows } from '../../../src/treasury/policyRows/readPolicyRows.ts';

const NOW = instantOf('2026-11-23T09:00:00Z')!;
const read = (text: string) => readPolicyRows(Buffer.from(text), { kind: 'withdrawal', initiator: 'anna', now: NOW });
const problemsOf = (text: string): string[] => {
  try {
    read(text);
    return [];
  } catch (error) {
    if (!isFault(error, 'invalid-request')) throw error;
    return error.message.split('\n').slice(1);
  }
};

describe('readPolicyRows', () => {
  it('reads all columns', () => {
    const [row] = read(
      'kind;currency;network;address;tag;amount;fee;to;labels;state;proven;link;initiator;at;#mine\npayout;xrp;Ripple;r1;7;12.50;0.1;ada;suppliers staff;cooling;no;yes;ben;2026-11-20T00:00:00Z;x\n',
    );
    expect(JSON.parse(JSON.stringify(row))).toEqual({
      line: 2,
      hasLeft: true,
      request: {
        kind: 'payout',
        currency: 'XRP',
        amount: '12.5',
        fee: '0.1',
        destination: { currency: 'XRP', network: 'Ripple', address: 'r1', tag: '7' },
        entry: { name: 'ada', labels: ['suppliers', 'staff'], state: 'cooling', isProven: false },
        initiator: 'ben',
        link: true,
        at: instantOf('2026-11-20T00:00:00Z'),
      },
    });
  });

  it('has defaults, and reads a batch file', () => {
    const rows = read('Recipient,Coin,Quantity,Invoice,First name\n,EUR,1,77,Ada\nada,EUR,2,78,Bob\n');
    expect(rows.map(({ request }) => request)).toMatchObject([
      { kind: 'withdrawal', destination: undefined, entry: undefined, fee: undefined, initiator: 'anna', at: NOW },
      {
        destination: { currency: 'EUR', address: 'ada', tag: undefined },
        entry: { name: 'ada', labels: [], state: 'allowed', isProven: true },
      },
    ]);
  });

  it('refuses lines with fewer or more cells than the heading', () => {
    expect(problemsOf('currency,amount,to\nEUR,1\nEUR,1,5,ada\n')).toEqual([
      expect.stringMatching(/^line 2: the line has 1 cell fewer than the heading/),
      expect.stringMatching(/^line 3: the line has 1 cell more than the heading/),
    ]);
  });

  it('tells all problems at once', () => {
    expect(problemsOf('kind,amont,currency\n')).toEqual([
      'line 1, column "amont": is not a known column: did you mean amount?; a column whose heading begins with # is left out',
      'line 1: the heading has no column amount',
    ]);
    expect(problemsOf('currency,amount,currency\n')).toEqual(['line 1, column "currency": is the column currency a second time']);
    expect(problemsOf('kind,amount,currency,at,fee,proven,to\npay,"1,5",€,yesterday,-1,perhaps,ada\npayout,,,,,,\n')).toEqual([
      'line 2, column "amount": "1,5" has a decimal comma: write 1.5',
      'line 2, column "currency": "€" must be a currency, like EUR',
      'line 2, column "proven": "perhaps" must be yes or no',
      'line 2, column "kind": "pay" must be withdrawal, batch, payout, refund, page-refund, conversion',
      'line 2, column "fee": "-1" must be a number, 0 or more',
      'line 2, column "at": "yesterday" must be a time like 2026-11-23T09:00:00Z',
      'line 3, column "amount": is missing',
      'line 3, column "currency": is missing',
    ]);
    expect(problemsOf('')).toEqual(['line 1: the file is empty']);
  });
});
