import { type Decimal, ZERO } from '../../base/decimal.ts';
import { type Html, html } from '../../base/html.ts';
import { type ClosedTrade, closedTrades } from '../metrics/closedTrades.ts';
import { currencyRates, type RateOf } from '../metrics/currencyRates.ts';
import { Slippage } from '../metrics/slippage.ts';
import { isMaker, quoteOf, valueOf } from '../metrics/tradingMetrics.ts';
import type { BandRun, RunFillList, RunManifest, RunStrategy } from '../runRecord.ts';
import { digits } from './figureText.ts';
import { type ReportRow, reportTable } from './reportTable.ts';
import { shareBar } from './shareBar.ts';

/** Fills by strategy and tag: their number, their value, and what became of them. */
export function tagTable(run: BandRun, { currency, strategies }: Pick<RunManifest, 'currency' | 'strategies'>): Html {
  if (run.fills.length === 0) return html`<p>Nothing was filled.</p>`;
  const rateOf = currencyRates(run.equity, currency);
  const profits = profitsByTag(run, strategies, rateOf);
  const all = [...groupsOf(run.fills, rateOf)].toSorted(([, a], [, b]) => b.count - a.count);
  const groups = all.slice(0, MOST_TAGS).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const most = all[0]![1].count;
  return reportTable({
    headings: ['Strategy, tag', 'Fills', 'Buys', 'Makers', `Value (${currency})`, 'Fees', `Gross profit (${currency})`, '10 s later (bps)'],
    rows: groups.map(([key, group]) => tagRow(group, profits.get(key) ?? NaN, most)),
    about: `Of the fitted band. Gross profit is that of fills that closed a position, against its average cost and before fees; a tag that only opens has none.${leftOut(all.slice(MOST_TAGS))}`,
  });
}

/** A strategy that gives each order its own tag would make as many groups as orders. */
const MOST_TAGS = 100;

function leftOut(groups: readonly (readonly [string, TagGroup])[]): string {
  if (groups.length === 0) return '';
  const count = groups.reduce((sum, [, group]) => sum + group.count, 0);
  return ` The ${MOST_TAGS} tags with the most fills; ${digits(groups.length, 0)} others with ${digits(count, 0)} fills are not shown.`;
}

interface TagGroup {
  readonly heading: string;
  count: number;
  makers: number;
  value: number;
  readonly fees: Map<string, Decimal>;
  readonly slippage: Slippage;
}

function groupsOf(fills: RunFillList, rateOf: RateOf): Map<string, TagGroup> {
  const groups = new Map<string, TagGroup>();
  for (const each of fills) {
    const { strategy, tag, feeType, feeCurrency, fee } = each.fill;
    const key = keyOf(strategy, tag);
    const group = groups.get(key) ?? newGroup(`${strategy ?? 'not ours'}, ${tag ?? 'no tag'}`);
    groups.set(key, group);
    const value = valueOf(each, rateOf) ?? NaN;
    group.count++;
    if (isMaker(feeType)) group.makers++;
    group.value += value;
    group.fees.set(feeCurrency, (group.fees.get(feeCurrency) ?? ZERO).plus(fee));
    group.slippage.add(each, value);
  }
  return groups;
}

function newGroup(heading: string): TagGroup {
  return { heading, count: 0, makers: 0, value: 0, fees: new Map(), slippage: new Slippage() };
}

function tagRow({ heading, count, makers, value, fees, slippage }: TagGroup, profit: number, most: number): ReportRow {
  return {
    heading,
    cells: [
      html`<td>${digits(count, 0)}${shareBar(count / most)}</td>`,
      digits(slippage.count('Buy'), 0),
      `${digits((makers / count) * 100, 0)} %`,
      known(value),
      [...fees].map(([currency, fee]) => `${fee.toSignificantDigits(6).toFixed()} ${currency}`).join(', '),
      known(profit),
      known(slippage.mean(10)),
    ],
  };
}

function profitsByTag(run: BandRun, strategies: readonly RunStrategy[], rateOf: RateOf): Map<string, number> {
  const profits = new Map<string, number>();
  const add = ({ strategy, tag, profit, symbol, at }: ClosedTrade): void => {
    const key = keyOf(strategy, tag);
    profits.set(key, (profits.get(key) ?? 0) + profit.toNumber() * (rateOf(quoteOf(symbol), at) ?? NaN));
  };
  closedTrades(run, add, strategies);
  return profits;
}

function keyOf(strategy = '', tag = ''): string {
  return JSON.stringify([strategy, tag]);
}

function known(value: number): string {
  return Number.isFinite(value) ? digits(value, 2) : '–';
}
