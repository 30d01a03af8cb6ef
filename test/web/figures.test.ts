import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decimal } from '../../src/base/decimal.ts';
import {
  amountOfFigure,
  groupedFigure,
  groupedText,
  productOfFigures,
  roundedFigure,
  shareOfLimit,
  shortFigure,
  signOfFigure,
  sumOfFigures,
} from '../../web/pure/figures.ts';

const figure = fc
  .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.integer({ min: 0, max: 18 }))
  .map(([units, places]) => new Decimal(units.toString()).div(new Decimal(10).pow(places)).toFixed());

/** A figure in whole units of 10^-places. */
function unitsOf(text: string, places = 18): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(places, '0'));
}

describe('figures', () => {
  it('groups digits and keeps each of them', () => {
    expect(groupedFigure('278174.51')).toBe('278,174.51');
    expect(groupedFigure('-0.00999000')).toBe('−0.00999000');
    expect(groupedFigure('1234567890123456789012345678.000000000000000001')).toBe(
      '1,234,567,890,123,456,789,012,345,678.000000000000000001',
    );
    expect(groupedFigure('999')).toBe('999');
    expect(groupedFigure('1000')).toBe('1,000');
  });

  it('groups each figure of a text', () => {
    expect(groupedText('20000 EUR')).toBe('20,000 EUR');
    expect(groupedText('none')).toBe('none');
  });

  it('shows what is no figure as it is', () => {
    for (const text of ['', '–', 'NaN', '1e5', '1.', '.5', '--1', '1,000']) expect(groupedFigure(text)).toBe(text);
  });

  it('gives no minus to zero', () => {
    expect(groupedFigure('-0.00')).toBe('0.00');
    expect(roundedFigure('-0.004', 2)).toBe('0.00');
  });

  it('rounds to the nearest, halves away from zero', () => {
    expect(roundedFigure('1.005', 2)).toBe('1.01');
    expect(roundedFigure('-1.005', 2)).toBe('−1.01');
    expect(roundedFigure('1.0049999999999999999', 2)).toBe('1.00');
    expect(roundedFigure('12', 2)).toBe('12.00');
    expect(roundedFigure('999.995', 2)).toBe('1,000.00');
  });

  it('shows what was computed with the digits that a person reads', () => {
    expect(shortFigure('60123.123456789012')).toBe('60,123.123');
    expect(shortFigure('0.214270520000')).toBe('0.21427052');
    expect(shortFigure('278174.512345678901234567890123456789')).toBe('278,174.51');
    expect(shortFigure('1234567890.129')).toBe('1,234,567,890.13');
    expect([shortFigure('-0.50'), shortFigure('100'), shortFigure('-0.0'), shortFigure('?')]).toEqual(['−0.5', '100', '0', '?']);
  });

  it('agrees with exact decimals on every figure', () => {
    fc.assert(
      fc.property(figure, fc.integer({ min: 0, max: 10 }), (text, places) => {
        const expected = new Decimal(text).toFixed(places, Decimal.ROUND_HALF_UP).replace(/^-(?=[0.]*$)/, '');
        expect(roundedFigure(text, places).replaceAll(',', '').replace('−', '-')).toBe(expected);
      }),
    );
  });

  it('adds and multiplies exactly', () => {
    fc.assert(
      fc.property(fc.array(figure, { maxLength: 6 }), figure, (texts, other) => {
        const [sum, product] = texts.reduce(
          ([units, times], text) => [units + unitsOf(text), times + unitsOf(text) * unitsOf(other)],
          [0n, 0n],
        );
        expect(unitsOf(sumOfFigures(texts))).toBe(sum);
        const shown = productOfFigures(sumOfFigures(texts), other);
        expect(unitsOf(shown, 36)).toBe(product);
      }),
    );
    expect(sumOfFigures(['0.1', '0.2', '-0.3'])).toBe('0.0');
    expect(sumOfFigures(['1', '–'])).toBe('1');
    expect(productOfFigures('-0.03215', '60752.05')).toBe('-1953.1784075');
    expect(productOfFigures('x', '1')).toBe('0');
  });

  it('knows signs and amounts', () => {
    expect([signOfFigure('0.00'), signOfFigure('-0.1'), signOfFigure('3'), signOfFigure('?')]).toEqual([0, -1, 1, undefined]);
    expect(amountOfFigure('-3.20')).toBe('3.20');
  });

  it('tells how much of a limit is used', () => {
    expect(shareOfLimit('6417.58', '32000')).toBe(20);
    expect(shareOfLimit('-182.40', '2000')).toBe(9.1);
    expect(shareOfLimit('5', '2')).toBe(100);
    expect(shareOfLimit('5', '0')).toBe(0);
    expect(shareOfLimit('x', '1')).toBe(0);
  });
});
