import { counted } from '../../base/counted.ts';
import { isoOf } from '../../base/instant.ts';
import { howItEnds } from './howItEnds.ts';
import { type Band, BANDS, type RunStrategy, type TradingHalt } from '../runRecord.ts';
import type { StrategyFigures } from './strategyFigures.ts';

/** With fewer fills and conversions, no figure of a strategy says anything. */
const LEAST_DEALS = 10;

/** The rules that bound how much a strategy may do: what it was refused by them, it would have done with more. */
const BOUNDS: ReadonlySet<string> = new Set(['budget', 'exposure', 'open-value', 'order-value', 'turnover']);

/**
 * What makes the figures of a strategy in one band say less than they seem to. One that never traded is told of elsewhere. `budget`: that of
 * the strategy, where it is in the currency of the figures.
 */
export function answerWarnings(
  name: string,
  bands: Readonly<Record<Band, StrategyFigures>>,
  band: Band,
  budget: RunStrategy['budget'],
): string[] {
  const own = bands[band];
  const hasTraded = BANDS.some((one) => bands[one].fills + bands[one].conversions > 0);
  return [
    ...(hasTraded ? [...littleTraded(name, own, band), ...bounded(name, own, band), ...shortBeyond(name, own, band, budget)] : []),
    ...own.halts.map((halt) => halted(name, halt, band)),
  ];
}

function littleTraded(name: string, { fills, conversions, markets }: StrategyFigures, band: Band): string[] {
  const deals = [counted(fills, 'fill'), ...(conversions > 0 ? [counted(conversions, 'conversion')] : [])].join(' and ');
  if (fills + conversions < LEAST_DEALS) return [`${name} traded next to nothing, ${deals} (${band}): its figures say little`];
  const idle = markets.filter((market) => market.fills + market.conversions === 0).map(({ symbol }) => symbol);
  return idle.length === 0 ? [] : [`${name} never traded ${idle.join(', ')} (${band})`];
}

function bounded(name: string, { refusals }: StrategyFigures, band: Band): string[] {
  const rules = Object.entries(refusals)
    .filter(([rule, count]) => BOUNDS.has(rule) && count > 0)
    .toSorted(([, a], [, b]) => b - a)
    .map(([rule, count]) => `${rule} ${counted(count, 'time')}`);
  const { balance = 0 } = refusals;
  return [
    ...(rules.length === 0 ? [] : [`${name} was held back by its limits: ${rules.join(', ')} (${band})`]),
    ...(balance === 0
      ? []
      : [
          `${name} was held back by the wallet: balance ${counted(balance, 'time')}; backtest.balances says what the wallet begins with (${band})`,
        ]),
  ];
}

/** A budget bounds what is bought. What is sold beyond that comes out of the wallet, whosever it is. */
function shortBeyond(name: string, { exposure }: StrategyFigures, band: Band, budget: RunStrategy['budget']): string[] {
  const short = -(exposure?.least ?? 0);
  if (budget === undefined || short <= Number(budget.amount)) return [];
  const { amount, currency } = budget;
  const most = `${short.toFixed(2)} ${currency}`;
  return [
    `${name} had sold up to ${most} more than it had bought, and its budget of ${amount} ${currency} bounds only what is bought: bound it with risk.maxExposure (${band})`,
  ];
}

function halted(name: string, halt: TradingHalt, band: Band): string {
  return `${name} was stopped by a limit at ${isoOf(halt.at)} (${halt.cause}, ${halt.state} ${howItEnds(halt)}; ${band})`;
}
