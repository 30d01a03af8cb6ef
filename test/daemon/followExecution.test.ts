import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { followExecution } from '../../src/daemon/followExecution.ts';
import type { Execution } from '../../src/daemon/history/executionHistory.ts';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function following(messages: readonly string[], signal = new AbortController().signal) {
  const clock = new VirtualClock(0);
  const told: string[] = [];
  let looks = 0;
  const look = (): Execution => {
    const message = messages[Math.min(looks++, messages.length - 1)]!;
    return { id: 'W1', state: message === 'the end' ? 'over' : 'working', end: message === 'the end' ? 'filled' : undefined, message };
  };
  return { clock, told, end: followExecution({ look, clock, signal, tell: (message) => void told.push(message) }) };
}

describe(followExecution.name, () => {
  it('tells each change once, until it is over', async () => {
    const { clock, told, end } = following(['a', 'a', 'b', 'b', 'the end']);
    await clock.advance(10_000, settle);
    expect(await end).toMatchObject({ state: 'over', end: 'filled', message: 'the end' });
    expect(told).toEqual(['a', 'b']);
  });

  it('leaves it as it is when the signal comes', async () => {
    const leaving = new AbortController();
    const { clock, told, end } = following(['a'], leaving.signal);
    await clock.advance(3000, settle);
    leaving.abort();
    expect(await end).toMatchObject({ state: 'working', message: 'a' });
    expect(told).toEqual(['a']);
  });
});
