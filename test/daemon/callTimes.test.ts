import { describe, expect, it } from 'vitest';
import type { CallObserver } from '../../src/client/callObserver.ts';
import { CallTimes } from '../../src/daemon/callTimes.ts';

describe(CallTimes, () => {
  it('knows nothing before the first request', () => {
    expect(new CallTimes(undefined).report()).toEqual({ answerMedianMs: undefined, answerP99Ms: undefined, commitP99Ms: undefined });
  });

  it('tells the median and the slowest of a hundred, whatever their order', () => {
    const times = new CallTimes(undefined);
    for (let n = 100; n >= 1; n--) times.answered('orders.list', 'ok', n);
    times.committed(2.5);
    expect(times.report()).toEqual({ answerMedianMs: 50, answerP99Ms: 99, commitP99Ms: 2.5 });
  });

  it('forgets what is older than the last 500', () => {
    const times = new CallTimes(undefined);
    for (let n = 0; n < 400; n++) times.answered('orders.list', 'ok', 9000);
    for (let n = 0; n < 500; n++) times.answered('orders.list', 'ok', 7);
    expect(times.report()).toMatchObject({ answerMedianMs: 7, answerP99Ms: 7 });
  });

  it('passes on what it is told', () => {
    const heard: unknown[] = [];
    const next: CallObserver = { answered: (...told) => heard.push(told), committed: (ms) => heard.push(ms) };
    const times = new CallTimes(next);
    times.answered('orders.place', 'unknown', 5000);
    times.committed(1);
    expect(heard).toEqual([['orders.place', 'unknown', 5000], 1]);
  });
});
