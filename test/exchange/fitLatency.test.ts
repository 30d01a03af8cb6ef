import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitLatency } from '../../src/exchange/fitLatency.ts';

const took = (ms: number) => ({ createdAt: 1000, resolvedAt: 1000 + ms });

describe(fitLatency.name, () => {
  it('halves the median round trip', () => {
    expect(fitLatency([40, 41, 500].map(took))).toEqual({ entryMs: 21, responseMs: 20 });
  });

  it('takes another quantile where it is asked to', () => {
    const requests = Array.from({ length: 101 }, (_, ms) => took(ms));
    expect(fitLatency(requests, 0.9)).toEqual({ entryMs: 45, responseMs: 45 });
  });

  it('is never below 0, even where a clock was set back', () => {
    expect(fitLatency([took(-30)])).toEqual({ entryMs: 0, responseMs: 0 });
  });

  it('adds up to a round trip that was measured', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5000), { minLength: 1 }), fc.double({ min: 0, max: 1, noNaN: true }), (roundTrips, quantile) => {
        const { entryMs, responseMs } = fitLatency(roundTrips.map(took), quantile);
        expect(roundTrips).toContain(entryMs + responseMs);
        expect(entryMs - responseMs).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('needs a request', () => {
    expect(() => fitLatency([])).toThrow('one request');
  });
});
