import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ScaledClock } from '../../src/simulator/scaledClock.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';

function opened(scale: number) {
  const inner = new VirtualClock(1_000_000);
  const clock = new ScaledClock(inner, scale);
  const seen: string[] = [];
  const note = (name: string) => (): void => void seen.push(`${name} ${clock.now()}`);
  return { clock, seen, note, advance: (ms: number) => inner.advance(ms, () => setImmediate()) };
}

describe('ScaledClock', () => {
  it('runs so many times as fast as the clock below it', async () => {
    const { clock, advance } = opened(60);
    await advance(1000);
    expect([clock.now(), clock.monotonicMs()]).toEqual([1_060_000, 60_000]);
  });

  it('calls back at its own time, in order, and not after a cancel', async () => {
    const { clock, seen, note, advance } = opened(10);
    clock.setTimer(300, note('late'));
    clock.setTimer(100, note('first'));
    clock.setTimer(100, note('second'));
    const cancel = clock.setTimer(200, note('never'));
    cancel();
    cancel();
    await advance(10);
    expect(seen).toEqual(['first 1000100', 'second 1000100']);
    await advance(20);
    expect(seen.at(-1)).toBe('late 1000300');
  });

  it('jumps ahead from timer to timer, those that are set on the way too', async () => {
    const { clock, seen, note, advance } = opened(1);
    clock.setTimer(1000, () => {
      note('one')();
      clock.setTimer(500, note('two'));
    });
    clock.setTimer(5000, note('after'));
    clock.skip(3000);
    expect(seen).toEqual(['one 1001000', 'two 1001500']);
    expect(clock.now()).toBe(1_003_000);
    await advance(2000);
    expect(seen.at(-1)).toBe('after 1005000');
  });

  it('waits for a timer that is further away than a timer of the system can be', async () => {
    const { clock, seen, note, advance } = opened(1);
    clock.setTimer(200_000_000, note('far'));
    await advance(199_999_999);
    expect(seen).toEqual([]);
    await advance(1);
    expect(seen).toEqual(['far 201000000']);
  });

  it('takes no rate of nothing and no step back', () => {
    expect(() => opened(0)).toThrow('rate above 0');
    expect(() => opened(1).clock.skip(-1)).toThrow('whole milliseconds');
  });

  it('tracks work on the clock below it', async () => {
    const work = Promise.resolve(7);
    expect(await opened(2).clock.track(work)).toBe(7);
  });
});
