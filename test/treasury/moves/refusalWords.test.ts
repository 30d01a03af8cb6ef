import { describe, expect, it } from 'vitest';
import { Fault } from '../../../src/base/fault.ts';
import { refusalWords } from '../../../src/treasury/moves/refusalWords.ts';

const refused = (message: string, fieldErrors?: Readonly<Record<string, readonly string[]>>): string =>
  refusalWords(new Fault('refused', message, { fieldErrors }));

describe('refusalWords', () => {
  it('adds the words of the fields to those of the refusal', () => {
    expect(refused('the request is wrong', { amount: ['must have at most 8 decimals'] })).toBe(
      'the request is wrong: amount must have at most 8 decimals',
    );
  });

  it('says nothing twice', () => {
    expect(refused('too late')).toBe('too late');
    expect(refused('withdrawals.fee: amount: must have at most 8 decimals', { amount: ['must have at most 8 decimals'] })).toBe(
      'withdrawals.fee: amount: must have at most 8 decimals',
    );
  });
});
