import { describe, expect, it } from 'vitest';
import { instantOf } from '../../src/base/instant.ts';
import { isZone } from '../../src/policy/localTime.ts';
import { hoursText, isWithinHours } from '../../src/policy/workingHours.ts';

const WORK = { days: [1, 2, 3, 4, 5], from: 8 * 60, to: 18 * 60, zone: 'Europe/Berlin' };
const within = (hours: typeof WORK, time: string): boolean => isWithinHours(hours, instantOf(time)!);

describe('isWithinHours', () => {
  it.each([
    ['2026-11-23T06:59:59Z', false],
    ['2026-11-23T07:00:00Z', true],
    ['2026-11-23T16:59:59Z', true],
    ['2026-11-23T17:00:00Z', false],
    ['2026-11-22T12:00:00Z', false],
    ['2026-07-06T06:00:00Z', true],
    ['2026-07-06T16:00:00Z', false],
  ])('in winter and summer, by the clock of the place: %s is %s', (time, expected) => {
    expect(within(WORK, time)).toBe(expected);
  });

  it.each([
    ['2026-11-20T21:00:00Z', true],
    ['2026-11-21T04:59:00Z', true],
    ['2026-11-21T05:00:00Z', false],
    ['2026-11-21T21:30:00Z', false],
    ['2026-11-20T04:00:00Z', false],
  ])('over midnight, by the day on which it begins: %s is %s', (time, expected) => {
    expect(within({ days: [5], from: 22 * 60, to: 6 * 60, zone: 'Europe/Berlin' }, time)).toBe(expected);
  });

  it('from Sunday over midnight to Monday', () => {
    const nights = { days: [7], from: 22 * 60, to: 6 * 60, zone: 'UTC' };
    expect(within(nights, '2026-11-23T05:59:00Z')).toBe(true);
    expect(within(nights, '2026-11-24T05:59:00Z')).toBe(false);
  });

  // On 28 March 2027 the clocks of Berlin go from 02:00 to 03:00, on 25 October 2026 from 03:00 back to 02:00.
  it.each([
    ['2027-03-28T00:59:00Z', false],
    ['2027-03-28T01:00:00Z', true],
    ['2026-10-25T00:30:00Z', true],
    ['2026-10-25T01:30:00Z', true],
    ['2026-10-25T02:30:00Z', false],
  ])('where the clocks change, what they show counts: %s is %s', (time, expected) => {
    const early = { days: [7], from: time.startsWith('2027') ? 150 : 120, to: time.startsWith('2027') ? 240 : 180, zone: 'Europe/Berlin' };
    expect(within(early, time)).toBe(expected);
  });

  it('a whole day', () => {
    expect(within({ days: [1], from: 0, to: 24 * 60, zone: 'Asia/Kolkata' }, '2026-11-22T18:30:00Z')).toBe(true);
    expect(within({ days: [1], from: 0, to: 24 * 60, zone: 'Asia/Kolkata' }, '2026-11-23T18:30:00Z')).toBe(false);
  });
});

it('says which hours it means', () => {
  expect(hoursText(WORK)).toBe('Mon, Tue, Wed, Thu, Fri 08:00 to 18:00 (Europe/Berlin)');
  expect(hoursText({ ...WORK, days: [1, 2, 3, 4, 5, 6, 7] })).toBe('every day 08:00 to 18:00 (Europe/Berlin)');
});

it('knows time zones', () => {
  expect(isZone('America/New_York')).toBe(true);
  expect(isZone('Europe/Berlni')).toBe(false);
});
