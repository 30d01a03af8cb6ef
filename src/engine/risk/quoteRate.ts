import type { EngineState } from '../engineState.ts';
import type { Refusal } from '../refusal.ts';

/** A strategy may ask for at most `maxQuotesPerMinute` quotes within any minute, so that it can't flood the venue. */
export function quoteRateProblem(strategy: string, { limits, quotesAsked, now }: EngineState): Refusal | undefined {
  const { maxQuotesPerMinute } = limits;
  if (maxQuotesPerMinute === undefined) return undefined;
  const asked = quotesAsked.withinMinute(strategy, now);
  if (asked < maxQuotesPerMinute) return undefined;
  return { rule: 'quote-rate', message: `${asked} quotes were asked for within a minute, the limit is ${maxQuotesPerMinute}` };
}
