import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { NearProfit } from '../../src/engine/nearProfit.ts';
import { profitOf } from '../../src/engine/positions.ts';
import { fillOf } from './fixtures.ts';
import { roomIn, type Situation } from './risk/situation.ts';

const sold = fillOf({ strategy: 's', orderId: 'old', side: 'Sell', amount: dec('0.5'), price: dec('61000'), fee: dec('0.00000001') });

function addedIn(situation: Situation, currency = 'EUR') {
  const { state } = roomIn(situation).engine;
  const [seat] = state.seats;
  const near = new NearProfit();
  near.begin();
  return { isTold: near.add(seat!, currency), near, exact: profitOf(state, seat!, currency) };
}

describe('NearProfit', () => {
  it('is near the exact profit, with what is held at the mid', () => {
    const { isTold, near, exact } = addedIn({ held: '2', meanwhile: (room) => room.executed(sold) });
    expect(isTold).toBe(true);
    expect(near.profit).toBeCloseTo(exact!.toNumber(), 6);
    near.less(-100);
    expect(near.profit).toBeCloseTo(exact!.toNumber() + 100, 6);
    expect(near.size).toBeGreaterThan(Math.abs(near.profit));
  });

  it('is nothing for who has never traded, whatever the books say', () => {
    const { isTold, near } = addedIn({ books: [] });
    expect([isTold, near.profit, near.size]).toEqual([true, 0, 0]);
  });

  it('leaves fees in a third currency, and other currencies, to exact sums', () => {
    expect(addedIn({ profit: null }).isTold).toBe(false);
    expect(addedIn({ held: '2' }, 'USD').isTold).toBe(false);
  });
});
