import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AFTER_MS, MidHistory, type TouchedBook } from '../../src/exchange/midHistory.ts';

interface Look {
  readonly at: number;
  readonly bid: number;
  /** Nothing is known from here until the next look. */
  readonly isGap: boolean;
}

const steps = fc.array(fc.record({ afterMs: fc.integer({ min: 1, max: 40 }), bid: fc.integer({ min: 1, max: 3 }), gap: fc.boolean() }), {
  minLength: 1,
  maxLength: 3000,
});

const lookAt = (receivedAt: number, bid: number): TouchedBook => ({ receivedAt, bids: { bestTicks: bid }, asks: { bestTicks: bid + 1 } });

const bidOf = (history: MidHistory, row: number): number | undefined => (row < 0 ? undefined : history.bidOf(row));

describe('MidHistory', () => {
  it('finds what a list of all looks finds, within its window, in whatever order it is asked', () => {
    fc.assert(
      fc.property(steps, fc.array(fc.tuple(fc.integer({ min: 0, max: 60_000 }), fc.nat({ max: 2 })), { minLength: 1 }), (given, asked) => {
        const history = new MidHistory();
        const looks: Look[] = [];
        let at = 0;
        for (const step of given) {
          if (step.gap) {
            history.addGap(at + 20);
            looks.push({ at: at + 20, bid: NaN, isGap: true });
            at += 20;
          }
          at += step.afterMs;
          history.add(lookAt(at, step.bid), 0);
          looks.push({ at, bid: step.bid, isGap: false });
        }
        for (const [back, which] of asked) {
          const then = at - back;
          const before = looks.findLast((look) => look.at < then && !look.isGap);
          expect(bidOf(history, history.before(then))).toBe(before?.bid);
          const later = then + AFTER_MS[which]!;
          const after = looks.findLast((look) => look.at <= later);
          const isAfterAny = looks.some((look) => look.at < then);
          const isAcross = isAfterAny && looks.some((look) => look.isGap && look.at >= then && look.at <= later);
          const isKnown = later <= at && after !== undefined && !after.isGap && !isAcross;
          expect(bidOf(history, history.after(then, which))).toBe(isKnown ? after.bid : undefined);
        }
      }),
    );
  });

  it('forgets what is older than its window, and does not grow', () => {
    const history = new MidHistory();
    for (let at = 0; at < 2_000_000; at += 100) history.add(lookAt(at + 70, at), 70);
    expect(bidOf(history, history.before(2_000_000 - 170_000))).toBe(2_000_000 - 170_100);
    expect(history.before(1000)).toBe(-1);
  });
});
