import { describe, expect, it } from 'vitest';
import { isoOf } from '../../../src/base/instant.ts';
import { dayNamer, isZone, monthRange } from '../../../src/treasury/statements/monthRange.ts';

const texts = (month: string, zone: string): string[] => {
  const { from, to } = monthRange(month, zone)!;
  return [isoOf(from), isoOf(to)];
};

describe('monthRange', () => {
  it.each([
    ['2026-10', 'UTC', '2026-10-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z'],
    ['2026-12', 'UTC', '2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
    ['2026-10', 'Europe/Berlin', '2026-09-30T22:00:00.000Z', '2026-10-31T23:00:00.000Z'],
    ['2026-03', 'America/New_York', '2026-03-01T05:00:00.000Z', '2026-04-01T04:00:00.000Z'],
    ['2026-01', 'Pacific/Kiritimati', '2025-12-31T10:00:00.000Z', '2026-01-31T10:00:00.000Z'],
    ['2026-01', 'Asia/Kathmandu', '2025-12-31T18:15:00.000Z', '2026-01-31T18:15:00.000Z'],
    ['2026-01', 'Etc/GMT+12', '2026-01-01T12:00:00.000Z', '2026-02-01T12:00:00.000Z'],
  ])('%s in %s', (month, zone, from, to) => {
    expect(texts(month, zone)).toEqual([from, to]);
  });

  it('knows no month but twelve, and no zone but those that there are', () => {
    for (const month of ['2026-13', '2026-00', '2026-1', '26-10', '']) expect(monthRange(month, 'UTC')).toBeUndefined();
    expect([isZone('Europe/Berlin'), isZone('Berlin')]).toEqual([true, false]);
  });
});

describe('dayNamer', () => {
  it('names the day in a zone, also on days of 23 and 25 hours', () => {
    const day = dayNamer('Europe/Berlin');
    const at = Date.UTC(2026, 9, 24, 22);
    expect([day(at - 1), day(at), day(at + 25 * 3_600_000 - 1), day(at + 25 * 3_600_000)]).toEqual([
      '2026-10-24',
      '2026-10-25',
      '2026-10-25',
      '2026-10-26',
    ]);
    expect(dayNamer('UTC')(Date.UTC(2026, 0, 1))).toBe('2026-01-01');
  });
});
