import { describe, expect, it } from 'vitest';
import { PollBudget } from '../../src/gateway/pollBudget.ts';

describe('the poll budget', () => {
  it('gives turns in order of coming, as many at once as its window', () => {
    const budget = new PollBudget();
    const begun: number[] = [];
    const ends = Array.from({ length: 8 }, (_, i) => budget.takeTurn(() => begun.push(i)));
    expect(begun).toEqual([0, 1, 2, 3]);
    expect(budget.usage()).toEqual({ inFlight: 4, waiting: 4, window: 4, turns: 4 });
    ends[2]!();
    expect(begun).toEqual([0, 1, 2, 3, 4]);
    ends[0]!();
    expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('forgets who stops waiting, and frees the turn of who stops working, once', () => {
    const budget = new PollBudget();
    const begun: string[] = [];
    const working = Array.from({ length: 4 }, () => budget.takeTurn(() => undefined));
    const stopWaiting = budget.takeTurn(() => begun.push('who stopped waiting'));
    stopWaiting();
    expect(budget.usage()).toMatchObject({ inFlight: 4, waiting: 0 });
    for (const end of [...working, ...working, stopWaiting]) end();
    expect(budget.usage()).toMatchObject({ inFlight: 0, waiting: 0, turns: 4 });
    expect(begun).toEqual([]);
  });

  it('lets more polls out while they go at once, fewer while they wait, and half when refused, but never none', () => {
    const budget = new PollBudget();
    for (let i = 0; i < 100; i++) budget.learnWait(0);
    const wide = budget.usage().window;
    expect(wide).toBeGreaterThan(10);
    budget.learnWait(51);
    expect(budget.usage().window).toBeLessThan(wide);
    budget.learnRefusal();
    expect(budget.usage().window).toBeLessThanOrEqual(wide / 2);
    for (let i = 0; i < 100; i++) budget.learnRefusal();
    expect(budget.usage().window).toBe(1);
    for (let i = 0; i < 10_000; i++) budget.learnWait(0);
    expect(budget.usage().window).toBe(64);
  });
});
