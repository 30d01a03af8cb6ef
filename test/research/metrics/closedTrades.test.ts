import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec, type Decimal, ZERO } from '../../../src/base/decimal.ts';
import { NO_POSITION, type Position, positionAfterFill } from '../../../src/engine/portfolio.ts';
import { type ClosedTrade, closedTrades, type NetPosition } from '../../../src/research/metrics/closedTrades.ts';
import type { Conversion } from '../../../src/model/conversion.ts';
import type { RunFill } from '../../../src/research/runRecord.ts';
import { fillOf, START } from '../runFixture.ts';

const buy = (amount: string, price: string): RunFill => fillOf({ side: 'Buy', amount: dec(amount), price: dec(price) });
const sell = (amount: string, price: string): RunFill => fillOf({ side: 'Sell', amount: dec(amount), price: dec(price) });

function walked(fills: readonly RunFill[]): { trades: ClosedTrade[]; positions: NetPosition[] } {
  const trades: ClosedTrade[] = [];
  return { positions: closedTrades({ fills, conversions: [] }, (trade) => void trades.push(trade)), trades };
}

describe('closedTrades', () => {
  it('closes at the average cost of what built the position', () => {
    const { trades, positions } = walked([buy('1', '100'), buy('1', '110'), sell('1', '120'), sell('1', '100')]);
    expect(trades.map(({ amount, profit }) => [amount.toFixed(), profit.toFixed()])).toEqual([
      ['1', '15'],
      ['1', '-5'],
    ]);
    expect(positions.map(({ long, short, end }) => [long.toFixed(), short.toFixed(), end.toFixed()])).toEqual([['2', '0', '0']]);
  });

  it('knows of conversions between the two currencies, which are no closing fills', () => {
    const strategies = [{ name: 'btc-maker', use: 'maker', symbol: 'BTC/EUR', params: {} }];
    const trades: ClosedTrade[] = [];
    const unused = { id: 'c1', rate: dec('1'), intentId: undefined, strategy: 'btc-maker' };
    const conversion = (given: Omit<Conversion, keyof typeof unused>): Conversion => ({ ...unused, ...given });
    const conversions = [
      conversion({ executedAt: START + 1, fromCurrency: 'BTC', fromAmount: dec('1'), toCurrency: 'EUR', toAmount: dec('120') }),
      conversion({ executedAt: START + 5, fromCurrency: 'EUR', fromAmount: dec('190'), toCurrency: 'BTC', toAmount: dec('2') }),
      conversion({ executedAt: START + 5, fromCurrency: 'EUR', fromAmount: dec('190'), toCurrency: 'ETH', toAmount: dec('2') }),
    ];
    const later = (filled: RunFill, ms: number): RunFill => ({ ...filled, fill: { ...filled.fill, receivedAt: START + ms } });
    const fills = [later(buy('1', '100'), 0), later(buy('1', '80'), 2), later(sell('1', '90'), 3), later(sell('2', '100'), 6)];
    const [position] = closedTrades({ fills, conversions }, (trade) => void trades.push(trade), strategies);
    expect(trades.map(({ amount, profit }) => [amount.toFixed(), profit.toFixed()])).toEqual([
      ['1', '10'],
      ['2', '10'],
    ]);
    expect([position!.long, position!.short, position!.end].map((amount) => amount.toFixed())).toEqual(['2', '0', '0']);
  });

  it('turns a position around at the price of the fill', () => {
    const { trades, positions } = walked([sell('0.1', '100'), sell('0.2', '100'), buy('0.5', '90'), sell('0.2', '95')]);
    expect(trades.map(({ amount, profit }) => [amount.toFixed(), profit.toFixed()])).toEqual([
      ['0.3', '3'],
      ['0.2', '1'],
    ]);
    expect(positions[0]).toMatchObject({ short: dec('-0.3'), long: dec('0.2'), end: ZERO });
  });

  it('keeps strategies and symbols apart', () => {
    const other = fillOf({ side: 'Sell', strategy: 'grid' });
    const eth = fillOf({ side: 'Sell', symbol: 'ETH/EUR' });
    const { trades, positions } = walked([buy('1', '100'), other, eth]);
    expect(trades).toEqual([]);
    expect(positions.map(({ strategy, symbol, end }) => `${strategy} ${symbol} ${end.toFixed()}`)).toEqual([
      'btc-maker BTC/EUR 1',
      'grid BTC/EUR -1',
      'btc-maker ETH/EUR -1',
    ]);
  });

  it('takes fees in the base currency off what is held, as a strategy sees its position, and not off what trades earned', () => {
    const bought = fillOf({ side: 'Buy', symbol: 'BTC/EUR', amount: dec('1'), price: dec('100'), fee: dec('0.002'), feeCurrency: 'BTC' });
    const sold = fillOf({ side: 'Sell', symbol: 'BTC/EUR', amount: dec('0.5'), price: dec('120'), fee: dec('0.12'), feeCurrency: 'EUR' });
    const { trades, positions } = walked([bought, sold]);
    expect(positions.map(({ long, short, end }) => [long.toFixed(), short.toFixed(), end.toFixed()])).toEqual([['0.998', '0', '0.498']]);
    expect(trades.map(({ profit }) => profit.toFixed())).toEqual(['10']);
  });

  it('does not go on holding what went as fees in the base currency: what is bought next is not measured by its old price', () => {
    const round = (price: string): RunFill[] => [
      fillOf({ side: 'Buy', symbol: 'BTC/EUR', amount: dec('1'), price: dec(price), fee: dec('0.001'), feeCurrency: 'BTC' }),
      fillOf({ side: 'Sell', symbol: 'BTC/EUR', amount: dec('0.999'), price: dec(price), fee: dec('0.1'), feeCurrency: 'EUR' }),
    ];
    const { trades, positions } = walked([...Array.from({ length: 500 }, () => round('100')).flat(), ...round('200')]);
    expect(trades.filter(({ profit }) => !profit.isZero())).toEqual([]);
    expect(positions.map(({ long, short, end }) => [long.toFixed(), short.toFixed(), end.toFixed()])).toEqual([['0.999', '0', '0']]);
  });

  it('comes to the gross profit and the position that the engine books of the same fills, whatever their fees', () => {
    const leg = fc.record({
      isBuy: fc.boolean(),
      lots: fc.integer({ min: 1, max: 50 }),
      ticks: fc.integer({ min: 1, max: 500 }),
      fee: fc.integer({ min: 0, max: 9 }),
      feeCurrency: fc.constantFrom('BTC', 'EUR', 'RVT'),
    });
    fc.assert(
      fc.property(fc.array(leg, { maxLength: 30 }), (legs) => {
        const fills = legs.map(({ isBuy, lots, ticks, fee, feeCurrency }) =>
          fillOf({
            side: isBuy ? 'Buy' : 'Sell',
            symbol: 'BTC/EUR',
            amount: dec(lots),
            price: dec(ticks),
            fee: dec(fee).div(10),
            feeCurrency,
          }),
        );
        const booked = fills.reduce<Position>((position, { fill }) => positionAfterFill(position, fill), NO_POSITION);
        const { trades, positions } = walked(fills);
        const profit = trades.reduce<Decimal>((total, trade) => total.plus(trade.profit), ZERO);
        expect(profit.minus(booked.gross).abs().lt('1e-25'), `${profit.toFixed()}, booked ${booked.gross.toFixed()}`).toBe(true);
        expect((positions[0]?.end ?? ZERO).toFixed()).toBe(booked.amount.toFixed());
      }),
    );
  });

  it('realises exactly the cash that came in, whenever the position ends at nothing', () => {
    const leg = fc.record({ isBuy: fc.boolean(), lots: fc.integer({ min: 1, max: 50 }), ticks: fc.integer({ min: 1, max: 500 }) });
    fc.assert(
      fc.property(fc.array(leg, { maxLength: 30 }), (legs) => {
        const fills = legs.map(({ isBuy, lots, ticks }) => (isBuy ? buy : sell)(String(lots), String(ticks)));
        const net = legs.reduce((total, { isBuy, lots }) => total + (isBuy ? lots : -lots), 0);
        if (net !== 0) fills.push((net > 0 ? sell : buy)(String(Math.abs(net)), '250'));
        const cash = fills.reduce<Decimal>(
          (total, { fill }) => total.plus(fill.price.times(fill.amount).times(fill.side === 'Buy' ? -1 : 1)),
          ZERO,
        );
        const profit = walked(fills).trades.reduce<Decimal>((total, trade) => total.plus(trade.profit), ZERO);
        expect(profit.minus(cash).abs().lt('1e-25'), `${profit.toFixed()} realised, ${cash.toFixed()} in cash`).toBe(true);
      }),
    );
  });
});
