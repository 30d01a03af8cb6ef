import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { DAY_MS, HOUR_MS } from '../../../src/base/instant.ts';
import { backtest } from '../../../src/research/backtest/backtest.ts';
import { equitySpacing } from '../../../src/research/backtest/equitySampler.ts';
import { exposureMetrics } from '../../../src/research/metrics/exposureMetrics.ts';
import { metricsOf } from '../../../src/research/metrics/metrics.ts';
import { strategyFigures } from '../../../src/research/metrics/strategyFigures.ts';
import type { BandRun } from '../../../src/research/runRecord.ts';
import { bandOf, seriesOf } from '../runFixture.ts';
import { BTC, ETH } from '../../engine/fixtures.ts';
import { engineOf, optionsOf } from './fixtures.ts';
import { recordedMarket, type Row } from './recordedMarket.ts';

const SECOND = 1000;

describe('equitySpacing', () => {
  it('gives a minute ten samples a second, and a week one a minute', () => {
    expect([60 * SECOND, 10 * 60 * SECOND, HOUR_MS, DAY_MS, 7 * DAY_MS, 365 * DAY_MS].map(equitySpacing)).toEqual([
      100, 1000, 5000, 60_000, 60_000, 60_000,
    ]);
    expect([0, -1, NaN].map(equitySpacing)).toEqual([100, 100, 100]);
    expect(equitySpacing(Infinity)).toBe(60_000);
  });

  it('divides a day, so that the returns of days do not depend on it', () => {
    for (let length = SECOND; length < DAY_MS; length *= 1.7) expect(DAY_MS % equitySpacing(length)).toBe(0);
  });
});

describe('samples between two heartbeats', () => {
  const books: Row[] = Array.from({ length: 13 }, (_, i) => ({
    at: i * 250,
    bids: [[`${60_000 + i}.00`, '1']],
    asks: [[`${60_002 + i}.00`, '1']],
  }));
  const { equity } = backtest(
    optionsOf(
      engineOf(() => ({})),
      [recordedMarket(BTC, books)],
      { equityEveryMs: 250 },
    ),
  ).bands.fitted;

  it('show the market of their own time, not that of the next heartbeat', () => {
    expect(equity.at).toEqual(books.map(({ at }) => at));
    // What comes in the millisecond of a sample comes after it; but the last sample knows the last look.
    expect(equity.mids['BTC/EUR']).toEqual([60_001, 60_001, ...Array.from({ length: 10 }, (_, i) => 60_002 + i), 60_013]);
  });

  it('value what is held then', () => {
    expect(equity.equity).toEqual(equity.mids['BTC/EUR']!.map((mid) => 100_000 + mid));
  });
});

describe('a symbol that was recorded later than the others', () => {
  const book = (at: number, mid: number): Row => ({ at, bids: [[`${mid - 1}.00`, '1']], asks: [[`${mid + 1}.00`, '1']] });
  const btc = Array.from({ length: 40 }, (_, i) => book(i * SECOND, 60_000 + 100 * i));
  const eth = Array.from({ length: 10 }, (_, i) => book((30 + i) * SECOND, 3000));
  const run = (balances: Readonly<Record<string, string>>): BandRun => {
    let isBought = false;
    const engine = engineOf(() => ({
      onBook(_book, ctx) {
        if (!isBought) ctx.place({ side: 'Buy', amount: dec('0.5') });
        isBought = true;
      },
    }));
    const opening = Object.fromEntries(Object.entries(balances).map(([currency, amount]) => [currency, dec(amount)]));
    return backtest(optionsOf(engine, [recordedMarket(BTC, btc), recordedMarket(ETH, eth)], { balances: opening })).bands.pessimistic;
  };
  const value = ({ equity }: BandRun, name: string): number => exposureMetrics(equity).find((figure) => figure.name === name)!.value!;

  it('hides nothing of what was earned before', () => {
    const band = run({ EUR: '100000' });
    const [answer] = strategyFigures(band, [{ name: 's', use: 's', symbol: 'BTC/EUR', params: {} }], 'EUR');
    expect(band.equity.at[0]).toBe(0);
    expect(band.equity.equity[0]).toBeCloseTo(100_000, 6);
    expect(answer!.profit!.toNumber()).toBeGreaterThan(1000);
    expect(value(band, 'profit')).toBeCloseTo(answer!.profit!.toNumber() + value(band, 'hold_profit'), 6);
    expect(band.warnings.filter((warning) => warning.includes('equity'))).toEqual([]);
  });

  it('is waited for where the opening balances hold of it, and what was traded before is told', () => {
    const band = run({ EUR: '100000', ETH: '1' });
    expect(band.equity.at[0]).toBe(30 * SECOND);
    expect(band.warnings).toContain(
      'the equity begins only at 1970-01-01T00:00:30.000Z, when books told what the opening balances are worth: what was traded before is in no figure of equity or returns',
    );
  });
});

it('gives the same annualised figures however often the same equity is sampled', { tags: 'long' }, () => {
  const valueAt = (at: number): number => 1000 + 30 * Math.sin(Math.floor(at / HOUR_MS) / 7) + at / DAY_MS;
  const figures = [1000, 60_000, 600_000].map((everyMs) => {
    const at = Array.from({ length: (9 * DAY_MS) / everyMs }, (_, i) => i * everyMs);
    const equity = at.map((each) => valueAt(Math.floor(each / HOUR_MS) * HOUR_MS));
    return metricsOf(bandOf({ equity: seriesOf({ everyMs, at, equity }) }), { currency: 'EUR', strategies: [] }).figures;
  });
  const annual = ['sharpe', 'sortino', 'volatility', 'cagr', 'calmar', 'max_drawdown_samples', 'comp'];
  const named = figures.map((each) => each.filter(({ name }) => annual.includes(name)).map(({ name, value }) => [name, value]));
  expect(named[0]!.length).toBe(annual.length);
  expect(named[0]!.every(([, value]) => typeof value === 'number')).toBe(true);
  expect(named[1]).toEqual(named[0]);
  expect(named[2]).toEqual(named[0]);
});
