import { describe, expect, it } from 'vitest';
import { dec, type Decimal } from '../../../src/base/decimal.ts';
import { riskUseOf } from '../../../src/engine/risk/riskUse.ts';
import { euro, orderOf } from '../fixtures.ts';
import { roomIn, type Situation } from './situation.ts';

function usesIn(situation: Situation): Record<string, string> {
  const { state, orders } = roomIn(situation).engine;
  return Object.fromEntries(
    riskUseOf(state, orders).map(({ limit, used, most, unit }) => [limit, `${used?.toFixed() ?? 'unknown'} of ${most.toFixed()} ${unit}`]),
  );
}

const ALL = {
  maxExposure: euro('90000'),
  maxDailyLoss: euro('1000'),
  maxOpenValue: euro('70000'),
  maxTurnover: euro('100000'),
  turnoverPeriodMs: 60_000,
  maxOpenOrders: 5,
  maxOrdersPerMinute: 10,
};

describe(riskUseOf, () => {
  it('says how much of each limit is in use', () => {
    expect(usesIn({ limits: ALL, orders: [orderOf({ filled: dec('0.5') })], held: '0.1', sent: 3 })).toEqual({
      maxExposure: '36000 of 90000 EUR',
      maxDailyLoss: '0 of 1000 EUR',
      maxOpenValue: '30000 of 70000 EUR',
      maxTurnover: '36000 of 100000 EUR',
      maxOpenOrders: '1 of 5 orders',
      maxOrdersPerMinute: '3 of 10 orders',
    });
  });

  it('says what an exposure is made of: positions, orders, and what nobody knows of', () => {
    const partsIn = (situation: Situation): Record<string, string> => {
      const { state, orders } = roomIn(situation).engine;
      const [{ parts } = { parts: undefined }] = riskUseOf(state, orders);
      return Object.fromEntries(Object.entries(parts ?? {}).map(([name, value]) => [name, (value as Decimal).toFixed()]));
    };
    const half = dec('0.5');
    expect(partsIn({ limits: ALL, orders: [orderOf({ filled: half })], held: '0.1' })).toEqual({
      positions: '6000',
      orders: '30000',
      unknown: '0',
    });
    expect(partsIn({ limits: ALL, orders: [orderOf({ filled: half, state: 'unknown' })], held: '0.1' })).toEqual({
      positions: '6000',
      orders: '0',
      unknown: '30000',
    });
    expect(partsIn({ limits: { ...ALL, maxExposure: undefined } })).toEqual({});
  });

  it('counts a loss of the day, and a profit as none', () => {
    expect(usesIn({ limits: ALL, profit: '-150' })).toMatchObject({ maxDailyLoss: '150 of 1000 EUR' });
    expect(usesIn({ limits: ALL, profit: '150' })).toMatchObject({ maxDailyLoss: '0 of 1000 EUR' });
  });

  it('does not guess what no book tells', () => {
    const usdt = { amount: dec('1'), currency: 'USDT' };
    expect(usesIn({ limits: { ...ALL, maxOpenValue: usdt }, orders: [orderOf()] })).toMatchObject({ maxOpenValue: 'unknown of 1 USDT' });
  });

  it('leaves out what is not limited', () => {
    const none = { maxExposure: undefined, maxDailyLoss: undefined, maxOpenValue: undefined, maxTurnover: undefined };
    expect(usesIn({ limits: { ...none, maxOpenOrders: undefined, maxOrdersPerMinute: undefined } })).toEqual({});
  });
});
