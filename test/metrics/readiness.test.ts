import { describe, expect, it } from 'vitest';
import { readinessOf } from '../../src/metrics/readiness.ts';
import { statusReport } from './metricSource.ts';

const market = statusReport().markets[0]!;

describe(readinessOf.name, () => {
  it('is ready when it runs on fresh books', () => {
    expect(readinessOf(statusReport(), 5000)).toEqual({ ready: true, reasons: [] });
  });

  it.each([
    ['starting', { state: 'starting' as const }, 'starting'],
    ['halted', { state: 'halted' as const, reason: 'the operator asked for it' }, 'halted: the operator asked for it'],
    ['without a book', { markets: [{ ...market, ageMs: undefined }] }, 'BTC/EUR: no book yet'],
    ['on an old book', { markets: [{ ...market, ageMs: 60_000 }] }, 'BTC/EUR: the book is 1 min old'],
    [
      'silent',
      { rate: { ...statusReport().rate, blockedUntil: '2026-01-01T00:01:00.000Z' } },
      'the venue has asked for silence until 2026-01-01T00:01:00.000Z',
    ],
    ['without the time', { clock: { offsetMs: 0, halted: 'the clocks differ' } }, 'nothing is signed: the clocks differ'],
  ])('is not ready when it is %s, and says so', (_, change, reason) => {
    expect(readinessOf(statusReport(change), 5000)).toEqual({ ready: false, reasons: [reason] });
  });

  it('says how it goes on', () => {
    const stop = {
      scope: 'all',
      state: 'halted',
      cause: 'operator',
      orders: 'cancel',
      reason: 'x',
      since: '',
      until: undefined,
      goesOn: 'by `sluice resume --all`',
    };
    const { reasons } = readinessOf(statusReport({ state: 'halted', reason: 'x', stops: [stop as never] }), 5000);
    expect(reasons).toEqual(['halted: x', 'halted; it goes on by `sluice resume --all`']);
  });

  it('is ready although a part is shut', () => {
    expect(readinessOf(statusReport({ frozen: { 'BTC/EUR': 'why' } }), 5000).ready).toBe(true);
  });
});
