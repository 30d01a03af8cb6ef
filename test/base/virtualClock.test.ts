import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AssertionFault } from '../../src/base/assert.ts';
import { sleep } from '../../src/base/clock.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const atOnce = (): Promise<void> => Promise.resolve();
const START = 1_763_630_000_000;

describe('VirtualClock', () => {
  it('stands still until time is let pass', async () => {
    const clock = new VirtualClock(START);
    expect([clock.now(), clock.monotonicMs()]).toEqual([START, 0]);
    await settle();
    expect(clock.now()).toBe(START);
    await clock.advance(1500, settle);
    expect([clock.now(), clock.monotonicMs()]).toEqual([START + 1500, 1500]);
  });

  it('fires timers by due time and then by order of setting, each at its own time', async () => {
    const delays = fc.array(fc.nat(50), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(delays, async (given) => {
        const clock = new VirtualClock(START);
        const fired: [number, number][] = [];
        given.forEach((delay, at) => clock.setTimer(delay, () => fired.push([clock.monotonicMs(), at])));
        await clock.advance(50, atOnce);
        const expected = given.map((delay, at): [number, number] => [delay, at]).toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
        expect(fired).toEqual(expected);
      }),
    );
  });

  it('fires no timer before it is due, and none twice', async () => {
    const clock = new VirtualClock(START);
    let calls = 0;
    clock.setTimer(10, () => calls++);
    await clock.advance(9, atOnce);
    expect(calls).toBe(0);
    await clock.advance(1, atOnce);
    await clock.advance(100, atOnce);
    expect(calls).toBe(1);
  });

  it('does not fire a cancelled timer, and lets a timer cancel another that is due with it', async () => {
    const clock = new VirtualClock(START);
    const fired: string[] = [];
    clock.setTimer(5, () => cancelLater());
    const cancelLater = clock.setTimer(5, () => fired.push('cancelled'));
    const cancel = clock.setTimer(1, () => fired.push('cancelled too'));
    cancel();
    cancel();
    clock.setTimer(6, () => fired.push('kept'));
    await clock.advance(10, atOnce);
    expect(fired).toEqual(['kept']);
  });

  it('fires timers that timers set, within the same stretch of time', async () => {
    const clock = new VirtualClock(START);
    const fired: number[] = [];
    const again = (): void => {
      fired.push(clock.monotonicMs());
      if (fired.length < 4) clock.setTimer(fired.length === 2 ? 0 : 10, again);
    };
    clock.setTimer(10, again);
    await clock.advance(30, atOnce);
    expect(fired).toEqual([10, 20, 20, 30]);
  });

  it('lets every consequence of a timer run its course before the next one', async () => {
    const clock = new VirtualClock(START);
    const log: string[] = [];
    const worker = async (name: string, ms: number): Promise<void> => {
      for (let round = 0; round < 3; round++) {
        await sleep(clock, ms);
        await Promise.resolve();
        log.push(`${name}@${clock.monotonicMs()}`);
      }
    };
    const work = [worker('a', 10), worker('b', 15)];
    await clock.advance(45, settle);
    await Promise.all(work);
    expect(log).toEqual(['a@10', 'b@15', 'a@20', 'b@30', 'a@30', 'b@45']);
  });

  it('waits for tracked work before time goes on', async () => {
    const clock = new VirtualClock(START);
    const seen: number[] = [];
    clock.setTimer(10, () => {
      void clock.track(realWork()).then(() => seen.push(clock.monotonicMs()));
    });
    clock.setTimer(20, () => seen.push(clock.monotonicMs()));
    await clock.advance(30, settle);
    expect(seen).toEqual([10, 20]);
    expect(clock.underWay).toBe(0);
  });

  it('waits for tracked work wherever time passes, also when two let it pass at once', async () => {
    const clock = new VirtualClock(START);
    clock.setTimer(10, () => void clock.track(realWork()));
    await Promise.all([clock.advance(10, settle), clock.advance(10, settle)]);
    expect(clock.underWay).toBe(0);
  });

  it('gives the result of tracked work, or its error, and stops counting it in either case', async () => {
    const clock = new VirtualClock(START);
    const works = [clock.track(Promise.resolve(7)), clock.track(Promise.reject(new Error('disk full')))];
    expect(clock.underWay).toBe(2);
    await expect(works[0]).resolves.toBe(7);
    await expect(works[1]).rejects.toThrow('disk full');
    expect(clock.underWay).toBe(0);
  });

  it('steps the wall without letting time pass', async () => {
    const clock = new VirtualClock(START);
    let fired = false;
    clock.setTimer(100, () => (fired = true));
    clock.stepWall(3_600_000);
    expect([clock.now(), clock.machineTime(), clock.monotonicMs(), fired]).toEqual([START + 3_600_000, START + 3_600_000, 0, false]);
    await clock.advance(100, atOnce);
    expect([clock.now(), fired]).toEqual([START + 3_600_100, true]);
  });

  it('does not go back when the wall is stepped back, as the system clock does not', async () => {
    const clock = new VirtualClock(START);
    clock.stepWall(-3_600_000);
    await clock.advance(100, atOnce);
    expect([clock.now(), clock.machineTime()]).toEqual([START + 90, START - 3_599_900]);
  });

  it('refuses to go back, and to count in fractions', async () => {
    const clock = new VirtualClock(START);
    for (const ms of [-1, 0.5, NaN, Infinity]) await expect(clock.advance(ms, atOnce)).rejects.toThrow(AssertionFault);
    for (const ms of [NaN, Infinity]) expect(() => clock.setTimer(ms, () => {})).toThrow(AssertionFault);
  });

  it('takes a delay in the past for none, and a fraction for the next whole millisecond', async () => {
    const clock = new VirtualClock(START);
    const fired: number[] = [];
    clock.setTimer(-5, () => fired.push(clock.monotonicMs()));
    clock.setTimer(1.2, () => fired.push(clock.monotonicMs()));
    await clock.advance(2, atOnce);
    expect(fired).toEqual([0, 2]);
  });
});

/** Work that no virtual clock can hurry: several turns of the real event loop. */
async function realWork(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await settle();
}
