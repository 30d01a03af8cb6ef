import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { checkedOpenings } from '../../src/loading/checkOpening.ts';
import { NOON, PAIRS, strategyOf } from '../engine/fixtures.ts';

const holder = (name: string, amount: string, symbol = 'ETH/EUR') => ({
  ...strategyOf({}, name, symbol),
  opening: { amount: dec(amount), price: dec('2900') },
});

describe(checkedOpenings.name, () => {
  it('gives an entry for each opening that the balances hold together', () => {
    const openings = checkedOpenings([holder('a', '5'), strategyOf({}, 'b'), holder('c', '3')], PAIRS, { ETH: dec('8') }, NOON);
    expect(openings.map(({ id, cause, amount, price, at }) => [id, cause, amount.toFixed(), price.toFixed(), at])).toEqual([
      ['opening-a-ETH/EUR', 'opening', '5', '2900', NOON],
      ['opening-c-ETH/EUR', 'opening', '3', '2900', NOON],
    ]);
  });

  it.each([
    [
      [holder('a', '5'), holder('c', '4')],
      'strategies.c.opening.amount is 4 ETH, and the wallet has 8, of which positions of strategies hold 5: expected 3',
    ],
    [[holder('a', '9')], 'strategies.a.opening.amount is 9 ETH, and the wallet has 8: expected 8 at most'],
    [[holder('a', '0.1', 'BTC/EUR')], 'strategies.a.opening.amount is 0.1 BTC, and the wallet has 0: expected 0 at most'],
    [[holder('a', '0.00001')], 'strategies.a.opening.amount is 0.00001: expected a whole number of steps of 0.0001 ETH'],
    [[holder('a', '1', 'XRP/EUR')], 'strategies.a.opening.amount is 1, and XRP/EUR is not traded here'],
  ])('refuses what is not there or can not be sold', (strategies, message) => {
    expect(() => checkedOpenings(strategies, PAIRS, { ETH: dec('8') }, NOON)).toThrow(message);
  });
});
