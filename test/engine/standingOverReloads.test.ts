import { describe, expect, it } from 'vitest';
import { settingsOf } from './fixtures.ts';
import { buyAt, quoting, ReloadBench, version } from './reloadBench.ts';

const one = version('1', quoting(buyAt('59000')));
const other = version('2', quoting(buyAt('58000')));
const throws = version('1', {
  onBook: () => {
    throw new Error('bad');
  },
});

describe('what a person asked for holds for the versions that come', () => {
  it('stopped: until it is taken out and added again', () => {
    const bench = started();
    bench.operator({ type: 'stop', strategy: 's' });
    bench.reload(settingsOf([other]));
    look(bench);
    expect(bench.strategy()).toMatchObject({ state: 'stopped', reason: 'the operator asked for it' });
    bench.reload(settingsOf([one]));
    look(bench);
    expect(bench.ladder()).toEqual([]);
    bench.reload(settingsOf([]));
    bench.reload(settingsOf([other]));
    look(bench);
    expect(bench.strategy().state).toBe('running');
    expect(bench.ladder()).toHaveLength(1);
  });

  it('stopped after an error', () => {
    const bench = started(throws);
    expect(bench.strategy().state).toBe('stopped');
    bench.operator({ type: 'stop', strategy: 's' });
    bench.reload(settingsOf([other]));
    look(bench);
    expect(bench.strategy().state).toBe('stopped');
  });

  it('paused, and taken out and added again: until it is resumed', () => {
    const bench = started();
    bench.operator({ type: 'pause', strategy: 's' });
    bench.reload(settingsOf([]));
    bench.reload(settingsOf([other]));
    look(bench);
    expect(bench.strategy()).toMatchObject({ state: 'paused', reason: 'the operator asked for it' });
    expect(bench.ladder()).toEqual([]);
    bench.operator({ type: 'resume', strategy: 's' });
    look(bench);
    expect(bench.strategy().state).toBe('running');
    bench.reload(settingsOf([]));
    bench.reload(settingsOf([one]));
    look(bench);
    expect(bench.strategy().state, 'it was resumed').toBe('running');
  });

  it('paused, and an error after that', () => {
    let isBad = false;
    const bench = started(
      version('1', {
        ...quoting(buyAt('59000')),
        onReport: () => {
          if (isBad) throw new Error('bad');
        },
      }),
    );
    isBad = true;
    bench.operator({ type: 'pause', strategy: 's' });
    look(bench);
    expect(bench.strategy()).toMatchObject({ state: 'stopped', reason: expect.stringContaining('bad') as unknown });
    bench.reload(settingsOf([other]));
    look(bench);
    expect(bench.strategy().state).toBe('paused');
  });

  it('but one that an error has stopped starts anew', () => {
    const bench = started(throws);
    bench.reload(settingsOf([other]));
    look(bench);
    expect(bench.strategy().state).toBe('running');
  });
});

function started(strategy = one): ReloadBench {
  const bench = new ReloadBench(settingsOf([strategy]));
  bench.touch('60000', '60010');
  return bench;
}

function look(bench: ReloadBench): void {
  bench.touch('60000', '60010', 1000);
  bench.timer(0);
}
