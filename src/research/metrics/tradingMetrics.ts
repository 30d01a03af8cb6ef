import { type Decimal, ZERO } from '../../base/decimal.ts';
import { refusalTotal } from '../../model/refusalCounts.ts';
import type { BandRun, RunFill, RunFillList, RunManifest } from '../runRecord.ts';
import { closedTrades, type NetPosition } from './closedTrades.ts';
import { currencyRates, type RateOf } from './currencyRates.ts';
import { metric, noMetric, type Metric, type MetricName } from './metric.ts';
import { mean, RunningSum } from './sampleStatistics.ts';
import { Slippage, SLIPPAGE_SECONDS } from './slippage.ts';

/**
 * What was traded, what it cost, and what single trades earned. Amounts in other currencies are valued at the mids of the run.
 */
export function tradingMetrics(
  run: BandRun,
  { currency, strategies }: Pick<RunManifest, 'currency' | 'strategies'>,
): { readonly figures: readonly Metric[]; readonly positions: readonly NetPosition[] } {
  const rateOf = currencyRates(run.equity, currency);
  const { orders } = run;
  const fills = fillSumsOf(run.fills, rateOf);
  const trades = new TradeSums();
  const positions = closedTrades(run, ({ profit, symbol, at }) => trades.add(inCurrency(profit, rateOf(quoteOf(symbol), at))), strategies);
  const figures = [
    metric(named('orders_placed', 'Orders Placed'), orders.placed, ''),
    metric(named('orders_replaced', 'Orders Replaced'), orders.replaced, ''),
    metric(named('orders_canceled', 'Orders Canceled'), orders.canceled, ''),
    metric(named('refusals', 'Refusals by Risk'), refusalTotal(run.refusals), ''),
    metric(named('conversions', 'Conversions'), run.conversions.length, ''),
    metric(named('fills', 'Fills'), fills.count, ''),
    metric(named('maker_fills', 'Maker Fills'), fills.makers, ''),
    metric(named('maker_share', 'Maker Share', 'fraction'), fills.makers / fills.count, NO_FILLS),
    ...costMetrics(run, fills, rateOf),
    ...tradeMetrics(trades),
    ...slippageMetrics(fills.slippage),
  ];
  return { figures, positions };
}

/** The value of a fill in the report's currency, for statistics. Undefined where no rate is known. */
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

/** The sums over all fills, found in one walk. */
interface FillSums {
  readonly count: number;
  readonly makers: number;
  readonly traded: number;
  /** Fees in the report's currency, each at the rate of its own time. */
  readonly paid: RunningSum;
  /** By currency, exact. */
  readonly fees: ReadonlyMap<string, Decimal>;
  readonly slippage: Slippage;
}

function fillSumsOf(fills: RunFillList, rateOf: RateOf): FillSums {
  const traded = new RunningSum();
  const paid = new RunningSum();
  const fees = new Map<string, Decimal>();
  const slippage = new Slippage();
  let makers = 0;
  for (const each of fills) {
    const { feeCurrency, fee, feeType, tradedAt } = each.fill;
    const value = valueOf(each, rateOf) ?? NaN;
    traded.add(value);
    slippage.add(each, value);
    paid.add(inCurrency(fee, rateOf(feeCurrency, tradedAt)));
    fees.set(feeCurrency, (fees.get(feeCurrency) ?? ZERO).plus(fee));
    if (isMaker(feeType)) makers++;
  }
  return { count: fills.length, makers, traded: traded.value, paid, fees, slippage };
}

