import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec, type Decimal, ZERO } from '../../src/base/decimal.ts';
import { NO_POSITION, type Position, positionAfterConversion, positionAfterFill, unrealisedOf } from '../../src/engine/portfolio.ts';
import type { Fill } from '../../src/model/fill.ts';
import { conversionOf, fillOf } from './fixtures.ts';

describe('a position', () => {
  it('has an average price while it grows, and realises profit while it shrinks', () => {
    let position = after([trade('Buy', '1', '100'), trade('Buy', '1', '110')]);
    expect(position).toMatchObject({ amount: dec('2'), cost: dec('210'), averagePrice: dec('105'), gross: ZERO });
    position = positionAfterFill(position, trade('Sell', '0.5', '125'));
    expect(position).toMatchObject({ amount: dec('1.5'), averagePrice: dec('105'), gross: dec('10'), quoteFlow: dec('-147.5') });
    expect(unrealisedOf(position, dec('100'))).toEqual(dec('-7.5'));
  });

  it('turns over when more is sold than is held', () => {
    const position = after([trade('Buy', '1', '100'), trade('Sell', '3', '130')]);
    expect(position).toMatchObject({ amount: dec('-2'), cost: dec('-260'), averagePrice: dec('130'), gross: dec('30') });
    expect(unrealisedOf(position, dec('120'))).toEqual(dec('20'));
  });

  it('takes a fee that comes alone, with and without a position', () => {
    const late = (currency: string, fee: string): Fill => trade('Buy', '0', '100', { fee: dec(fee), feeCurrency: currency });
    const open = after([trade('Buy', '1', '100'), late('BTC', '0.01'), late('EUR', '0.2')]);
    expect(open).toMatchObject({ amount: dec('0.99'), cost: dec('99'), fees: dec('1.2'), quoteFlow: dec('-100.2'), fills: 1 });
    expect(after([late('BTC', '0.01')])).toMatchObject({ amount: dec('-0.01'), cost: dec('-1'), fees: dec('1'), fills: 0 });
  });

  it('has no average price when it is closed', () => {
    const position = after([trade('Buy', '3', '100'), trade('Sell', '3', '101')]);
    expect(position).toMatchObject({ averagePrice: undefined, gross: dec('3'), fills: 2 });
    expect(position.amount.isZero() && position.cost.isZero()).toBe(true);
  });

  it('takes fees where they fall: quote, base at cost, others by themselves', () => {
    const inQuote = after([trade('Buy', '1', '100', { fee: dec('0.2'), feeCurrency: 'EUR' })]);
    expect(inQuote).toMatchObject({ amount: dec('1'), fees: dec('0.2'), quoteFlow: dec('-100.2') });
    const closed = positionAfterFill(inQuote, trade('Sell', '1', '110', { fee: dec('0.3'), feeCurrency: 'EUR' }));
    expect(closed, 'realised is after fees').toMatchObject({ gross: dec('10'), fees: dec('0.5'), realised: dec('9.5') });
    const inBase = after([trade('Buy', '1', '100', { fee: dec('0.01'), feeCurrency: 'BTC' })]);
    expect(inBase).toMatchObject({ amount: dec('0.99'), cost: dec('99'), averagePrice: dec('100'), fees: dec('1') });
    const other = after([
      trade('Buy', '1', '100', { fee: dec('3'), feeCurrency: 'VTX' }),
      trade('Buy', '1', '100', { fee: dec('2'), feeCurrency: 'VTX' }),
    ]);
    expect(other).toMatchObject({ fees: ZERO, otherFees: { VTX: dec('5') }, quoteFlow: dec('-200') });
  });

  it('counts a conversion between its two currencies as a trade, and no other', () => {
    const bought = positionAfterConversion(NO_POSITION, 'BTC/EUR', conversionOf());
    expect(bought).toMatchObject({ amount: dec('0.01'), cost: dec('600'), averagePrice: dec('60000') });
    const back = conversionOf({ fromCurrency: 'BTC', toCurrency: 'EUR', fromAmount: dec('0.01'), toAmount: dec('610') });
    expect(positionAfterConversion(bought, 'BTC/EUR', back)).toMatchObject({ gross: dec('10'), averagePrice: undefined });
    expect(positionAfterConversion(NO_POSITION, 'ETH/EUR', conversionOf())).toBe(NO_POSITION);
  });

  it('adds up: realised + unrealised is what the trading changed, at any price', () => {
    fc.assert(
      fc.property(fc.array(trades, { maxLength: 25 }), fc.integer({ min: 1, max: 10_000_000 }), (list, priceTicks) => {
        const position = after(list);
        const price = dec(priceTicks).div(100);
        const model = modelOf(list);
        // Flows and amounts are exact.
        expect(unitsOf(position.amount)).toBe(model.amount);
        expect(unitsOf(position.quoteFlow)).toBe(model.quoteFlow);
        expect(unitsOf(position.otherFees['VTX'] ?? ZERO)).toBe(model.otherFees);
        // Averages come from divisions and are good to 40 digits.
        const made = position.realised.plus(unrealisedOf(position, price));
        const changed = position.quoteFlow.plus(position.amount.times(price));
        expect(made.minus(changed).abs().lt('1e-20'), `${made} and ${changed}`).toBe(true);
        if (position.averagePrice !== undefined) expect(position.averagePrice.gte(0)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

/** Everything in units of 10^-12, as whole numbers: an independent account of the same trades. */
const UNITS = 10n ** 12n;

function unitsOf(value: Decimal): bigint {
  return BigInt(value.times(UNITS.toString()).toFixed());
}

function modelOf(list: readonly Fill[]): { amount: bigint; quoteFlow: bigint; otherFees: bigint } {
  const model = { amount: 0n, quoteFlow: 0n, otherFees: 0n };
  for (const { side, price, amount, fee, feeCurrency } of list) {
    const sign = side === 'Buy' ? 1n : -1n;
    model.amount += sign * unitsOf(amount);
    model.quoteFlow -= (sign * unitsOf(price) * unitsOf(amount)) / UNITS;
    if (feeCurrency === 'EUR') model.quoteFlow -= unitsOf(fee);
    else if (feeCurrency === 'BTC') model.amount -= unitsOf(fee);
    else model.otherFees += unitsOf(fee);
  }
  return model;
}

const trades = fc
  .record({
    side: fc.constantFrom('Buy', 'Sell'),
    lots: fc.integer({ min: 1, max: 50 }),
    ticks: fc.integer({ min: 1, max: 9_999_999 }),
    fee: fc.integer({ min: 0, max: 30 }),
    feeCurrency: fc.constantFrom('EUR', 'BTC', 'VTX'),
  })
  .map(({ side, lots, ticks, fee, feeCurrency }) =>
    trade(side, dec(lots).div(100).toFixed(), dec(ticks).div(100).toFixed(), { fee: dec(fee).div(1000), feeCurrency }),
  );

function trade(side: 'Buy' | 'Sell', amount: string, price: string, fee: Partial<Fill> = {}): Fill {
  return fillOf({ side, amount: dec(amount), price: dec(price), ...fee });
}

function after(list: readonly Fill[]): Position {
  return list.reduce(positionAfterFill, NO_POSITION);
}
