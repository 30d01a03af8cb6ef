import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import type { Fill } from '../../../src/model/fill.ts';
import { Mids } from '../../../src/exchange/mids.ts';
import { RunFills } from '../../../src/research/backtest/runFills.ts';
import { BTC, bookOf } from '../../engine/fixtures.ts';
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

  // Books 20 s apart, and looked up every 10 s before the book of that time is shown: no fill had a mid of a minute later.
  it.each([500, 2000, 20_000, 70_000])('waits for the book that shows the market a minute later, of books every %d ms', (everyMs) => {
    const mids = new Mids([BTC], 50);
    const fills = new RunFills([BTC], mids);
    const fillAts = [1, 7777, 13_050, 19_950, 59_999].map((ms) => 5 * everyMs + ms);
    let added = 0;
    for (let at = 0, lookedAt = 0; at < 5 * everyMs + 600_000; at += everyMs) {
      for (; lookedAt <= at; lookedAt += 10_000) fills.resolve(lookedAt);
      mids.show(0, bookOf({ at, bids: [[`${60_000 + at / 500}.5`, '1']], asks: [[`${60_000 + at / 500}.5`, '1']] }));
      for (; added < fillAts.length && fillAts[added]! < at; added++)
        fills.add(fillOf({ tradedAt: fillAts[added]!, receivedAt: at + 50 }).fill, 0);
    }
    const shownAt = (time: number): string => `${60_000 + (Math.floor((time + 50) / everyMs) * everyMs) / 500}.5`;
    const after = Array.from(fills, ({ midAfter }) => midAfter.map((mid) => mid?.toFixed()));
    expect(after).toStrictEqual(fillAts.map((at) => [shownAt(at + 1000), shownAt(at + 10_000), shownAt(at + 60_000)]));
  });

  it('waits for no book in a gap, nor for long', () => {
    const mids = new Mids([BTC], 0);
    const fills = new RunFills([BTC], mids);
    mids.show(0, bookOf({ at: 0, bids: [['60000', '1']], asks: [['60001', '1']] }));
    mids.show(0, bookOf({ at: 5000, bids: [['60010', '1']], asks: [['60011', '1']] }));
    fills.add(fillOf({ tradedAt: 1000 }).fill, 0);
    mids.gap(0, 5000);
    fills.resolve(61_001);
    expect(fills.at(0)?.midAfter.map((mid) => mid?.toFixed())).toStrictEqual(['60000.5', undefined, undefined]);

    mids.show(0, bookOf({ at: 70_000, bids: [['60020', '1']], asks: [['60021', '1']] }));
    fills.add(fillOf({ tradedAt: 65_000 }).fill, 0);
    fills.add(fillOf({ tradedAt: 70_000 }).fill, 0);
    fills.resolve(200_000);
    expect(fills.at(2)?.midAfter).toStrictEqual([undefined, undefined, undefined]);
    fills.resolve(220_001);
    mids.show(0, bookOf({ at: 230_000, bids: [['60030', '1']], asks: [['60031', '1']] }));
    fills.resolve(240_000, true);
    expect(fills.at(2)?.midAfter).toStrictEqual([undefined, undefined, undefined]);
  });
});
