import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec, ZERO } from '../../src/base/decimal.ts';
import { Turnover } from '../../src/engine/turnover.ts';

const PERIOD_MS = 100;
const parts = fc.array(
  fc.record({
    passesMs: fc.integer({ min: 0, max: 30 }),
    /** By how much another clock is apart. */
    apartMs: fc.integer({ min: -40, max: 40 }),
    currency: fc.constantFrom('EUR', 'BTC'),
    value: fc.constantFrom('1', '0.00000001', '123456789012345678.5').map(dec),
    isLookedAt: fc.boolean(),
  }),
  { maxLength: 60 },
);

describe(Turnover, () => {
  it('is what was executed within the period, to the last digit, whichever order it is told in', () => {
    fc.assert(
      fc.property(parts, (told) => {
        const turnover = new Turnover(PERIOD_MS);
        const known: { at: number; currency: string; value: typeof ZERO }[] = [];
        let now = 0;
        for (const { passesMs, apartMs, currency, value, isLookedAt } of told) {
          now += passesMs;
          known.push({ at: now + apartMs, currency, value });
          turnover.add(now + apartMs, currency, value);
          for (const name of isLookedAt ? ['EUR', 'BTC'] : []) {
            const mine = known.filter((part) => part.currency === name && part.at > now - PERIOD_MS);
            const sum = mine.reduce((total, part) => total.plus(part.value), ZERO);
            expect((turnover.within(now).get(name) ?? ZERO).toFixed()).toBe(sum.toFixed());
          }
        }
      }),
    );
  });
});
