import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec, ZERO } from '../../../src/base/decimal.ts';
import type { Conversion } from '../../../src/model/conversion.ts';
import type { Fill } from '../../../src/model/fill.ts';
import { type RoundTrip, roundTrips } from '../../../src/research/metrics/roundTrips.ts';
import type { RunFill } from '../../../src/research/runRecord.ts';
import { fillOf, manifestOf, START } from '../runFixture.ts';

const { strategies } = manifestOf();

function trade(order: string, side: 'Buy' | 'Sell', amount: string, price: string, parts: Partial<Fill> = {}): RunFill {
  return fillOf({ orderId: order, side, amount: dec(amount), price: dec(price), ...parts });
}

function tripsOf(fills: readonly RunFill[], mid = 100, conversions: readonly Conversion[] = []): RoundTrip[] {
  const trips: RoundTrip[] = [];
  const run = { fills, conversions, equity: { at: [0], mids: { 'BTC/EUR': [mid] } } };
  roundTrips(run, strategies, (trip) => void trips.push(trip));
  return trips;
}

function shown({ side, amount, entry, exit, net, closedAt }: RoundTrip): (string | undefined)[] {
  return [
    side,
    ...[amount, entry, exit, net].map((value) => value?.toDecimalPlaces(12).toFixed()),
    closedAt === undefined ? 'open' : 'closed',
  ];
}

describe('roundTrips', () => {
  it('match what an order closes with the oldest of what is open', () => {
    const trips = tripsOf([
      trade('1', 'Buy', '1', '100'),
      trade('2', 'Buy', '1', '110'),
      trade('3', 'Sell', '1.5', '120'),
      trade('4', 'Sell', '0.5', '90'),
    ]);
    expect(trips.map(shown)).toEqual([
      // 1 at 100 and a half at 110.
      ['long', '1.5', '103.333333333333', '120', '25', 'closed'],
      ['long', '0.5', '110', '90', '-10', 'closed'],
    ]);
  });

  it('begin with what the position begins with', () => {
    const began = strategies.map((one) => ({ ...one, opening: { amount: '2', price: '100' } }));
    const run = { fills: [trade('1', 'Sell', '0.5', '120')], conversions: [], equity: { at: [7], mids: { 'BTC/EUR': [110] } } };
    const trips: RoundTrip[] = [];
    roundTrips(run, began, (trip) => void trips.push(trip));
    expect(trips.map(shown)).toEqual([
      ['long', '0.5', '100', '120', '10', 'closed'],
      ['long', '1.5', '100', '110', '15', 'open'],
    ]);
    expect(trips[0]).toMatchObject({ openedAt: 7, entryTag: 'opening' });
  });

  it('make one of the executions of an order, and keep strategies apart', () => {
    const trips = tripsOf([
      trade('1', 'Buy', '2', '100'),
      trade('9', 'Sell', '2', '100', { strategy: 'other' }),
      trade('2', 'Sell', '1', '101', { tag: 'out', tradedAt: START + 5 }),
      trade('2', 'Sell', '1', '103', { tag: 'out', tradedAt: START + 9 }),
    ]);
    expect(trips.map(shown)).toEqual([
      ['long', '2', '100', '102', '4', 'closed'],
      ['short', '2', '100', '100', '0', 'open'],
    ]);
    expect(trips[0]).toMatchObject({ openedAt: START, closedAt: START + 9, entryTag: '', exitTag: 'out' });
  });

  it('turn around in one order, which closes one and opens the next', () => {
    const trips = tripsOf([trade('1', 'Buy', '1', '100'), trade('2', 'Sell', '3', '110')], 105);
    expect(trips.map(shown)).toEqual([
      ['long', '1', '100', '110', '10', 'closed'],
      ['short', '2', '110', '105', '10', 'open'],
    ]);
  });

  it('count a fee in base currency at the price of its execution, and what it leaves of the position', () => {
    const bought = trade('1', 'Buy', '1', '100', { fee: dec('0.01'), feeCurrency: 'BTC' });
    const sold = trade('2', 'Sell', '0.99', '110', { fee: dec('0.5'), feeCurrency: 'EUR' });
    // 100 was paid, and 108.9 less 0.5 came back.
    expect(tripsOf([bought, sold]).map((trip) => [...shown(trip), trip.fees.toFixed()])).toEqual([
      ['long', '0.99', '100', '110', '8.4', 'closed', '1.5'],
    ]);
  });

  it('take a conversion between the two currencies of a market of the strategy as one, and no other', () => {
    const conversion: Conversion = {
      id: 'c1',
      fromCurrency: 'EUR',
      toCurrency: 'BTC',
      fromAmount: dec('200'),
      toAmount: dec('2'),
      rate: dec('0.01'),
      executedAt: START - 1,
      intentId: undefined,
      strategy: 'btc-maker',
    };
    const other: Conversion = { ...conversion, id: 'c2', toCurrency: 'USDT' };
    expect(tripsOf([trade('1', 'Sell', '2', '120')], 100, [other, conversion]).map(shown)).toEqual([
      ['long', '2', '100', '120', '40', 'closed'],
    ]);
  });

  it('say nothing of the exit where no mid is known at the end', () => {
    const [open] = tripsOf([trade('1', 'Buy', '1', '100')], NaN);
    expect([open?.exit, open?.gross, open?.net, open?.closedAt]).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('add up to the cash that came in and what is left at the mid, whatever is traded', () => {
    const leg = fc.record({
      isBuy: fc.boolean(),
      lots: fc.integer({ min: 1, max: 50 }),
      ticks: fc.integer({ min: 1, max: 500 }),
      order: fc.integer({ min: 0, max: 3 }),
      fee: fc.integer({ min: 0, max: 9 }),
      inBase: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(leg, { maxLength: 40 }), (legs) => {
        const mid = dec('77.5');
        let cash = ZERO;
        let held = ZERO;
        const fills = legs.map(({ isBuy, lots, ticks, order, fee, inBase }) => {
          const paid = dec(fee).div(100);
          const value = dec(lots).times(ticks);
          cash = cash.plus(isBuy ? value.negated() : value).minus(inBase ? ZERO : paid);
          held = held.plus(isBuy ? lots : -lots).minus(inBase ? paid : ZERO);
          return trade(String(order), isBuy ? 'Buy' : 'Sell', String(lots), String(ticks), {
            fee: paid,
            feeCurrency: inBase ? 'BTC' : 'EUR',
          });
        });
        const nets = tripsOf(fills, 77.5).map(({ net }) => net!);
        const sum = nets.reduce((total, net) => total.plus(net), ZERO);
        expect(
          sum
            .minus(cash.plus(held.times(mid)))
            .abs()
            .toNumber(),
        ).toBeLessThan(1e-25);
      }),
    );
  });
});
