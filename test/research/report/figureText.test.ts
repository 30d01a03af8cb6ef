import { describe, expect, it } from 'vitest';
import { axisText, differenceText, digits, figureText } from '../../../src/research/report/figureText.ts';

describe('figureText', () => {
  it('is as long as a person needs it', () => {
    expect(figureText({ value: 0.12345, unit: 'fraction' })).toBe('12.35 %');
    expect(figureText({ value: -1_234_567.891, unit: 'currency' })).toBe('−1,234,567.89');
    expect(figureText({ value: 1234, unit: 'count' })).toBe('1,234');
    expect(figureText({ value: 12, unit: 'days' })).toBe('12 d');
    expect(figureText({ value: 2.5, unit: 'days' })).toBe('2.5 d');
    expect(figureText({ value: null, unit: 'ratio' })).toBe('–');
    expect(differenceText(1.5, 'bps')).toBe('+1.50');
  });

  it('shows more digits of a number that would read as nothing', () => {
    expect(digits(0.00123, 2)).toBe('0.0012');
    expect(digits(-0.0049, 2)).toBe('−0.0049');
    expect(digits(1e-9, 2)).toBe('≈ 0');
    expect(digits(0, 2)).toBe('0.00');
    expect(digits(-0.4, 0)).toBe('0');
  });

  it('is short on an axis', () => {
    expect([0, 0.004, 999.5, 1500, 12_000, 250_000, 3e6, -4e9].map(axisText)).toEqual([
      '0',
      '0.004',
      '999.5',
      '1,500',
      '12,000',
      '250k',
      '3M',
      '−4G',
    ]);
  });
});
