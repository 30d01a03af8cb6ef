import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSchedule, type Schedule } from '../../src/model/schedule.ts';
import { instantOf } from '../../src/base/instant.ts';

const NOON = Date.UTC(2026, 10, 20, 12);

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

  it('says when there is no such time', () => {
    expect(scheduleOf('0 0 30 2 *').next(NOON)).toBeUndefined();
    expect(scheduleOf('0 0 30 2 *').last(NOON)).toBeUndefined();
  });

  it('reads a cron expression by the clock of a place, over a change of its clocks too', () => {
    const reading = readSchedule('0 9 * * 5', 'Europe/Berlin');
    const friday = 'value' in reading ? reading.value : undefined;
    const at = (text: string): number => instantOf(text)!;
    expect(friday?.last(at('2026-10-30T08:00:00Z'))).toBe(at('2026-10-30T08:00:00Z'));
    expect(friday?.last(at('2026-10-30T07:59:59.999Z'))).toBe(at('2026-10-23T07:00:00Z'));
    expect(friday?.next(at('2026-10-23T07:00:00Z'))).toBe(at('2026-10-30T08:00:00Z'));
    expect(readSchedule('0 9 * * 5', 'Europe/Nowhere')).toHaveProperty('problem');
  });

  it('was due last at a time from which nothing is due before', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('every 1s', 'every 7m', '*/5 * * * *', '30 3 * * *'),
        fc.integer({ min: NOON, max: NOON + 1e9 }),
        (text, at) => {
          const schedule = scheduleOf(text);
          const last = schedule.last(at)!;
          expect(last).toBeLessThanOrEqual(at);
          expect(schedule.next(last)!).toBeGreaterThan(at);
          expect(schedule.next(last - 1)).toBe(last);
        },
      ),
      { numRuns: 50 },
    );
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
