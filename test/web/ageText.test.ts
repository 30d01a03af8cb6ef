import { expect, it } from 'vitest';
import { ageText, momentText, timeText } from '../../web/pure/ageText.ts';

it('tells an age in the unit that a person would use', () => {
  const shown = [0, 449, 12_460, 19_999, 20_000, 119_999, 120_000, 41 * 60_000, 7_199_999, 7_200_000, 47 * 3_600_000, 76 * 3_600_000];
  expect(shown.map(ageText)).toEqual([
    '0.0 s',
    '0.4 s',
    '12.4 s',
    '19.9 s',
    '20 s',
    '119 s',
    '2 min',
    '41 min',
    '119 min',
    '2 h 00 min',
    '47 h 00 min',
    '3 d 04 h',
  ]);
});

it('shows no age below nothing, when two clocks differ', () => {
  expect(ageText(-500)).toBe('0.0 s');
});

it('tells times in UTC, with the day when it is another one', () => {
  const now = Date.parse('2026-11-23T14:08:23Z');
  expect(timeText(now)).toBe('14:08:23');
  expect(momentText(Date.parse('2026-11-23T00:00:00Z'), now)).toBe('00:00:00');
  expect(momentText(Date.parse('2026-11-21T16:20:05Z'), now)).toBe('21 Nov 16:20:05');
});
