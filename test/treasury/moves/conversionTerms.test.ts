import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { conversionTerms } from '../../../src/treasury/moves/conversionTerms.ts';

const quoted = { fromAmount: dec('1.23456789012345'), toAmount: dec('123456.12345678') };

describe(conversionTerms, () => {
  it('keeps to the quote itself without slippage, whatever its digits', () => {
    const slippage = dec('0');
    expect(conversionTerms('from', quoted.fromAmount, { slippage, quoted }).conversion.toAmount.toFixed()).toBe('123456.12345678');
    expect(conversionTerms('to', quoted.toAmount, { slippage, quoted }).amount.toFixed()).toBe('1.23456789012345');
  });

  it('rounds a limit to be stricter', () => {
    const slippage = dec('0.01');
    expect(conversionTerms('from', quoted.fromAmount, { slippage, quoted }).conversion.toAmount.toFixed()).toBe('122221.562223');
    expect(conversionTerms('to', quoted.toAmount, { slippage, quoted }).amount.toFixed()).toBe('1.24691356902');
    expect(conversionTerms('from', dec('3'), { worst: dec('1.2345678901234') }).conversion.toAmount.toFixed()).toBe('3.70370367038');
    expect(conversionTerms('to', dec('1'), { worst: dec('3') }).amount.toFixed()).toBe('0.333333333333');
  });
});
