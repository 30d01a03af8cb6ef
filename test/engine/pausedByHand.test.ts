import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import type { OperatorOrder } from '../../src/model/event.ts';
import { ALL_TRADING, type TradingScope } from '../../src/model/tradingStop.ts';
import { EngineBench } from './engineBench.ts';
import { settingsOf, strategyOf } from './fixtures.ts';

const KILL: OperatorOrder = { type: 'stop-trading', scope: ALL_TRADING, state: 'halted', orders: 'cancel', reason: 'enough' };
const RESUME_ALL: OperatorOrder = { type: 'resume-trading', scope: ALL_TRADING };

function quoting(name: string, symbol = 'BTC/EUR') {
  const wanted = [{ side: 'Buy', price: dec('59000'), amount: dec('0.009') }] as const;
  return strategyOf({ onBook: (_book, ctx) => ctx.quote(wanted) }, name, symbol);
}

/** Two strategies, of which a person has paused the first. */
function paused(): EngineBench {
  const bench = new EngineBench(settingsOf([quoting('s'), quoting('t', 'ETH/EUR')]));
  bench.touch('59990', '60010');
  bench.touch('59990', '60010', 0, 'ETH/EUR');
  bench.operator({ type: 'pause', strategy: 's' });
  return bench;
}

function states({ engine }: EngineBench): string[] {
  return engine.snapshot().strategies.map(({ state }) => state);
}

describe('a strategy that a person has paused', () => {
  it.each<TradingScope>([ALL_TRADING, { of: 'symbol', name: 'BTC/EUR' }])(
    'stays so when a stop of $of $name is lifted, and says so',
    (scope) => {
      const bench = paused();
      bench.operator({ ...KILL, scope });
      bench.operator({ type: 'resume-trading', scope });
      expect(bench.engine.snapshot().stops).toEqual([]);
      expect(states(bench)).toEqual(['paused', 'running']);
      expect(bench.notices('log').at(-1)).toMatchObject({
        strategy: 's',
        message: 's stays paused, as a person has paused it: `sluice resume s` lets it go on',
      });
      bench.operator({ type: 'resume', strategy: 's' });
      expect(states(bench)).toEqual(['running', 'running']);
    },
  );

  it('goes on with everything where nothing is stopped', () => {
    const bench = paused();
    bench.operator({ type: 'pause', strategy: 't' });
    bench.operator(RESUME_ALL);
    expect(states(bench)).toEqual(['running', 'running']);
  });

  it('stays so while everything else goes on that had paused by itself', () => {
    const bench = paused();
    bench.operator({ ...KILL, scope: { of: 'strategy', name: 't' }, state: 'reducing', orders: 'close' });
    bench.timer();
    expect(states(bench)).toEqual(['paused', 'paused']);
    bench.operator(RESUME_ALL);
    expect(states(bench)).toEqual(['paused', 'running']);
    bench.operator(RESUME_ALL);
    expect(states(bench), 'a second time').toEqual(['running', 'running']);
  });

  it('stays so after its position was closed', () => {
    const bench = paused();
    bench.operator({ ...KILL, state: 'reducing', orders: 'close' });
    bench.timer();
    bench.operator(RESUME_ALL);
    expect(states(bench)).toEqual(['paused', 'running']);
  });

  it('goes on with the lift where a person has resumed it under the stop', () => {
    const bench = paused();
    bench.operator(KILL);
    bench.operator({ type: 'resume', strategy: 's' });
    expect(states(bench)).toEqual(['paused', 'running']);
    bench.operator(RESUME_ALL);
    expect(states(bench)).toEqual(['running', 'running']);
  });
});
