import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { HOUR_MS } from '../../../src/base/instant.ts';
import type { Conversion } from '../../../src/model/conversion.ts';
import { reportFigures } from '../../../src/research/report/reportFigures.ts';
import type { Chart } from '../../../src/research/report/chart.ts';
import { priceCharts } from '../../../src/research/report/priceChart.ts';
import { reportPage } from '../../../src/research/report/reportPage.ts';
import type { RunRecord } from '../../../src/research/runRecord.ts';
import { fillOf, recordOf, seriesOf, START } from '../runFixture.ts';

const to = START + 10 * HOUR_MS;

function conversionOf(from: string, into: string, fromAmount: string, toAmount: string, hours: number): Conversion {
  const [fromCurrency, toCurrency] = [from, into];
  const amounts = { fromAmount: dec(fromAmount), toAmount: dec(toAmount), rate: dec('1') };
  return { id: 'c', fromCurrency, toCurrency, ...amounts, executedAt: START + hours * HOUR_MS, intentId: undefined, strategy: 'm' };
}

function runOf(conversions: readonly Conversion[]): RunRecord {
  const mids = { 'BTC/EUR': [50_000, 50_000], 'ETH/EUR': [2000, 2000] };
  return recordOf({ conversions, equity: seriesOf({ at: [START, to], mids }), fills: [fillOf({ price: dec('49990') })] }, { to });
}

interface Series {
  readonly symbol?: string;
  readonly data: readonly (readonly [number, number])[];
}

function conversionsIn(chart: Chart): Series['data'] | undefined {
  const { series } = chart.option(false) as { readonly series: readonly Series[] };
  return series.find(({ symbol }) => symbol === 'diamond')?.data;
}

describe(priceCharts.name, () => {
  const conversions = [
    conversionOf('EUR', 'BTC', '100.02', '0.002', 2),
    conversionOf('BTC', 'EUR', '0.002', '99.9', 2),
    conversionOf('EUR', 'ETH', '201', '0.1', 5),
    conversionOf('USDT', 'BTC', '50', '0.001', 6),
  ];

  it('marks a conversion on the chart of its pair alone, at what it paid for one of the base currency, in both directions', () => {
    const [btc, eth] = priceCharts(runOf(conversions));
    expect(conversionsIn(btc!)).toEqual([
      [START + 2 * HOUR_MS, 50_010],
      [START + 2 * HOUR_MS, 49_950],
    ]);
    expect(conversionsIn(eth!)).toEqual([[START + 5 * HOUR_MS, 2010]]);
  });

  it('says so in the title, in the legend, and in words', () => {
    const [btc, eth] = priceCharts(runOf(conversions));
    expect([btc!.title, eth!.title]).toEqual([
      'Price of BTC/EUR with fills and conversions',
      'Price of ETH/EUR with fills and conversions',
    ]);
    expect(btc!.legend.at(-1)).toEqual({ text: 'conversion', colour: '--convert', shape: 'diamond' });
    expect(btc!.about).toContain('1 buy and 0 sells, 1 conversion into BTC and 1 out of it at their own rates (fitted)');
    expect(eth!.about).toContain('0 buys and 0 sells, 1 conversion into ETH and 0 out of it');
  });

  it('lets conversions of one direction that are close to each other share a mark at their average price', () => {
    const close = [conversionOf('EUR', 'BTC', '100', '0.002', 3), conversionOf('EUR', 'BTC', '102', '0.002', 3)];
    expect(conversionsIn(priceCharts(runOf(close))[0]!)).toEqual([[START + 3 * HOUR_MS, 50_500]]);
  });

  it('has no such mark where nothing was converted', () => {
    const [btc] = priceCharts(runOf([]));
    expect(conversionsIn(btc!)).toBeUndefined();
    expect(btc!.title).toBe('Price of BTC/EUR with fills');
    expect(btc!.legend.map(({ text }) => text)).toEqual(['mid', 'buy', 'sell']);
  });

  it('draws them in a colour that the page has, for light, dark and paper', { tags: 'long' }, () => {
    const run = runOf(conversions);
    const page = reportPage(run, reportFigures(run));
    expect(page.match(/fill="var\(--convert\)"/g)).toHaveLength(2 * 3);
    expect(page.match(/--convert:#[0-9a-f]{6}/g)).toHaveLength(3);
    expect(page).toContain('<span class="key diamond" style="--c:var(--convert)"');
  });
});
