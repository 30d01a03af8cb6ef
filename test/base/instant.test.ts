import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { durationMsOf, durationText, exactDuration, instantOf, isoOf } from '../../src/base/instant.ts';

describe('instants', () => {
  it('come back from their ISO 8601 form', () => {
    const instant = fc.integer({ min: Date.UTC(1000, 0, 1), max: Date.UTC(9999, 11, 31) });
    fc.assert(
      fc.property(instant, (at) => {
        expect(instantOf(isoOf(at))).toBe(at);
      }),
    );
  });

  it.each([
    ['2026-11-20T10:00:00Z', Date.UTC(2026, 10, 20, 10)],
    ['2026-11-20T10:00:00', Date.UTC(2026, 10, 20, 10)],
    ['2026-11-20T10:00:00.1Z', Date.UTC(2026, 10, 20, 10, 0, 0, 100)],
    ['2026-11-20T10:00:00.1239999Z', Date.UTC(2026, 10, 20, 10, 0, 0, 123)],
    ['2026-11-20T10:00:00.123456789+00:00', Date.UTC(2026, 10, 20, 10, 0, 0, 123)],
    ['2024-02-29T23:59:59.999Z', Date.UTC(2024, 1, 29, 23, 59, 59, 999)],
  ])('reads %s as UTC and cuts below the millisecond (000 Resources, notation)', (text, at) => {
    expect(instantOf(text)).toBe(at);
  });

  it.each([
    '',
    '2026-11-20',
    '2026-11-20 10:00:00Z',
    '2026-11-20T10:00Z',
    '2026-02-29T10:00:00Z',
    '2026-13-01T10:00:00Z',
    '2026-11-31T10:00:00Z',
    '2026-11-20T24:00:00Z',
    '2026-11-20T10:60:00Z',
    '2026-11-20T10:00:60Z',
    '2026-11-20T10:00:00+01:00',
    '2026-11-20T10:00:00.Z',
    '2026-11-20T10:00:00.1234567890Z',
    '+002026-11-20T10:00:00Z',
    '0000-00-00T00:00:00Z',
    '1763630000000',
    ' 2026-11-20T10:00:00Z',
  ])('refuses %j', (text) => {
    expect(instantOf(text)).toBeUndefined();
  });
});

describe('durations', () => {
  it.each([
    ['250ms', 250],
    ['2s', 2000],
    ['1.5s', 1500],
    ['0.001s', 1],
    ['5m', 300_000],
    ['24h', 86_400_000],
    ['90d', 7_776_000_000],
    ['0s', 0],
  ])('%s are %d ms', (text, ms) => {
    expect(durationMsOf(text)).toBe(ms);
  });

  it.each(['', '5', 's', '-1s', '1.5ms', '1.2345s', '.5s', '1,5s', '1 s', '5min', '1e3s', `${'9'.repeat(30)}d`])('refuses %j', (text) => {
    expect(durationMsOf(text)).toBeUndefined();
  });

  it('count exactly, by whole numbers', () => {
    const units = { s: 1000n, m: 60_000n, h: 3_600_000n, d: 86_400_000n };
    fc.assert(
      fc.property(fc.nat(100_000), fc.nat(999), fc.constantFrom('s', 'm', 'h', 'd'), (whole, thousandths, unit) => {
        const exact = (BigInt(whole) * 1000n + BigInt(thousandths)) * units[unit];
        const text = `${whole}.${String(thousandths).padStart(3, '0')}${unit}`;
        expect(durationMsOf(text)).toBe(Number(exact / 1000n));
      }),
    );
  });

  it.each([
    [0, '0 ms'],
    [850, '850 ms'],
    [999.4, '999 ms'],
    [999.6, '1.0 s'],
    [2400, '2.4 s'],
    [59_949, '59.9 s'],
    [59_990, '1 min'],
    [300_000, '5 min'],
    [3_599_000, '59 min'],
    [11_520_000, '3 h 12 min'],
    [187_200_000, '2 d 4 h'],
  ])('%d ms read %s', (ms, text) => {
    expect(durationText(ms)).toBe(text);
  });
});

describe(exactDuration.name, () => {
  it.each(['250ms', '1500ms', '90s', '605s', '90m', '23h', '90d'])('is read as what it was: %s', (text) => {
    expect(exactDuration(durationMsOf(text)!)).toBe(text);
  });

  it('has the largest unit that needs no fraction', () => {
    expect([120_000, 86_400_000, 61_000].map((ms) => exactDuration(ms))).toEqual(['2m', '1d', '61s']);
  });
});
