import type { Settings } from '../settings/loadSettings.ts';

/** How long a request for money must be good for after it was signed. */
const LEAST_LIFE_MS = 15_000;

/** How far back requests for money are signed where a timestamp may be so old: what a venue refuses for its age is of no use. */
export function backdateOf({ backdate }: Pick<Settings['venue'], 'backdate'>, windowMs: number): number {
  return Math.min(backdate, Math.max(0, windowMs - LEAST_LIFE_MS));
}
