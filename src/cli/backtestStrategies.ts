import type { Decimal } from '../base/decimal.ts';
import type { RunAnswers, StrategyAnswer } from '../research/metrics/runAnswers.ts';
import type { MarketFigures, StrategyFigures } from '../research/metrics/strategyFigures.ts';
import type { Band } from '../research/runRecord.ts';
import type { Column } from './column.ts';
import { amountText, moneyText } from '../base/moneyText.ts';

/** A strategy as a whole, or one of its several markets. */
export interface StrategyRow {
  readonly name: string;
  readonly currency: string;
  readonly figures: StrategyFigures;
  readonly market: MarketFigures | undefined;
  readonly says: string;
}

/** A row for each strategy, and under it one for each market where there are several. The figures are those of one band. */
export function strategyRows({ strategies, currency }: RunAnswers, band: Band = 'fitted'): StrategyRow[] {
  return strategies.flatMap(({ name, says, bands }: StrategyAnswer) => {
    const figures = bands[band];
    const whole: StrategyRow = { name, currency, figures, market: undefined, says };
    const { markets } = figures;
    return markets.length < 2 ? [whole] : [whole, ...markets.map((market): StrategyRow => ({ ...whole, market, says: '' }))];
  });
}

export const strategyColumns: readonly Column<StrategyRow>[] = [
  { key: 'strategy', value: ({ name, market }) => (market === undefined ? name : `  ${market.symbol}`) },
  { key: 'fills', kind: 'number', value: ({ figures, market }) => (market ?? figures).fills },
  { key: 'conversions', kind: 'number', value: ({ figures, market }) => (market ?? figures).conversions },
  { key: 'profit', kind: 'number', value: profitText },
  { key: 'fees', kind: 'number', value: feesText },
  { key: 'exposure', kind: 'number', value: exposureText },
  { key: 'refusals', kind: 'number', value: ({ figures, market }) => totalOf((market ?? figures).refusals) },
  { key: 'trips', kind: 'number', value: ({ figures, market }) => (market === undefined ? figures.trips.count : undefined) },
  { key: 'bands', value: ({ says }) => says },
];

/** A market's in its own quote currency. */
function profitText({ figures, market, currency }: StrategyRow): string {
  return market === undefined ? money(figures.profit, currency) : money(market.profit, market.quote);
}

function feesText({ figures: { feesWorth }, market, currency }: StrategyRow): string {
  if (market !== undefined) return money(market.position.fees, market.quote);
  return Number.isFinite(feesWorth) ? `${moneyText(feesWorth.toFixed(18), currency)} ${currency}` : `– ${currency}`;
}

/** What is held at the end: the value of all, or the amount of one market. */
function exposureText({ figures: { exposure }, market, currency }: StrategyRow): string {
  if (market !== undefined) return `${amountText(market.position.amount)} ${market.symbol.slice(0, market.symbol.indexOf('/'))}`;
  return exposure === undefined ? `– ${currency}` : `${moneyText(exposure.end.toFixed(18), currency)} ${currency}`;
}

function money(value: Decimal | undefined, currency: string): string {
  return `${value === undefined ? '–' : moneyText(value, currency)} ${currency}`;
}

function totalOf(refusals: Readonly<Record<string, number>>): number {
  return Object.values(refusals).reduce((sum, count) => sum + count, 0);
}
