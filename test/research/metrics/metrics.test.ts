import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { HOUR_MS } from '../../../src/base/instant.ts';
import { figureNamed, metricNames, metricsOf, metricsOfBands, metricValues } from '../../../src/research/metrics/metrics.ts';
import type { Metric } from '../../../src/research/metrics/metric.ts';
import type { BandRun } from '../../../src/research/runRecord.ts';
import { bandOf, fillOf, livelyRecord, manifestOf, recordOf, seriesOf, START } from '../runFixture.ts';

function figure(run: Partial<BandRun>, name: string): Metric {
  const found = figureNamed(metricsOf(bandOf(run), manifestOf()), name);
  expect(found, name).toBeDefined();
  return found!;
}

function value(run: Partial<BandRun>, name: string): number | null {
  return figure(run, name).value;
}

describe('metricsOf', () => {
  it('counts fills, their value, fees and turnover', () => {
    const fills = [
      fillOf({ price: dec('100'), amount: dec('2'), fee: dec('0.1') }),
      fillOf({ side: 'Sell', price: dec('110'), amount: dec('2'), fee: dec('0.33'), feeType: 'Taker' }),
    ];
    const run = {
      fills,
      fees: { EUR: dec('0.43') },
      orders: { placed: 5, replaced: 2, canceled: 1 },
      refusals: { maker: { collar: 1, budget: 1 }, taker: { collar: 1 } },
    };
    expect(metricValues(metricsOf(bandOf(run), manifestOf()))).toMatchObject({
      fills: 2,
      maker_fills: 1,
      maker_share: 0.5,
      orders_placed: 5,
      orders_replaced: 2,
      orders_canceled: 1,
      refusals: 3,
      traded_value: 420,
      turnover: 0.42,
      fees: 0.43,
      trades: 1,
      trade_win_rate: 1,
      trade_profit: 20,
    });
    expect(value(run, 'fees_bps')).toBeCloseTo((0.43 / 420) * 10_000, 9);
  });

  it('measures slippage by side, above zero for a price worse than the mid', () => {
    const fills = [
      fillOf({ price: dec('101'), amount: dec('3') }, ['100', '100', '101', undefined]),
      fillOf({ price: dec('101'), amount: dec('1') }, ['100', '102', '101', undefined]),
      fillOf({ side: 'Sell', price: dec('99'), amount: dec('1') }, ['100', '98', undefined, undefined]),
    ];
    expect(value({ fills }, 'slippage_0s_buy')).toBeCloseTo(100, 9);
    expect(value({ fills }, 'slippage_1s_buy')).toBeCloseTo((3 * 100 - 98.0392156863) / 4, 6);
    expect(value({ fills }, 'slippage_10s_buy')).toBe(0);
    expect(value({ fills }, 'slippage_1s_sell')).toBeCloseTo(-102.0408163, 6);
    expect(figure({ fills }, 'slippage_60s').because).toMatch(/no mid is known then/);
    expect(figure({ fills: fills.slice(0, 2) }, 'slippage_0s_sell')).toMatchObject({ value: null, because: 'no sell was filled' });
  });

  it('values other currencies at the mids of the run, and says when it can not', () => {
    const at = [START, START + HOUR_MS, START + 2 * HOUR_MS];
    const equity = seriesOf({ at, equity: [1000, 1000, 1000], mids: { 'BTC/EUR': [NaN, 50_000, 60_000], 'EUR/USD': [1.25, 1.25, 1] } });
    const paid = fillOf({ symbol: 'ETH/BTC', price: dec('0.05'), fee: dec('0.001'), feeCurrency: 'BTC', tradedAt: START + 1.5 * HOUR_MS });
    expect(value({ fills: [paid], equity, fees: { BTC: dec('0.001') } }, 'fees')).toBe(50);
    expect(value({ fills: [paid], equity, fees: { BTC: dec('0.001') } }, 'traded_value')).toBe(2500);
    // A fee that no fill paid belongs to a conversion and is valued at the end.
    expect(value({ fills: [paid], equity, fees: { BTC: dec('0.002'), USD: dec('3') } }, 'fees')).toBe(50 + 60 + 3);
    const early = fillOf({ symbol: 'ETH/BTC', tradedAt: START });
    expect(figure({ fills: [early], equity }, 'traded_value').because).toMatch(/no recorded pair/);
    // What is traded at the first look at a pair comes before the first sample of its mid.
    const first = fillOf({ symbol: 'ETH/BTC', price: dec('0.05'), fee: dec('0.001'), feeCurrency: 'BTC', tradedAt: START + 0.5 * HOUR_MS });
    expect(value({ fills: [first], equity, fees: { BTC: dec('0.001') } }, 'fees')).toBe(50);
    const unknown = fillOf({ symbol: 'ETH/CHF', tradedAt: START });
    expect(value({ fills: [unknown], equity }, 'turnover')).toBeNull();
  });

  it('measures exposure against the equity of the same moment', () => {
    const at = [0, 1, 2, 3].map((step) => START + step * HOUR_MS);
    const run = { equity: seriesOf({ at, equity: [1000, 1000, 500, 1000], exposure: [0, 500, -50, 1e-8] }) };
    expect(value(run, 'exposure_time')).toBe(0.5);
    expect(value(run, 'max_long_exposure')).toBe(0.5);
    expect(value(run, 'max_short_exposure')).toBe(-0.1);
    expect(value(run, 'avg_abs_exposure')).toBeCloseTo(0.15, 9);
    expect(value(run, 'max_drawdown_samples')).toBe(-0.5);
    expect(value(run, 'profit')).toBe(0);
  });

  it('compares with having held what there was', () => {
    const day = 24 * HOUR_MS;
    const at = [0, 1, 2].map((step) => START + step * day);
    const run = { equity: seriesOf({ at, equity: [100, 110, 121], hold: [100, 90, 99] }) };
    expect(value(run, 'comp')).toBeCloseTo(0.21, 12);
    expect(value(run, 'hold_comp')).toBeCloseTo(-0.01, 12);
    expect(value(run, 'excess_comp')).toBeCloseTo(0.22, 12);
    expect(value(run, 'hold_profit')).toBe(-1);
  });

  it('says of each figure without a meaning why, and never prints one that is not finite', () => {
    const day = 24 * HOUR_MS;
    const odd: Record<string, Partial<BandRun>> = {
      'no fills, two samples': {},
      'no sample': { equity: seriesOf({ at: [], equity: [], exposure: [], hold: [], mids: {} }) },
      'one sample': { equity: seriesOf({ at: [START] }) },
      'nothing owned': { equity: seriesOf({ equity: [0, 0], hold: [0, 0] }) },
      'below zero': { equity: seriesOf({ at: [START, START + day, START + 2 * day], equity: [10, -5, 20] }) },
      'no mids': {
        fills: [fillOf({}, [undefined, undefined, undefined, undefined])],
        equity: seriesOf({ mids: { 'BTC/EUR': [NaN, NaN] } }),
      },
      'equity unknown': { equity: seriesOf({ equity: [NaN, NaN] }) },
    };
    for (const [name, run] of Object.entries(odd)) {
      for (const each of metricsOf(bandOf(run), manifestOf()).figures) {
        const told = each.value === null ? (each.because ?? '') !== '' : Number.isFinite(each.value) && each.because === undefined;
        expect(told, `${name}: ${each.name} is ${each.value}, ${each.because}`).toBe(true);
      }
    }
    expect(figure(odd['below zero']!, 'comp').because).toBe(
      'the equity was not above zero on 2026-08-21, and a return on nothing has no meaning',
    );
    expect(figure(odd['nothing owned']!, 'turnover').because).toMatch(/not above zero/);
  });

  it('measures the three bands alike, and knows the names of all figures', () => {
    const { pessimistic, fitted, optimistic } = metricsOfBands(livelyRecord(10));
    expect([pessimistic, fitted, optimistic].map(({ band }) => band)).toEqual(['pessimistic', 'fitted', 'optimistic']);
    expect(fitted.figures.map(({ name }) => name)).toEqual(metricNames());
    expect(new Set(metricNames()).size).toBe(metricNames().length);
    expect(metricsOf(recordOf().bands.fitted, manifestOf()).positions).toEqual([]);
  });
});
