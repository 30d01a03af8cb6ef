import { describe, expect, it } from 'vitest';
import { timeAxis } from '../../../src/research/report/chart.ts';

describe('timeAxis', () => {
  it.each([
    [60_000, '{HH}:{mm}:{ss}'],
    [3_600_000, '{HH}:{mm}'],
    [7 * 86_400_000, '{d} {MMM}'],
  ])('names %i ms so that no two labels are alike: %s', (span, formatter) => {
    expect(timeAxis(0, span, false)).toMatchObject({ min: 0, max: span, axisLabel: { formatter } });
  });
});
