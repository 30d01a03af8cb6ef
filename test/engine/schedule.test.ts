import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSchedule, type Schedule } from '../../src/engine/schedule.ts';
import { NOON } from './fixtures.ts';

describe('readSchedule', () => {
  it('counts `every` from the epoch, so that a restart keeps the beat', () => {
    const { next } = scheduleOf('every 20s');
    expect(next(NOON)).toBe(NOON + 20_000);
    expect(next(NOON + 1)).toBe(NOON + 20_000);
    expect(next(NOON + 19_999)).toBe(NOON + 20_000);
    expect(next(NOON + 20_000)).toBe(NOON + 40_000);
  });

  it('reads a cron expression in UTC', () => {
    const { next } = scheduleOf('0 9 * * 1');
    expect(new Date(next(Date.UTC(2026, 10, 20))!).toISOString()).toBe('2026-11-23T09:00:00.000Z');
    expect(new Date(next(Date.UTC(2026, 10, 23, 9))!).toISOString()).toBe('2026-11-30T09:00:00.000Z');
  });

  it('says when there is no next time', () => {
    expect(scheduleOf('0 0 30 2 *').next(NOON)).toBeUndefined();
  });

  it('is due after the time that is asked from, always', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('every 1s', 'every 7m', '*/5 * * * *', '30 3 * * *'),
        fc.integer({ min: NOON, max: NOON + 1e9 }),
        (text, from) => {
          expect(scheduleOf(text).next(from)!).toBeGreaterThan(from);
        },
      ),
      { numRuns: 50 },
    );
  });

  it.each(['', 'every', 'every day', 'every 500ms', 'every 20', '61 * * * *', '* * *'])('explains what %j should have been', (text) => {
    expect(readSchedule(text)).toEqual({ problem: expect.stringMatching(/^expected every/) as string });
  });
});

function scheduleOf(text: string): Schedule {
  const reading = readSchedule(text);
  if ('problem' in reading) throw new Error(reading.problem);
  return reading.value;
}
