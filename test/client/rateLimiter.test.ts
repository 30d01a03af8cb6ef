import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { createRateLimiter, PRIORITIES, type RateLimiter } from '../../src/client/rateLimiter.ts';
import type { Priority } from '../../src/contract/operation.ts';

const START = Date.UTC(2026, 10, 20, 10);
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Asks now, and notes who was admitted when. */
function asking(
  limiter: RateLimiter,
  clock: VirtualClock,
): { ask: (priority: Priority, name?: string) => void; log: { name: string; atMs: number }[] } {
  const log: { name: string; atMs: number }[] = [];
  return {
    log,
    ask: (priority, name = priority) => {
      void limiter.admit(priority).then(() => log.push({ name, atMs: clock.monotonicMs() }));
    },
  };
}

/** The most admissions in any stretch of `windowMs`, wherever it begins. */
function mostIn(times: readonly number[], windowMs: number): number {
  return Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + windowMs).length));
}

describe('rate limiter', () => {
  it('lets a burst through at once and the next when the first is a second old', async () => {
    const clock = new VirtualClock(START);
    const { ask, log } = asking(createRateLimiter({ clock, perSecond: 3, burst: 3 }), clock);
    for (let i = 0; i < 7; i++) ask('book');
    await clock.advance(5000, turn);
    expect(log.map(({ atMs }) => atMs)).toEqual([0, 0, 0, 1000, 1000, 1000, 2000]);
  });

  it('begins empty where somebody else may just have spent it, and is whole after that', async () => {
    const clock = new VirtualClock(START);
    const { ask, log } = asking(createRateLimiter({ clock, perSecond: 3, burst: 3, reserved: 0, isSpent: true }), clock);
    for (let i = 0; i < 4; i++) ask('cancel');
    await clock.advance(5000, turn);
    expect(log.map(({ atMs }) => atMs)).toEqual([1000, 1000, 1000, 2000]);
  });

  it('gives a free slot at once, and none while another waits or the budget is spent', async () => {
    const clock = new VirtualClock(START);
    const limiter = createRateLimiter({ clock, perSecond: 2, burst: 2, reserved: 0 });
    expect([limiter.tryAdmit('book'), limiter.tryAdmit('order'), limiter.tryAdmit('cancel')]).toEqual([true, true, false]);
    const { ask, log } = asking(limiter, clock);
    ask('cancel');
    await clock.advance(999, turn);
    expect(limiter.tryAdmit('book')).toBe(false);
    await clock.advance(1, turn);
    expect(log).toEqual([{ name: 'cancel', atMs: 1000 }]);
    expect([limiter.tryAdmit('book'), limiter.tryAdmit('book')]).toEqual([true, false]);
  });

  it('never lets more through in any second than it may, whatever is asked when', async () => {
    const plan = fc.array(fc.record({ waitMs: fc.integer({ min: 0, max: 700 }), asks: fc.integer({ min: 0, max: 9 }) }), { maxLength: 12 });
    const rate = fc.record({ perSecond: fc.integer({ min: 1, max: 12 }), burst: fc.integer({ min: 1, max: 12 }) });
    await fc.assert(
      fc.asyncProperty(plan, rate, async (steps, { perSecond, burst }) => {
        const clock = new VirtualClock(START);
        const { ask, log } = asking(createRateLimiter({ clock, perSecond, burst }), clock);
        for (const { waitMs, asks } of steps) {
          await clock.advance(waitMs, turn);
          for (let i = 0; i < asks; i++) ask(PRIORITIES[i % PRIORITIES.length]!);
        }
        await clock.advance(200_000, turn);
        const times = log.map(({ atMs }) => atMs);
        expect(times, 'everyone is served in the end').toHaveLength(steps.reduce((sum, { asks }) => sum + asks, 0));
        expect(mostIn(times, 1000)).toBeLessThanOrEqual(Math.max(perSecond, burst));
        expect(mostIn(times, Math.floor((burst / perSecond) * 1000))).toBeLessThanOrEqual(burst);
      }),
      { numRuns: 60 },
    );
  });

  it('spreads requests when the burst is smaller than the rate', async () => {
    const clock = new VirtualClock(START);
    const { ask, log } = asking(createRateLimiter({ clock, perSecond: 10, burst: 1 }), clock);
    for (let i = 0; i < 4; i++) ask('book');
    await clock.advance(1000, turn);
    expect(log.map(({ atMs }) => atMs)).toEqual([0, 100, 200, 300]);
  });

  it('gives each free slot to the most urgent, first come first served among equals', async () => {
    const clock = new VirtualClock(START);
    const { ask, log } = asking(createRateLimiter({ clock, perSecond: 1, burst: 1 }), clock);
    ask('history', 'first');
    for (const priority of PRIORITIES.toReversed()) ask(priority, `${priority} a`);
    for (const priority of PRIORITIES.toReversed()) ask(priority, `${priority} b`);
    await clock.advance(20_000, turn);
    expect(log.map(({ name }) => name)).toEqual(['first', ...PRIORITIES.flatMap((priority) => [`${priority} a`, `${priority} b`])]);
  });

  it('lets a cancel that comes late overtake what has waited long', async () => {
    const clock = new VirtualClock(START);
    const { ask, log } = asking(createRateLimiter({ clock, perSecond: 1, burst: 1 }), clock);
    for (let i = 0; i < 5; i++) ask('book');
    await clock.advance(1500, turn);
    ask('cancel');
    await clock.advance(600, turn);
    expect(log.at(-1)).toEqual({ name: 'cancel', atMs: 2000 });
  });

  it('serves the least urgent as soon as the others leave budget', async () => {
    const clock = new VirtualClock(START);
    const { ask, log } = asking(createRateLimiter({ clock, perSecond: 4, burst: 4 }), clock);
    ask('history');
    for (let second = 0; second < 10; second++) {
      for (let i = 0; i < 3; i++) ask('order');
      ask('history');
      await clock.advance(1000, turn);
    }
    await clock.advance(3000, turn);
    expect(log.filter(({ name }) => name === 'history')).toHaveLength(11);
    expect(Math.max(...log.filter(({ name }) => name === 'history').map(({ atMs }) => atMs))).toBeLessThanOrEqual(11_000);
  });

  it('takes a waiter out when its signal is aborted, and gives its slot to the next', async () => {
    const clock = new VirtualClock(START);
    const limiter = createRateLimiter({ clock, perSecond: 1, burst: 1 });
    const { ask, log } = asking(limiter, clock);
    ask('book', 'first');
    const giveUp = new AbortController();
    const given = limiter.admit('cancel', giveUp.signal);
    ask('book', 'second');
    expect(limiter.usage().waiting).toMatchObject({ cancel: 1, book: 1 });
    giveUp.abort();
    await expect(given).rejects.toMatchObject({ code: 'canceled', outcome: 'not-sent' });
    expect(limiter.usage().waiting).toMatchObject({ cancel: 0, book: 1 });
    await expect(limiter.admit('cancel', giveUp.signal)).rejects.toMatchObject({ code: 'canceled' });
    await clock.advance(1000, turn);
    expect(log.at(-1)).toEqual({ name: 'second', atMs: 1000 });
  });

  it('refuses, not-sent, when too many of a kind wait, and still takes a cancel', async () => {
    const clock = new VirtualClock(START);
    const limiter = createRateLimiter({ clock, perSecond: 1, burst: 1, maxWaiting: 2 });
    const { ask, log } = asking(limiter, clock);
    for (let i = 0; i < 3; i++) ask('book');
    await expect(limiter.admit('book')).rejects.toMatchObject({ code: 'rate-limited', outcome: 'not-sent', retryable: true });
    for (let i = 0; i < 3; i++) ask('cancel');
    expect(limiter.usage().waiting.cancel).toBe(3);
    await clock.advance(1000, turn);
    expect(log.at(-1)!.name).toBe('cancel');
  });

  it('is quiet for as long as Retry-After says', async () => {
    const clock = new VirtualClock(START);
    const limiter = createRateLimiter({ clock });
    const { ask, log } = asking(limiter, clock);
    limiter.observe(429, 7000, 'book');
    ask('order');
    expect(limiter.usage()).toMatchObject({ blockedUntil: START + 7000, cancelsBlockedUntil: undefined });
    await clock.advance(10_000, turn);
    expect(log).toEqual([{ name: 'order', atMs: 7000 }]);
    expect(limiter.usage().blockedUntil).toBeUndefined();
  });

  it('V6: a Retry-After of something else does not hold up cancels, one of a cancel holds up all', async () => {
    const clock = new VirtualClock(START);
    const limiter = createRateLimiter({ clock });
    const { ask, log } = asking(limiter, clock);
    limiter.observe(429, 600_000, 'book');
    ask('order');
    ask('cancel', 'first');
    await clock.advance(0, turn);
    expect(log).toEqual([{ name: 'first', atMs: 0 }]);
    expect(limiter.tryAdmit('cancel'), 'though an order waits').toBe(true);
    limiter.observe(429, 20_000, 'cancel');
    ask('cancel', 'second');
    await clock.advance(30_000, turn);
    expect(log.slice(1)).toEqual([{ name: 'second', atMs: 20_000 }]);
    await clock.advance(600_000, turn);
    expect(log.slice(2)).toEqual([{ name: 'order', atMs: 600_000 }]);
  });

  it('V6: keeps cancels within the budget while all else is held up', async () => {
    const clock = new VirtualClock(START);
    const limiter = createRateLimiter({ clock, perSecond: 4, burst: 4 });
    const { ask, log } = asking(limiter, clock);
    limiter.observe(429, 600_000, 'book');
    for (let i = 0; i < 5; i++) ask('cancel');
    for (let i = 0; i < 5; i++) ask('book');
    await clock.advance(5000, turn);
    expect(log.map(({ name, atMs }) => `${name} ${atMs}`)).toEqual(['cancel 0', 'cancel 0', 'cancel 1000', 'cancel 1000', 'cancel 2000']);
  });

  it('V6: refuses whoever waits when it is closed, and whoever comes later, and leaves no timer', async () => {
    const clock = new VirtualClock(START);
    const limiter = createRateLimiter({ clock });
    limiter.observe(429, 600_000, 'book');
    const waiting = limiter.admit('book');
    limiter.close();
    await expect(waiting).rejects.toMatchObject({ code: 'canceled', outcome: 'not-sent' });
    await expect(limiter.admit('cancel')).rejects.toMatchObject({ code: 'canceled', outcome: 'not-sent' });
    expect(limiter.tryAdmit('cancel')).toBe(false);
    expect(limiter.usage().waiting).toMatchObject({ book: 0, cancel: 0 });
  });

  it.each([
    [429, 120],
    [503, 10],
  ])('halves its rate on %i, once for answers that come together, and has it back from nothing within %i s', async (status, seconds) => {
    const clock = new VirtualClock(START);
    const limiter = createRateLimiter({ clock, perSecond: 8, burst: 8 });
    limiter.observe(status, 0, 'book');
    limiter.observe(status, 0, 'book');
    expect(limiter.usage().perSecond).toBe(4);
    await clock.advance(seconds * 250, turn);
    expect(limiter.usage().perSecond).toBeCloseTo(6);
    await clock.advance(seconds * 250, turn);
    expect(limiter.usage().perSecond).toBe(8);
  });

  it('polls as before ten seconds after an outage of five, and stays slow where it was asked too often besides', async () => {
    const clock = new VirtualClock(START);
    const limiter = createRateLimiter({ clock, perSecond: 8, burst: 8 });
    for (let second = 0; second < 5; second++) {
      limiter.observe(503, undefined, 'book');
      await clock.advance(1000, turn);
    }
    expect(limiter.usage().perSecond).toBeLessThan(3);
    await clock.advance(10_000, turn);
    expect(limiter.usage().perSecond).toBe(8);
    limiter.observe(429, undefined, 'book');
    limiter.observe(503, undefined, 'book');
    await clock.advance(10_000, turn);
    expect(limiter.usage().perSecond).toBeCloseTo(8 * (1 / 2 + 1 / 12));
  });

  it('keeps to the lowered rate', async () => {
    const clock = new VirtualClock(START);
    const limiter = createRateLimiter({ clock, perSecond: 8, burst: 8 });
    const { ask, log } = asking(limiter, clock);
    limiter.observe(429, 0, 'book');
    for (let i = 0; i < 30; i++) ask('order');
    await clock.advance(4000, turn);
    expect(
      mostIn(
        log.map(({ atMs }) => atMs),
        1000,
      ),
    ).toBe(4);
  });

  it('keeps a quarter of the budget for orders, so that none waits behind polls', async () => {
    const clock = new VirtualClock(START);
    const limiter = createRateLimiter({ clock, perSecond: 8, burst: 8 });
    const { ask, log } = asking(limiter, clock);
    for (let i = 0; i < 30; i++) ask('book');
    await clock.advance(0, turn);
    expect(log).toHaveLength(6);
    ask('order');
    ask('cancel');
    await clock.advance(0, turn);
    expect(log).toHaveLength(8);
    await clock.advance(5000, turn);
    expect(
      mostIn(
        log.map(({ atMs }) => atMs),
        1000,
      ),
    ).toBeLessThanOrEqual(8);
  });

  it('never falls below a crawl', async () => {
    const clock = new VirtualClock(START);
    const limiter = createRateLimiter({ clock, perSecond: 8, burst: 8 });
    for (let i = 0; i < 20; i++) {
      limiter.observe(503, 0, 'book');
      await clock.advance(1000, turn);
    }
    expect(limiter.usage().perSecond).toBeGreaterThanOrEqual(0.5);
    const { ask, log } = asking(limiter, clock);
    ask('book');
    await clock.advance(3000, turn);
    expect(log).toHaveLength(1);
  });

  it('learns nothing from other answers', () => {
    const limiter = createRateLimiter({ clock: new VirtualClock(START) });
    for (const status of [200, 400, 401, 404, 500, 502, 504]) limiter.observe(status, 5000, 'book');
    expect(limiter.usage()).toMatchObject({ perSecond: 8, blockedUntil: undefined });
  });

  it('shows what it used in the last second', async () => {
    const clock = new VirtualClock(START);
    const limiter = createRateLimiter({ clock });
    for (let i = 0; i < 3; i++) await limiter.admit('book');
    await clock.advance(600, turn);
    await limiter.admit('book');
    expect(limiter.usage().usedInLastSecond).toBe(4);
    await clock.advance(500, turn);
    expect(limiter.usage().usedInLastSecond).toBe(1);
  });
});
