import { describe, expect, it } from 'vitest';
import { beginningOf, EQUITY_RANGES, equityCommand, equityPollMs } from '../../web/pure/equityRange.ts';

const NOW = Date.UTC(2026, 10, 20, 12, 34, 56);

describe('a range of the equity chart', () => {
  it('begins on a whole minute, so that the same is asked for a minute long', () => {
    const begins = Object.fromEntries(EQUITY_RANGES.map(([range]) => [range, new Date(beginningOf(range, NOW)).toISOString()]));
    expect(begins).toEqual({
      '1h': '2026-11-20T11:34:00.000Z',
      today: '2026-11-20T00:00:00.000Z',
      '1w': '2026-11-13T12:34:00.000Z',
      '1m': '2026-10-21T12:34:00.000Z',
      all: '1970-01-01T00:00:00.000Z',
    });
  });

  it('has a command that shows the same', () => {
    expect(EQUITY_RANGES.map(([range]) => equityCommand(range))).toContain('sluice equity --since 7d');
    expect(equityCommand('all')).toBe('sluice equity');
  });

  it('is asked for less often where it is long', () => {
    expect(EQUITY_RANGES.map(([range]) => equityPollMs(range))).toEqual([5000, 5000, 60_000, 60_000, 60_000]);
  });
});
