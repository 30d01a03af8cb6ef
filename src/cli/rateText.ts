import type { StatusReport } from '../daemon/status.ts';

/** How much of the rate budget the last second took: `4/8`, or `4/5.5` while the rate comes back after the venue was asked too often. */
export function rateText({ used, perSecond }: Pick<StatusReport['rate'], 'used' | 'perSecond'>): string {
  return `${used}/${Math.round(perSecond * 10) / 10}`;
}
