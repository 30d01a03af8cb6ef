import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { paymentUri } from '../../../src/treasury/payments/paymentUri.ts';

const target = { currency: 'BTC', network: 'BTC', address: 'bc1qx', tag: undefined, amount: dec('0.01000000') };

describe('the text of a QR code', () => {
  it.each([
    [target, 'bitcoin:bc1qx?amount=0.01'],
    [{ ...target, amount: undefined }, 'bitcoin:bc1qx'],
    [
      { ...target, currency: 'ETH', network: 'ETH', address: '0xab', amount: dec('1.000000000000000001') },
      'ethereum:0xab?value=1000000000000000001',
    ],
    [{ ...target, currency: 'SOL', network: 'sol' }, 'solana:bc1qx?amount=0.01'],
    [{ ...target, currency: 'USDT', network: 'ETH', address: '0xab' }, '0xab'],
    [{ ...target, network: 'BTC_TEST' }, 'bc1qx'],
    [{ ...target, network: undefined }, 'bc1qx'],
  ])('%o is %s', (each, text) => {
    expect(paymentUri(each)).toEqual({ text, holdsTag: true });
  });

  it('holds a tag where the scheme has a place for it, and says where it does not', () => {
    const stellar = { currency: 'XLM', network: 'XLM', address: 'GABC', tag: 'a b', amount: dec(5) };
    expect(paymentUri(stellar)).toEqual({
      text: 'web+stellar:pay?destination=GABC&amount=5&memo=a%20b&memo_type=MEMO_TEXT',
      holdsTag: true,
    });
    expect(paymentUri({ ...stellar, tag: '17' }).text).toContain('memo=17&memo_type=MEMO_ID');
    expect(paymentUri({ ...stellar, currency: 'XRP', network: 'XRP', address: 'rX', tag: '17' })).toEqual({ text: 'rX', holdsTag: false });
  });
});
