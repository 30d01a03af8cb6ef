import { describe, expect, it } from 'vitest';
import type { OperatorOrder } from '../../src/model/event.ts';
import { ALL_TRADING } from '../../src/model/tradingStop.ts';
import { settingsOf } from './fixtures.ts';
import { buyAt, quoting, ReloadBench, version } from './reloadBench.ts';

const FLATTEN: Extract<OperatorOrder, { type: 'stop-trading' }> = {
  type: 'stop-trading',
  scope: ALL_TRADING,
  state: 'halted',
  orders: 'close',
  reason: 'flatten',
};
const REDUCE: OperatorOrder = { ...FLATTEN, state: 'reducing', orders: 'cancel', reason: 'reduce' };
const one = version('1', quoting(buyAt('60000', '0.1')));
const other = version('2', quoting(buyAt('60000', '0.1')));
const SELLS: unknown = expect.stringMatching(/^Sell 0\.09\d+ at 59404\.95$/);

/** What happens to the strategy while its position is being closed. */
const meanwhile: Readonly<Record<string, (bench: ReloadBench) => void>> = {
  'it is replaced': (bench) => void bench.reload(settingsOf([other])),
  'it is removed': (bench) => void bench.reload(settingsOf([])),
  'it is removed with its orders kept': (bench) => void bench.reload(settingsOf([]), { onStop: 'keep' }),
  'it is removed and added again': (bench) => {
    bench.reload(settingsOf([]));
    bench.reload(settingsOf([one]));
  },
  'a person stops it': (bench) => void bench.operator({ type: 'stop', strategy: 's' }),
  'a person stops it, and it is replaced': (bench) => {
    bench.operator({ type: 'stop', strategy: 's' });
    bench.reload(settingsOf([other]));
  },
  'a person resumes it': (bench) => void bench.operator({ type: 'resume', strategy: 's' }),
};

describe('closing a position goes on with one order after the other', () => {
  for (const [what, happens] of Object.entries(meanwhile))
    it(`when ${what}`, () => {
      const bench = holding(one);
      bench.operator(FLATTEN);
      bench.touch('60000', '60010', 1000);
      happens(bench);
      isClosed(bench);
    });

  it('when it throws', () => {
    let isBad = false;
    const throws = version('1', {
      ...quoting(buyAt('60000', '0.1')),
      onReport: () => {
        if (isBad) throw new Error('bad');
      },
    });
    const bench = holding(throws);
    bench.operator(FLATTEN);
    isBad = true;
    bench.touch('60000', '60010', 1000);
    expect(bench.strategy().state).toBe('stopped');
    isClosed(bench);
  });

  it('when it had stopped by an error before, and its next version comes meanwhile', () => {
    const throws = version('1', {
      onBook: (_book, ctx) => {
        if (ctx.position.amount.gt(0)) throw new Error('bad');
        ctx.quote([buyAt('60000', '0.1')]);
      },
    });
    const bench = holding(throws);
    expect(bench.strategy().state).toBe('stopped');
    bench.operator(FLATTEN);
    bench.reload(settingsOf([other]));
    isClosed(bench);
    expect(bench.strategy().state).toBe('paused');
    bench.operator({ type: 'resume-trading', scope: ALL_TRADING });
    bench.touch('60000', '60010', 1000);
    expect(bench.strategy().state).toBe('running');
    expect(bench.ladder()).toEqual([expect.stringMatching(/^Buy/)]);
  });

  it('and where it is lifted, the last closing order of a strategy that has ended does not rest on', () => {
    const bench = holding(one);
    bench.operator(FLATTEN);
    bench.reload(settingsOf([]));
    bench.touch('60000', '60010', 1000);
    expect(bench.ladder()).toEqual([SELLS]);
    bench.operator({ type: 'resume-trading', scope: ALL_TRADING });
    bench.touch('60000', '60010', 1000);
    expect(bench.ladder()).toEqual([]);
  });

  it('until a person reduces the same instead: the last word counts, and what rests to close it is canceled', () => {
    const bench = holding(one);
    bench.operator(FLATTEN);
    bench.touch('60000', '60010', 1000);
    expect(bench.ladder()).toEqual([SELLS]);
    bench.operator(REDUCE);
    sellsNoMore(bench);
    expect(bench.engine.snapshot().stops).toMatchObject([{ state: 'reducing', orders: 'cancel' }]);
    bench.operator({ type: 'resume-trading', scope: ALL_TRADING });
    bench.touch('60000', '60010', 1000);
    expect(bench.strategy().state).toBe('running');
  });

  it('also after a person reduces the same, where another stop closes it', () => {
    const bench = holding(one);
    bench.operator({ ...FLATTEN, scope: { of: 'strategy', name: 's' } });
    bench.operator(FLATTEN);
    bench.operator(REDUCE);
    bench.touch('60000', '60010', 1000);
    expect(bench.ladder()).toEqual([SELLS]);
  });

  it('and `resume` says why a strategy does not go on', () => {
    const bench = holding(one);
    bench.operator(FLATTEN);
    bench.operator({ type: 'resume', strategy: 's' });
    expect(bench.notices('refused').at(-1)).toMatchObject({ message: "s can't be resumed: its position is being closed" });
    expect(bench.strategy().state).toBe('paused');
  });
});

function holding(strategy: typeof one): ReloadBench {
  const bench = new ReloadBench(settingsOf([strategy]));
  bench.touch('60000', '60010');
  bench.fill('order-1');
  bench.touch('60000', '60010', 1000);
  return bench;
}

function sellsNoMore(bench: ReloadBench): void {
  const { length } = bench.commands('place');
  for (let i = 0; i < 20; i++) {
    bench.touch('60000', '60010', 500);
    bench.timer(500);
  }
  expect([bench.ladder(), bench.commands('place').length]).toEqual([[], length]);
}

/** One order rests until its patience ends, then the next. When it is filled, everything is halted. */
function isClosed(bench: ReloadBench): void {
  for (let i = 0; i < 20; i++) {
    bench.touch('60000', '60010', 500);
    bench.timer(500);
  }
  expect(bench.ladder()).toEqual([SELLS]);
  const sells = bench.commands('place').filter(({ side }) => side === 'Sell');
  expect(sells.length).toBeLessThanOrEqual(5);
  bench.fill([...bench.resting.keys()][0]!);
  bench.touch('60000', '60010', 500);
  bench.timer(500);
  expect(bench.engine.snapshot().stops).toMatchObject([{ state: 'halted', orders: 'cancel' }]);
  expect(bench.ladder()).toEqual([]);
}
