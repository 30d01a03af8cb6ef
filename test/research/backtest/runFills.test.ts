import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import type { Fill } from '../../../src/model/fill.ts';
import { Mids } from '../../../src/research/backtest/mids.ts';
import { RunFills } from '../../../src/research/backtest/runFills.ts';
import { BTC } from '../../engine/fixtures.ts';
import { fillOf } from '../runFixture.ts';

const empty = (): RunFills => new RunFills([BTC], new Mids([BTC], 0));

/** On the grid and off it, as numbers hold them and larger. */
const anyFill: fc.Arbitrary<Fill> = fc
  .record({
    side: fc.constantFrom('Buy', 'Sell'),
    price: fc.constantFrom('60000.01', '0.01', '60000.001', '98765432109876543210.12'),
    amount: fc.constantFrom('0.00001', '12.5', '0.0000000001', '98765432109876543210'),
    fee: fc.constantFrom('0', '0.00000001', '12.34567891', '0.000000001'),
    feeType: fc.constantFrom('Maker', 'Taker'),
    ids: fc.constantFrom(['12', '12.3'], ['7', '7.1'], ['007', '007.1'], ['o1', 'f1'], ['7', '7.01']),
    tag: fc.constantFrom(undefined, '', 'lean'),
    strategy: fc.constantFrom(undefined, 'm'),
    at: fc.nat(),
  })
  .map(({ price, amount, fee, ids, at, ...rest }) => {
    const [orderId = '', id = ''] = ids;
    const money = { price: dec(price), amount: dec(amount), fee: dec(fee) };
    return fillOf({ ...rest, ...money, id, orderId, openedAt: at, tradedAt: at + 1, receivedAt: at + 2, intentId: 'gone' }).fill;
  });

describe('RunFills', () => {
  it('gives back what was added, digit for digit, without the id of the intent', () => {
    fc.assert(
      fc.property(fc.array(anyFill, { maxLength: 600, size: 'max' }), (given) => {
        const fills = empty();
        for (const fill of given) fills.add(fill, 0);
        const expected = given.map((fill) => ({ ...fill, symbol: BTC.symbol, intentId: undefined }));
        expect(Array.from(fills, ({ fill }) => fill)).toStrictEqual(expected);
        expect(fills).toHaveLength(given.length);
        expect(fills.at(-1)?.fill).toStrictEqual(expected.at(-1));
        expect(fills.at(given.length)).toBeUndefined();
      }),
      { numRuns: 30 },
    );
  });

  it('knows no mid where no book was seen', () => {
    const fills = empty();
    fills.add(fillOf().fill, 0);
    fills.resolve(0, true);
    expect(fills.at(0)).toMatchObject({ mid: undefined, midAfter: [undefined, undefined, undefined] });
  });
});
