import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { conversionFingerprint, conversionShapeOf, orderFingerprint, orderShapeOf } from '../../src/gateway/fingerprint.ts';

const amount = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 39n }), fc.integer({ min: 0, max: 18 }))
  .map(([digits, decimals]) => dec(`${digits}e-${decimals}`));

test('the shape of an order survives the way through its text, digit for digit', () => {
  fc.assert(
    fc.property(amount, fc.option(amount, { nil: undefined }), fc.constantFrom('Buy' as const, 'Sell' as const), (lots, price, side) => {
      const shape = { symbol: 'BTC/EUR', side, type: price === undefined ? ('Market' as const) : ('Limit' as const), amount: lots, price };
      const read = orderShapeOf(orderFingerprint(shape));
      expect(read.amount.eq(lots)).toBe(true);
      expect(read.price?.toFixed()).toBe(price?.toFixed());
      expect({ ...read, amount: 0, price: 0 }).toEqual({ ...shape, amount: 0, price: 0 });
    }),
  );
});

test('the same amount in other digits has the same fingerprint, one lot more has another', () => {
  const shape = { symbol: 'BTC/EUR', side: 'Buy' as const, type: 'Limit' as const, amount: dec('0.10'), price: dec('50000.00') };
  expect(orderFingerprint(shape)).toBe(orderFingerprint({ ...shape, amount: dec('0.1'), price: dec('5e4') }));
  expect(orderFingerprint(shape)).not.toBe(orderFingerprint({ ...shape, amount: dec('0.10001') }));
});

test('a conversion is known by currencies and both amounts', () => {
  const shape = conversionFingerprint('EUR', 'BTC', dec('100.10'), dec('0.0016'));
  expect(shape).toBe(conversionFingerprint('EUR', 'BTC', dec('100.1'), dec('0.00160')));
  expect(shape).not.toBe(conversionFingerprint('BTC', 'EUR', dec('100.1'), dec('0.0016')));
});

test('the shape of a conversion survives the way through its text, digit for digit', () => {
  const { fromAmount, toAmount, ...currencies } = conversionShapeOf(conversionFingerprint('EUR', 'BTC', dec('100.10'), dec('0.0016')));
  expect(currencies).toEqual({ fromCurrency: 'EUR', toCurrency: 'BTC' });
  expect([fromAmount.toFixed(), toAmount.toFixed()]).toEqual(['100.1', '0.0016']);
});
