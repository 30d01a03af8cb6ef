import { describe, expect, it } from 'vitest';
import { dateOf, retryAfterMsOf } from '../../src/client/httpDate.ts';

const NOW = Date.UTC(2026, 10, 20, 10);

describe('HTTP times', () => {
  it.each([
    ['0', 0],
    ['7', 7000],
    [' 12 ', 12_000],
    ['Fri, 20 Nov 2026 10:00:30 GMT', 30_000],
    ['Fri, 20 Nov 2026 09:00:00 GMT', 0],
    ['999999999', 3_600_000],
    ['-1', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
    ['2026-11-20', undefined],
  ])('reads Retry-After %j as %j ms', (header, ms) => expect(retryAfterMsOf(header, NOW)).toBe(ms));

  it.each([
    ['Fri, 20 Nov 2026 10:00:00 GMT', NOW],
    ['Fri, 20 Nov 2026 10:00:00 CET', undefined],
    ['1763630000000', undefined],
    [undefined, undefined],
  ])('reads Date %j as %j', (header, at) => expect(dateOf(header)).toBe(at));
});
