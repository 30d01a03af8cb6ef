import { durationText } from '../base/instant.ts';
import type { StatusReport } from '../daemon/status.ts';

/** Whether the daemon does all that it is there for, and if not, why. */
export interface Readiness {
  readonly ready: boolean;
  readonly reasons: readonly string[];
}

/** A part that is shut (a lane, a strategy) is no reason: it is told by the metrics. */
export function readinessOf(
  status: Pick<StatusReport, 'state' | 'reason' | 'stops' | 'markets' | 'rate' | 'clock'>,
  staleAfterMs: number,
): Readiness {
  const { state, reason, stops, markets, rate, clock } = status;
  const reasons = [
    ...(state === 'running' ? [] : [`${state}${reason === undefined ? '' : `: ${reason}`}`]),
    ...stops
      .filter(({ scope, state: stopped }) => scope === 'all' && stopped === 'halted')
      .map(({ goesOn }) => `halted; it goes on ${goesOn}`),
    ...markets
      .filter(({ ageMs }) => ageMs === undefined || ageMs > staleAfterMs)
      .map(({ symbol, ageMs }) => `${symbol}: ${ageMs === undefined ? 'no book yet' : `the book is ${durationText(ageMs)} old`}`),
    ...(rate.blockedUntil === undefined ? [] : [`the venue has asked for silence until ${rate.blockedUntil}`]),
    ...(clock.halted === undefined ? [] : [`nothing is signed: ${clock.halted}`]),
  ];
  return { ready: reasons.length === 0, reasons };
}
