import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SlidingWindow } from '../../src/client/slidingWindow.ts';

const steps = fc.array(fc.tuple(fc.nat({ max: 50 }), fc.nat()), { maxLength: 120 });

it('a sliding window tells what a list of all admissions tells, while it grows and after', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 70 }), steps, (most, given) => {
      const window = new SlidingWindow(most);
      const all: number[] = [];
      let at = 0;
      for (const [afterMs, chosen] of given) {
        at += afterMs;
        const limit = 1 + (chosen % most);
        const oldest = all.at(-limit);
        expect(window.freeFromMs(limit, 1000)).toBe(oldest === undefined ? -Infinity : oldest + 1000);
        expect(window.countSince(at - 100)).toBe(all.slice(-most).filter((one) => one > at - 100).length);
        window.admit(at);
        all.push(at);
      }
    }),
  );
});

it('a sliding window takes no memory for a limit that is never used', () => {
  const window = new SlidingWindow(2 ** 40);
  window.admit(7);
  expect(window.freeFromMs(1, 1000)).toBe(1007);
  expect(() => window.freeFromMs(2 ** 41, 1000)).toThrow("can't tell about");
});
