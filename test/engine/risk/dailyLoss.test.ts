import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { DAY_MS } from '../../../src/base/instant.ts';
import { NearDecimal } from '../../../src/base/nearDecimal.ts';
import { dailyLossMessage, isFarFromLoss, isLossReached, profitToday } from '../../../src/engine/risk/dailyLoss.ts';
import type { EngineRoom } from '../engineRoom.ts';
import { ETH, euro, fillOf, limitsOf, NOON, settingsOf, strategyOf, touch } from '../fixtures.ts';
import { roomIn, type Situation } from './situation.ts';

const eth = touch('1799', '1801', NOON, 'ETH/EUR');
const NOBODY_KNOWS = "no book tells today's profit in EUR";

const cases: readonly (readonly [what: string, situation: Situation, message: string | undefined])[] = [
  ['a profit', { ...loseAtMost('100'), profit: '500' }, undefined],
  ['a loss of the very limit', { ...loseAtMost('100'), profit: '-100' }, lost('100', '100')],
  ['a loss of a cent less', { ...loseAtMost('100.01'), profit: '-100' }, undefined],
  ['a loss on what is held', { ...loseAtMost('100'), ...bought('1', '62000') }, lost('2000', '100')],
  ['a profit on what is held', { ...loseAtMost('100'), ...bought('1', '58000') }, undefined],
  ['a loss on what is owed', { ...loseAtMost('100'), ...sold('0.1', '58000') }, lost('200', '100')],
  ['a profit on what is owed', { ...loseAtMost('100'), ...sold('0.1', '62000') }, undefined],
  ['a loss of today after a profit of yesterday', { ...loseAtMost('100'), profit: '300', meanwhile: beganWith('500') }, lost('200', '100')],
  ['a profit of today after a loss of yesterday', { ...loseAtMost('100'), profit: '-500', meanwhile: beganWith('-550') }, undefined],
  ['a profit of yesterday that nobody knows', { ...loseAtMost('100'), profit: '500', meanwhile: beganWith(undefined) }, NOBODY_KNOWS],
  ['a new day that has not been opened yet', { ...loseAtMost('100'), profit: '500', now: NOON + DAY_MS }, NOBODY_KNOWS],
  ['a strategy whose pair is not known', { ...loseAtMost('100'), pairs: [ETH], books: [eth] }, undefined],
  [
    'a limit in a currency that no book tells',
    { limits: { maxDailyLoss: { amount: dec('1'), currency: 'XRP' } }, profit: '5' },
    "no book tells today's profit in XRP",
  ],
  [
    'a market in another currency than the limit',
    {
      ...loseAtMost('3000'),
      strategies: [strategyOf({}, 's', 'ETH/BTC')],
      books: [touch('59990', '60010'), touch('0.02999', '0.03001', NOON, 'ETH/BTC')],
      meanwhile: (room) =>
        room.executed(fillOf({ strategy: 's', symbol: 'ETH/BTC', orderId: 'old', amount: dec('10'), price: dec('0.035') })),
    },
    lost('3000', '3000'),
  ],
];

describe("the day's loss", () => {
  it.each(cases)('%s', (_what, situation, message) => {
    const { state } = roomIn(situation).engine;
    expect([isLossReached(state), dailyLossMessage(state)]).toEqual([message !== undefined, message]);
  });

  it.each(cases)('is never taken to be far off where it is reached: %s', (_what, situation, message) => {
    const { state } = roomIn(situation).engine;
    expect(isFarFromLoss(state) && message !== undefined).toBe(false);
  });

  it('is nothing to rounded numbers on a day that has not been opened', () => {
    const { state } = roomIn({ ...loseAtMost('100'), profit: '500' }).engine;
    expect([isFarFromLoss(state), profitToday(state)?.toFixed()]).toEqual([true, '500']);
    state.now += DAY_MS;
    expect([isFarFromLoss(state), profitToday(state)]).toEqual([false, undefined]);
  });

  it('does not matter any more once a reload has taken the limit away', () => {
    const { state } = roomIn({ ...loseAtMost('100'), profit: '-500' }).engine;
    expect(isLossReached(state)).toBe(true);
    state.configure(settingsOf([], { limits: limitsOf() }));
    expect([isLossReached(state), dailyLossMessage(state)]).toEqual([false, undefined]);
  });
});

function loseAtMost(amount: string): Situation {
  return { limits: { maxDailyLoss: euro(amount) } };
}

/** So much was bought at this price. The mid is 60000. */
function bought(amount: string, price: string, side: 'Buy' | 'Sell' = 'Buy'): Situation {
  return { meanwhile: (room) => room.executed(fillOf({ strategy: 's', orderId: 'old', side, amount: dec(amount), price: dec(price) })) };
}

function sold(amount: string, price: string): Situation {
  return bought(amount, price, 'Sell');
}

/** The profit with which the day began. */
function beganWith(made: string | undefined) {
  return ({ engine }: EngineRoom): void => {
    const [seat] = engine.state.seats;
    seat!.madeBefore = made === undefined ? undefined : new NearDecimal(dec(made));
  };
}

function lost(loss: string, most: string): string {
  return `today's loss of ${loss} EUR has reached the limit of ${most} EUR`;
}
