import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import type { StrategyContext } from '../../src/engine/strategy.ts';
import { EngineBench } from './engineBench.ts';
import { euro, fillOf, limitsOf, settingsOf, strategyOf } from './fixtures.ts';

const LOSSES = { s: { maxLoss: euro('500'), action: 'cancel' } } as const;
const ENTRY = { kind: 'limit', side: 'Buy', price: dec('50000'), amount: dec('0.01'), once: 'first' } as const;

/** A strategy that places an order at its start, and never again. */
function starting(looksAtLossesFirst: boolean | undefined, fills: readonly ReturnType<typeof fillOf>[] = []): EngineBench {
  const handlers = { onStart: (ctx: StrategyContext) => void ctx.place(ENTRY) };
  const settings = settingsOf([strategyOf(handlers)], { limits: limitsOf({ losses: LOSSES }), looksAtLossesFirst });
  const bench = new EngineBench(settings, { restored: { fills } });
  bench.touch('59990', '60010');
  bench.touch('59990', '60010', 1000);
  return bench;
}

it('no conversion of a strategy is asked for while nobody can tell its profit', () => {
  const handlers = {
    onTimer: (ctx: StrategyContext) => void ctx.convert({ fromCurrency: 'EUR', toCurrency: 'BTC', fromAmount: dec('600') }),
  };
  const settings = settingsOf([strategyOf(handlers), strategyOf(handlers, 't')], { limits: limitsOf({ losses: LOSSES }) });
  const bench = new EngineBench(settings, {
    answers: false,
    restored: { fills: [fillOf({ strategy: 's', fee: dec('1'), feeCurrency: 'XRP' })] },
  });
  bench.touch('59990', '60010');
  bench.timer();
  expect(bench.notices('refused').map(({ strategy, rule, message }) => [strategy, rule, message])).toEqual([
    ['s', 'loss-unknown', 'no book tells the profit of s yet, and its loss is limited'],
  ]);
  expect(bench.commands('request-quote').map(({ strategy }) => strategy)).toEqual(['t']);
});

describe('the first orders of a strategy with a limit on losses', () => {
  it('are sent, since its losses are known before it begins', () => {
    const bench = starting(true);
    expect(bench.engine.snapshot().refusals).toEqual({});
    expect(bench.commands('place')).toHaveLength(1);
  });

  it('are not sent where an earlier life has lost too much', () => {
    const lost = [fillOf({ strategy: 's', amount: dec('1'), price: dec('61000') })];
    const bench = starting(true, lost);
    expect(bench.commands('place')).toEqual([]);
    expect(bench.engine.snapshot().stops).toMatchObject([{ cause: 'max-loss' }]);
  });

  it('wait for the heartbeat in a session from before it was so', () => {
    const bench = starting(undefined);
    expect(bench.engine.snapshot().refusals).toEqual({ s: { 'loss-unknown': 1 } });
    expect(bench.commands('place')).toEqual([]);
  });
});
