import { NEVER, of, Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { PollBudget } from '../../src/gateway/pollBudget.ts';

describe('the poll budget', () => {
  it('gives turns in order of coming, as many at once as its window', () => {
    const budget = new PollBudget();
    const begun: number[] = [];
    const work = Array.from({ length: 8 }, () => new Subject<void>());
    for (const [i, done] of work.entries()) {
      budget.inTurn(done).subscribe({ error: () => undefined });
      if (done.observed) begun.push(i);
    }
    expect(begun).toEqual([0, 1, 2, 3]);
    expect(budget.usage()).toEqual({ inFlight: 4, waiting: 4, window: 4, turns: 4 });
    work[2]!.complete();
    expect(work.map(({ observed }) => observed)).toEqual([true, true, false, true, true, false, false, false]);
    work[0]!.error(new Error('reset'));
    expect(work[5]!.observed).toBe(true);
  });

  it('passes results, ends and failures through', () => {
    const seen: unknown[] = [];
    new PollBudget().inTurn(of(1, 2)).subscribe({ next: (value) => seen.push(value), complete: () => seen.push('end') });
    expect(seen).toEqual([1, 2, 'end']);
  });

  it('forgets who stops waiting, and frees the turn of who stops working', () => {
    const budget = new PollBudget();
    const working = Array.from({ length: 4 }, () => budget.inTurn(NEVER).subscribe());
    const waiting = budget.inTurn(NEVER).subscribe();
    waiting.unsubscribe();
    expect(budget.usage()).toMatchObject({ inFlight: 4, waiting: 0 });
    for (const subscription of working) subscription.unsubscribe();
    expect(budget.usage()).toMatchObject({ inFlight: 0, waiting: 0, turns: 4 });
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
