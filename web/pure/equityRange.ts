const DAY_MS = 86_400_000;

export const EQUITY_RANGES = [
  ['1h', '1 h'],
  ['today', 'today'],
  ['1w', '1 w'],
  ['1m', '1 m'],
  ['all', 'all'],
] as const;

export type EquityRange = (typeof EQUITY_RANGES)[number][0];

/** When a range begins, by the daemon's clock: on a whole minute, so that the same is asked for a minute long. Days are those of UTC. */
export function beginningOf(range: EquityRange, now: number): number {
  const back = { '1h': 3_600_000, today: now % DAY_MS, '1w': 7 * DAY_MS, '1m': 30 * DAY_MS, all: now }[range];
  return Math.floor((now - back) / 60_000) * 60_000;
}

/** The command that shows the same. */
export function equityCommand(range: EquityRange): string {
  return range === 'all' ? 'sluice equity' : `sluice equity --since ${{ '1h': '1h', today: '24h', '1w': '7d', '1m': '30d' }[range]}`;
}

/** How often it is asked for. A point of a long range is minutes or hours, and the daemon reads all that it keeps. */
export function equityPollMs(range: EquityRange): number {
  return range === '1h' || range === 'today' ? 5000 : 60_000;
}
