import { describe, expect, it } from 'vitest';
import { sleep } from '../../src/base/clock.ts';
import { seededRandom } from '../../src/base/random.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { Periodic } from '../../src/daemon/periodic.ts';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function periodic(taskMs: number, periodMs = 1000) {
  const clock = new VirtualClock(0);
  const state = { fails: false, period: periodMs };
  const starts: number[] = [];
  const failures: number[] = [];
  let running = 0;
  let most = 0;
  const task = new Periodic({
    clock,
    random: seededRandom('periodic'),
    periodMs: () => state.period,
    task: async () => {
      starts.push(clock.monotonicMs());
      most = Math.max(most, ++running);
      await sleep(clock, taskMs);
      running--;
      if (state.fails) throw new Error('away');
    },
    onFailure: (_error, inARow) => failures.push(inARow),
  });
  return { clock, task, state, starts, failures, most: () => most, pass: (ms: number) => clock.advance(ms, settle) };
}

describe(Periodic.name, () => {
  it('runs again a period after each end, never overlapping', async () => {
    const { task, starts, pass, most } = periodic(300);
    task.start(100);
    await pass(5000);
    expect(starts).toEqual([100, 1400, 2700, 4000]);
    expect(most()).toBe(1);
  });

  it('asks for the period before each wait', async () => {
    const { task, state, starts, pass } = periodic(0);
    task.start();
    await pass(2000);
    state.period = 5000;
    await pass(11_000);
    expect(starts).toEqual([0, 1000, 2000, 3000, 8000, 13_000]);
  });

  it('can be nudged to run soon, and once more after the run under way', async () => {
    const { task, starts, pass } = periodic(300);
    task.start();
    await pass(500);
    task.nudge(50);
    await pass(200);
    task.nudge(50);
    task.nudge(50);
    await pass(1000);
    expect(starts).toEqual([0, 550, 850]);
  });

  it('is put off by no nudge, however often they come', async () => {
    const { task, starts, pass } = periodic(0);
    task.start();
    for (let at = 0; at < 400; at += 20) {
      await pass(20);
      task.nudge(50);
    }
    expect(starts).toEqual([0, 70, 130, 190, 250, 310, 370]);
  });

  it('runs when it was due where a nudge is less urgent', async () => {
    const { task, starts, pass } = periodic(0);
    task.start(300);
    task.nudge(5000);
    await pass(1300);
    task.nudge(5000);
    await pass(1000);
    expect(starts).toEqual([300, 1300, 2300]);
  });

  it('backs off while it fails, whatever it is nudged, and goes back to its period afterwards', async () => {
    const { task, state, starts, failures, pass } = periodic(0);
    state.fails = true;
    task.start();
    for (let i = 0; i < 100; i++) {
      await pass(1000);
      task.nudge();
    }
    expect(starts.length).toBeLessThan(12);
    expect(failures).toEqual(failures.map((_, i) => i + 1));
    state.fails = false;
    await pass(31_000);
    const before = starts.length;
    await pass(10_000);
    expect(starts.length - before).toBe(10);
  });

  it('stops for good once the run under way has ended', async () => {
    const { task, starts, pass, clock } = periodic(300);
    task.start();
    await pass(100);
    let stoppedAt = 0;
    void task.stop().then(() => (stoppedAt = clock.monotonicMs()));
    task.nudge();
    await pass(5000);
    expect(stoppedAt).toBe(300);
    expect(starts).toEqual([0]);
  });
});
