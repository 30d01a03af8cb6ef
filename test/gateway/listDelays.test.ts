import { expect, test } from 'vitest';
import { HOUR_MS } from '../../src/base/instant.ts';
import { ListDelays } from '../../src/gateway/listDelays.ts';

/** Rounds that take 100 ms each: when each began, and which orders it showed. All orders are open. */
function lived(delays: ListDelays, rounds: readonly (readonly [begunMs: number, ...shown: string[]])[], open: readonly string[]): void {
  for (const [begunMs, ...shown] of rounds) delays.round(begunMs, begunMs + 100, new Set(shown), new Set(open));
}

/** So many orders that show at once. */
function prompt(delays: ListDelays, count: number): void {
  for (let i = 0; i < count; i++) {
    delays.acknowledged(`p${i}`, i * 1000);
    lived(delays, [[i * 1000 + 500, `p${i}`]], [`p${i}`]);
  }
}

test('until ten orders were measured nothing is known; then what was measured counts three times, and no less than a floor', () => {
  const delays = new ListDelays();
  prompt(delays, 9);
  expect(delays.measured(10_000)).toEqual({ visibleMs: 10_000, staleMs: 5000, orders: 9 });
  prompt(delays, 1);
  expect(delays.measured(10_000)).toEqual({ visibleMs: 3000, staleMs: 2000, orders: 10 });
});

test('an order that rounds do not show is late by as long as it takes until one shows it', () => {
  const delays = new ListDelays();
  prompt(delays, 10);
  delays.acknowledged('late', 20_000);
  lived(delays, [[20_500], [22_000], [23_900, 'late']], ['late']);
  expect(delays.measured(25_000)).toMatchObject({ visibleMs: 12_000, staleMs: 2000 });
  expect(delays.measured(24_000 + 25 * HOUR_MS), 'a day later nothing is known').toEqual({ visibleMs: 10_000, staleMs: 5000, orders: 0 });
});

test('a long wait for the next round is no delay', () => {
  const delays = new ListDelays();
  prompt(delays, 10);
  delays.acknowledged('a', 20_000);
  lived(delays, [[19_950], [50_000, 'a']], ['a']);
  expect(delays.measured(51_000)).toMatchObject({ visibleMs: 3000, orders: 11 });
});

test('nor is a long time without a round after one that did not show the order', () => {
  const delays = new ListDelays();
  prompt(delays, 10);
  delays.acknowledged('a', 20_000);
  lived(delays, [[21_000], [230_000, 'a']], ['a']);
  expect(delays.measured(231_000)).toMatchObject({ visibleMs: 33_000 });
});

test('and a list that lacks what was there for an hour is wrong, and not an hour old', () => {
  const delays = new ListDelays();
  prompt(delays, 10);
  delays.acknowledged('a', 20_000);
  lived(delays, [[20_100, 'a'], [HOUR_MS], [HOUR_MS + 1000, 'a']], ['a']);
  expect(delays.measured(HOUR_MS + 2000)).toMatchObject({ staleMs: 180_000 });
});

test('a list that does not show what an earlier one has shown is old by the time since the answer', () => {
  const delays = new ListDelays();
  prompt(delays, 10);
  delays.acknowledged('a', 20_000);
  lived(delays, [[20_100, 'a'], [24_000], [25_000, 'a']], ['a']);
  expect(delays.measured(26_000)).toMatchObject({ visibleMs: 3000, staleMs: 12_000 });
});

test('an order that is closed is in no list any more, and that is no delay', () => {
  const delays = new ListDelays();
  prompt(delays, 10);
  delays.acknowledged('a', 20_000);
  lived(delays, [[20_100, 'a'], [24_000]], []);
  lived(delays, [[25_000, 'a']], []);
  expect(delays.measured(26_000)).toMatchObject({ staleMs: 2000 });
});

test('the lists are behind while an acknowledged order has not been shown, and alive once one is that came later', () => {
  const delays = new ListDelays();
  delays.acknowledged('a', 1000);
  expect(delays.isBehind(1000)).toBe(false);
  expect(delays.isBehind(2000)).toBe(true);
  lived(delays, [[2000]], ['a']);
  expect(delays.hasShownSince(500)).toBe(false);
  lived(delays, [[3000, 'a']], ['a']);
  expect(delays.isBehind(4000)).toBe(false);
  expect(delays.hasShownSince(500)).toBe(true);
  expect(delays.hasShownSince(1500)).toBe(false);
});
