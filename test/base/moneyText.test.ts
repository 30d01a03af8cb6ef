import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { amountText, moneyAtLeast, moneyText, signedMoney } from '../../src/base/moneyText.ts';

describe('money for people', () => {
  it('has the usual decimals of its currency, and no sign before nothing', () => {
    expect(moneyText('277629.383191294275', 'EUR')).toBe('277629.38');
    expect(moneyText('-0.001', 'EUR')).toBe('0.00');
    expect(moneyText('0.0480841', 'BTC')).toBe('0.04808410');
    expect(signedMoney('1.5', 'EUR')).toBe('+1.50');
    expect(amountText('0.123456789012345678')).toBe('0.12345679');
  });

  it('does not show a loss as its limit before it has reached it', () => {
    expect(moneyAtLeast(dec('149.99999999'), 'EUR')).toBe('149.99');
    expect(moneyAtLeast(dec('100.00'), 'EUR')).toBe('100');
    expect(moneyAtLeast(dec('0.000899'), 'EUR')).toBe('0');
  });
});
