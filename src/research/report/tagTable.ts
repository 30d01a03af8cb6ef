import { type Decimal, ZERO } from '../../base/decimal.ts';
import { type Html, html } from '../../base/html.ts';
import { closedTrades } from '../metrics/closedTrades.ts';
import { currencyRates, type RateOf } from '../metrics/currencyRates.ts';
import { meanSlippage, slippageSamples } from '../metrics/slippage.ts';
import { isMaker, quoteOf, valueOf } from '../metrics/tradingMetrics.ts';
import type { BandRun, RunFill } from '../runRecord.ts';
import { digits } from './figureText.ts';
import { type ReportRow, reportTable } from './reportTable.ts';
import { shareBar } from './shareBar.ts';

/** Fills by strategy and tag: how many, worth how much, and what became of them. */
export function tagTable(run: BandRun, currency: string): Html {
  if (run.fills.length === 0) return html`<p>Nothing was filled.</p>`;
  const rateOf = currencyRates(run.equity, currency);
  const profits = profitsByTag(run.fills, rateOf);
  const groups = [...Map.groupBy(run.fills, ({ fill }) => keyOf(fill.strategy, fill.tag))].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const most = Math.max(...groups.map(([, fills]) => fills.length));
  return reportTable({
    headings: ['Strategy, tag', 'Fills', 'Buys', 'Makers', `Value (${currency})`, 'Fees', `Profit (${currency})`, '10 s later (bps)'],
    rows: groups.map(([key, fills]) => tagRow(fills, profits.get(key) ?? NaN, most, rateOf)),
    about:
      'Of the fitted band. Profit is that of fills that closed a position, against its average cost and before fees; a tag that only opens has none.',
  });
}

function tagRow(fills: readonly RunFill[], profit: number, most: number, rateOf: RateOf): ReportRow {
  const { strategy = 'not ours', tag = 'no tag' } = fills[0]!.fill;
  const valued = (fill: RunFill): number => valueOf(fill, rateOf) ?? NaN;
  const buys = fills.filter(({ fill }) => fill.side === 'Buy').length;
  const makers = fills.filter(({ fill }) => isMaker(fill.feeType)).length;
  return {
    heading: `${strategy}, ${tag}`,
    cells: [
      html`<td>${digits(fills.length, 0)}${shareBar(fills.length / most)}</td>`,
      digits(buys, 0),
      `${digits((makers / fills.length) * 100, 0)} %`,
      known(fills.reduce((sum, fill) => sum + valued(fill), 0.0)),
      feesText(fills),
      known(profit),
      known(meanSlippage(slippageSamples(fills, valued), 10)),
    ],
  };
}

function profitsByTag(fills: readonly RunFill[], rateOf: RateOf): Map<string, number> {
  const profits = new Map<string, number>();
  for (const { strategy, tag, profit, symbol, at } of closedTrades(fills).trades) {
    const key = keyOf(strategy, tag);
    profits.set(key, (profits.get(key) ?? 0) + profit.toNumber() * (rateOf(quoteOf(symbol), at) ?? NaN));
  }
  return profits;
}

function keyOf(strategy = '', tag = ''): string {
  return JSON.stringify([strategy, tag]);
}

function known(value: number): string {
  return Number.isFinite(value) ? digits(value, 2) : '–';
}

function feesText(fills: readonly RunFill[]): string {
  const fees = new Map<string, Decimal>();
  for (const { fill } of fills) fees.set(fill.feeCurrency, (fees.get(fill.feeCurrency) ?? ZERO).plus(fill.fee));
  return [...fees].map(([currency, fee]) => `${fee.toSignificantDigits(6).toFixed()} ${currency}`).join(', ');
}
