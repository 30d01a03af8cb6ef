import { type Decimal, ZERO } from '../../base/decimal.ts';
import type { BandRun, RunFill } from '../runRecord.ts';
import type { ClosedTrade } from './closedTrades.ts';
import { currencyRates, type RateOf } from './currencyRates.ts';
import { metric, noMetric, type Metric, type MetricName } from './metric.ts';
import { mean, rangeOf, sum } from './sampleStatistics.ts';
import { meanSlippage, SLIPPAGE_SECONDS, slippageSamples } from './slippage.ts';

/** What was traded, what it cost, and what single trades earned. Sums in other currencies are counted at the mids of the run. */
export function tradingMetrics(run: BandRun, trades: readonly ClosedTrade[], currency: string): Metric[] {
  const rateOf = currencyRates(run.equity, currency);
  const { orders, fills } = run;
  const makers = fills.filter(({ fill }) => isMaker(fill.feeType));
  return [
    metric(named('orders_placed', 'Orders Placed'), orders.placed, ''),
    metric(named('orders_replaced', 'Orders Replaced'), orders.replaced, ''),
    metric(named('orders_canceled', 'Orders Canceled'), orders.canceled, ''),
    metric(named('refusals', 'Refusals by Risk'), sum(Object.values(run.refusals)), ''),
    metric(named('conversions', 'Conversions'), run.conversions.length, ''),
    metric(named('fills', 'Fills'), fills.length, ''),
    metric(named('maker_fills', 'Maker Fills'), makers.length, ''),
    metric(named('maker_share', 'Maker Share', 'fraction'), makers.length / fills.length, NO_FILLS),
    ...costMetrics(run, rateOf),
    ...tradeMetrics(trades, rateOf),
    ...slippageMetrics(fills, rateOf),
  ];
}

/** Value of a fill in the report's currency, for statistics; undefined where no rate is known. */
export function valueOf({ fill }: RunFill, rateOf: RateOf): number | undefined {
  const rate = rateOf(quoteOf(fill.symbol), fill.tradedAt);
  return rate === undefined ? undefined : fill.price.toNumber() * fill.amount.toNumber() * rate;
}

export function isMaker(feeType: string): boolean {
  return feeType.toLowerCase() === 'maker';
}

export function quoteOf(symbol: string): string {
  return symbol.slice(symbol.indexOf('/') + 1);
}

const NO_FILLS = 'nothing was filled';
const NO_RATE = 'no recorded pair says what a currency of the fills was worth';
const NO_TRADE = 'no position was closed, not even in part';

function named(name: string, label: string, unit: MetricName['unit'] = 'count', group: MetricName['group'] = 'trading'): MetricName {
  return { name, label, group, unit };
}

function costMetrics({ fills, fees, equity }: BandRun, rateOf: RateOf): Metric[] {
  const values = fills.map((fill) => valueOf(fill, rateOf) ?? NaN);
  const traded = sum(values);
  const end = equity.at.at(-1) ?? 0;
  // Each fee at the time it was paid; what no fill accounts for (conversions) at the end.
  const paid = fills.map(({ fill }) => inCurrency(fill.fee, rateOf(fill.feeCurrency, fill.tradedAt)));
  const others = Object.entries(feesBeyondFills(fees, fills)).map(([currency, fee]) => inCurrency(fee, rateOf(currency, end)));
  const total = sum([...paid, ...others]);
  const average = mean(equity.equity.filter(Number.isFinite));
  return [
    metric(named('traded_value', 'Traded Value', 'currency'), traded, NO_RATE),
    metric(
      named('turnover', 'Turnover', 'ratio'),
      average > 0 ? traded / average : NaN,
      'the equity is not above zero on average, or a rate is missing',
    ),
    metric(named('fees', 'Fees', 'currency', 'costs'), total, NO_RATE),
    metric(named('fees_bps', 'Fees of Traded Value', 'bps', 'costs'), (total / traded) * 10_000, fills.length === 0 ? NO_FILLS : NO_RATE),
  ];
}

function inCurrency(amount: Decimal, rate: number | undefined): number {
  return amount.isZero() ? 0 : amount.toNumber() * (rate ?? NaN);
}

function feesBeyondFills(fees: Readonly<Record<string, Decimal>>, fills: readonly RunFill[]): Record<string, Decimal> {
  const rest: Record<string, Decimal> = { ...fees };
  for (const { fill } of fills) rest[fill.feeCurrency] = (rest[fill.feeCurrency] ?? ZERO).minus(fill.fee);
  return rest;
}

function tradeMetrics(trades: readonly ClosedTrade[], rateOf: RateOf): Metric[] {
  const profits = trades.map(({ profit, symbol, at }) => inCurrency(profit, rateOf(quoteOf(symbol), at)));
  const won = profits.filter((profit) => profit > 0);
  const lost = profits.filter((profit) => profit < 0);
  const rated = profits.every(Number.isFinite);
  const figure = (name: MetricName, value: number, because: string): Metric =>
    trades.length === 0 ? noMetric(name, NO_TRADE) : rated ? metric(name, value, because) : noMetric(name, NO_RATE);
  return [
    metric(named('trades', 'Closing Fills'), trades.length, ''),
    figure(
      named('trade_win_rate', 'Winning Closing Fills', 'fraction'),
      won.length / (won.length + lost.length),
      'no closing fill earned or lost anything',
    ),
    figure(named('trade_profit', 'Realised Profit before Fees', 'currency'), sum(profits), NO_RATE),
    figure(named('avg_trade_profit', 'Avg. Profit of a Closing Fill', 'currency'), mean(profits), NO_RATE),
    figure(named('trade_profit_factor', 'Profit Factor of Closing Fills', 'ratio'), sum(won) / -sum(lost), 'no closing fill lost'),
    figure(named('best_trade', 'Best Closing Fill', 'currency'), rangeOf(profits)[1], NO_RATE),
    figure(named('worst_trade', 'Worst Closing Fill', 'currency'), rangeOf(profits)[0], NO_RATE),
  ];
}

const SIDES = [
  { side: undefined, suffix: '', label: '' },
  { side: 'Buy', suffix: '_buy', label: ' (buys)' },
  { side: 'Sell', suffix: '_sell', label: ' (sells)' },
] as const;

function slippageMetrics(fills: readonly RunFill[], rateOf: RateOf): Metric[] {
  const samples = slippageSamples(fills, (fill) => valueOf(fill, rateOf) ?? NaN);
  return SLIPPAGE_SECONDS.flatMap((seconds) =>
    SIDES.map(({ side, suffix, label }) => {
      const when = seconds === 0 ? 'at the Fill' : `after ${seconds} s`;
      const name = named(`slippage_${seconds}s${suffix}`, `Slippage against Mid ${when}${label}`, 'bps', 'costs');
      if (!samples.some((sample) => side === undefined || sample.side === side))
        return noMetric(name, side === undefined ? NO_FILLS : `no ${side.toLowerCase()} was filled`);
      return metric(name, meanSlippage(samples, seconds, side), `no mid is known then for any of the fills, or ${NO_RATE}`);
    }),
  );
}
