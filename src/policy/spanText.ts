import { DAY_MS, exactDuration, HOUR_MS } from '../base/instant.ts';

/** A time that ends now, as people say it: `1 h`, `24 h`, `7 days`. */
export function spanText(ms: number): string {
  if (ms % DAY_MS === 0 && ms > DAY_MS) return `${ms / DAY_MS} days`;
  return ms % HOUR_MS === 0 ? `${ms / HOUR_MS} h` : exactDuration(ms);
}