function costMetrics({ fees, equity }: BandRun, { count, traded, paid, fees: ofFills }: FillSums, rateOf: RateOf): Metric[] {
  const end = equity.at.at(-1) ?? 0;
  // Fees that do not belong to fills (those of conversions) are valued at the end.
  for (const [currency, fee] of Object.entries(feesBeyondFills(fees, ofFills))) paid.add(inCurrency(fee, rateOf(currency, end)));
  const total = paid.value;
  const average = mean(equity.equity.filter(Number.isFinite));
  return [
    metric(named('traded_value', 'Traded Value', 'currency'), traded, NO_RATE),
    metric(
      named('turnover', 'Turnover', 'ratio'),
      average > 0 ? traded / average : NaN,
      'the equity is not above zero on average, or a rate is missing',
    ),
    metric(named('fees', 'Fees', 'currency', 'costs'), total, NO_RATE),
    metric(named('fees_bps', 'Fees of Traded Value', 'bps', 'costs'), (total / traded) * 10_000, count === 0 ? NO_FILLS : NO_RATE),
  ];
}

function inCurrency(amount: Decimal, rate: number | undefined): number {
  return amount.isZero() ? 0 : amount.toNumber() * (rate ?? NaN);
}

function feesBeyondFills(fees: Readonly<Record<string, Decimal>>, ofFills: ReadonlyMap<string, Decimal>): Record<string, Decimal> {
  const rest: Record<string, Decimal> = { ...fees };
  for (const [currency, fee] of ofFills) rest[currency] = (rest[currency] ?? ZERO).minus(fee);
  return rest;
}

/** Sums over the fills that closed something. */
class TradeSums {
  readonly all = new RunningSum();
  readonly won = new RunningSum();
  readonly lost = new RunningSum();
  isRated = true;
  best = -Infinity;
  worst = Infinity;

  add(profit: number): void {
    this.all.add(profit);
    if (profit > 0) this.won.add(profit);
    if (profit < 0) this.lost.add(profit);
    if (!Number.isFinite(profit)) this.isRated = false;
    if (profit > this.best) this.best = profit;
    if (profit < this.worst) this.worst = profit;
  }
}

function tradeMetrics({ all, won, lost, isRated, best, worst }: TradeSums): Metric[] {
  const figure = (name: MetricName, value: number, because: string): Metric =>
    all.count === 0 ? noMetric(name, NO_TRADE) : isRated ? metric(name, value, because) : noMetric(name, NO_RATE);
  return [
    metric(named('trades', 'Closing Fills'), all.count, ''),
    figure(
      named('trade_win_rate', 'Winning Closing Fills', 'fraction'),
      won.count / (won.count + lost.count),
      'no closing fill earned or lost anything',
    ),
    figure(named('trade_profit', 'Gross Profit of Closing Fills', 'currency'), all.value, NO_RATE),
    figure(named('avg_trade_profit', 'Avg. Gross Profit of a Closing Fill', 'currency'), all.value / all.count, NO_RATE),
    figure(named('trade_profit_factor', 'Profit Factor of Closing Fills', 'ratio'), won.value / -lost.value, 'no closing fill lost'),
    figure(named('best_trade', 'Best Closing Fill', 'currency'), best, NO_RATE),
    figure(named('worst_trade', 'Worst Closing Fill', 'currency'), worst, NO_RATE),
  ];
}

const SIDES = [
  { side: undefined, suffix: '', label: '' },
  { side: 'Buy', suffix: '_buy', label: ' (buys)' },
  { side: 'Sell', suffix: '_sell', label: ' (sells)' },
] as const;

function slippageMetrics(slippage: Slippage): Metric[] {
  return SLIPPAGE_SECONDS.flatMap((seconds) =>
    SIDES.map(({ side, suffix, label }) => {
      const when = seconds === 0 ? 'at the Fill' : `after ${seconds} s`;
      const name = named(`slippage_${seconds}s${suffix}`, `Slippage against Mid ${when}${label}`, 'bps', 'costs');
      if (slippage.count(side) === 0) return noMetric(name, side === undefined ? NO_FILLS : `no ${side.toLowerCase()} was filled`);
      return metric(name, slippage.mean(seconds, side), `no mid is known then for any of the fills, or ${NO_RATE}`);
    }),
  );
}
