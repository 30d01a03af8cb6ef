import { durationText, isoOf } from '../base/instant.ts';
import type { Fall } from '../research/metrics/drawdowns.ts';
import { QUANTILES } from '../research/metrics/resampledTrips.ts';
import type { Band } from '../research/runRecord.ts';
import type { RunAnswers, StrategyAnswer } from '../research/metrics/runAnswers.ts';
import { comparisonText } from '../research/shadow/shadowText.ts';
import { moneyText } from '../base/moneyText.ts';

/** Falls that a terminal shows. The report has more. */
const MOST_FALLS = 3;

/** What shadows came to, the worst falls of the equity in one band, and what round trips of the fitted band come to when they are drawn anew. */
export function answerLines({ falls, strategies, shadows, currency }: RunAnswers, band: Band): string[] {
  return [
    ...shadows.map(
      ({ name, champion, comparison }) => `shadow ${name} of ${champion}: ${comparisonText(comparison, (value) => money(value, currency))}`,
    ),
    ...falls[band].slice(0, MOST_FALLS).map((fall) => fallLine(fall, currency, band)),
    ...strategies.flatMap((one) => drawnLine(one, currency)),
  ];
}

function fallLine({ from, valley, recovered, ms, amount, share }: Fall, currency: string, band: Band): string {
  const depth = share === undefined ? '' : `${(-share * 100).toFixed(2)} %, `;
  const ended = recovered === undefined ? `not over after ${durationText(ms)}` : `over ${isoOf(recovered)}, after ${durationText(ms)}`;
  return `drawdown ${depth}${money(amount, currency)} from ${isoOf(from)} to ${isoOf(valley)}, ${ended} (${band})`;
}

function drawnLine({ name, resampled }: StrategyAnswer, currency: string): string[] {
  if ('because' in resampled) return [];
  const [low, high] = [0, QUANTILES.length - 1];
  const { profit, drawdown, lossShare, trips } = resampled;
  const between = `profit ${money(profit[low]!, currency)} to ${money(profit[high]!, currency)}`;
  const deep = `falls of ${money(drawdown[low]!, currency)} to ${money(drawdown[high]!, currency)}`;
  return [
    `monte carlo ${name}: 90 % of draws of its ${trips} round trips in the fitted band: ${between}, ${deep}; ${(lossShare * 100).toFixed(1)} % end below zero. Trips are drawn as if independent, which they are not`,
  ];
}

function money(value: number, currency: string): string {
  return `${moneyText(value.toFixed(18), currency)} ${currency}`;
}
