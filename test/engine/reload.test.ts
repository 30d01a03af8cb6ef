import { Subject } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import type { EngineSettings } from '../../src/engine/engineState.ts';
import { reload } from '../../src/engine/reload.ts';
import type { StrategyContext, StrategyHandlers } from '../../src/engine/strategy.ts';
import type { StrategySettings } from '../../src/engine/strategySettings.ts';
import { EngineBench } from './engineBench.ts';
import { euro, fillOf, limitsOf, NOON, settingsOf, severalOf } from './fixtures.ts';
import { buyAt, type Handlers, quoting, ReloadBench, sellAt, version } from './reloadBench.ts';

describe(reload.name, () => {
  it('replaces a strategy, whose orders keep their place where the new version wants the same', () => {
    const bench = new ReloadBench(settingsOf([version('1', quoting(buyAt('59000'), sellAt('61000')))]));
    bench.touch('59990', '60010');
    const [bid] = [...bench.resting].find(([, { side }]) => side === 'Buy')!;
    expect(bench.reload(settingsOf([version('2', quoting(buyAt('59000'), sellAt('60900')))]))).toBeUndefined();
    expect(bench.commands('cancel')).toEqual([]);
    bench.touch('59990', '60010', 1000);
    expect(bench.commands('place')).toHaveLength(2);
    expect(bench.commands('replace')).toMatchObject([{ side: 'Sell', price: dec('60900') }]);
    expect(bench.resting.has(bid)).toBe(true);
  });

  it('cancels what the version before had resting once the book would no longer count as fresh, when the new one wants nothing', () => {
    const bench = new ReloadBench(settingsOf([version('1', quoting(buyAt('59000')))]));
    bench.touch('59990', '60010');
    bench.reload(settingsOf([version('2', {})]));
    bench.touch('59990', '60010', 1000);
    bench.timer(3000);
    expect(bench.ladder()).toHaveLength(1);
    bench.timer(1000);
    expect(bench.ladder()).toEqual([]);
  });

  it('keeps position, state and profit of a strategy that it replaces', () => {
    const counting: StrategyHandlers = {
      onBook: (_book, ctx) => {
        ctx.state.set('books', String(Number(ctx.state.get('books') ?? '0') + 1));
        ctx.quote([buyAt('59000', '0.1')]);
      },
    };
    const bench = new ReloadBench(settingsOf([version('1', counting)]));
    bench.touch('59990', '60010');
    bench.fill('order-1', dec('0.04'));
    const before = bench.strategy().position;
    bench.reload(settingsOf([version('2', counting)]));
    expect(bench.strategy().position).toEqual(before);
    bench.touch('59990', '60010', 1000);
    expect(bench.notices('save-state').at(-1)).toMatchObject({ strategy: 's', state: '{"books":"2"}' });
  });

  it('ends the version before, whose last words have no effect', () => {
    const said: string[] = [];
    const old: StrategyHandlers = {
      ...quoting(buyAt('59000')),
      onStop: (ctx) => {
        said.push('stop');
        ctx.place(buyAt('59500'));
      },
    };
    const bench = new ReloadBench(settingsOf([version('1', old)]));
    bench.touch('59990', '60010');
    bench.reload(settingsOf([version('2', { onStart: () => said.push('start') })]));
    bench.touch('59990', '60010', 1000);
    expect(said).toEqual(['stop', 'start']);
    expect(bench.commands('place')).toHaveLength(1);
  });

  it.each<[string, Handlers, RegExp]>([
    [
      'throws',
      () => {
        throw new Error('no');
      },
      /^s: setup threw: no$/,
    ],
    ['makes no handlers', () => 3 as unknown as StrategyHandlers, /must return handlers/],
    ['has an unknown handler', { onBok: () => undefined } as unknown as StrategyHandlers, /onBok/],
    ['is asynchronous', () => Promise.resolve({}) as unknown as StrategyHandlers, /synchronous/],
  ])('leaves everything as it is when a setup %s', (_what, broken, message) => {
    const first = settingsOf([version('1', quoting(buyAt('59000'))), version('1', quoting(buyAt('58000')), 'other')]);
    const bench = new ReloadBench(first);
    bench.touch('59990', '60010');
    const limits = limitsOf({ maxOpenOrders: 1 });
    expect(bench.reload(settingsOf([version('2', quoting(buyAt('57000')), 'other'), version('2', broken)], { limits }))).toMatch(message);
    bench.touch('59990', '60010', 1000);
    expect(bench.ladder().map((row) => row.split(' at ')[1])).toEqual(['59000', '58000']);
    expect(bench.commands('cancel')).toEqual([]);
    expect(bench.strategy()).toMatchObject({ state: 'running', reason: undefined });
    expect(bench.notices('refused')).toEqual([]);
  });

  it('a stream that ends while it is set up is a failure of its setup', () => {
    const ended = (): StrategyHandlers => {
      const stream = new Subject();
      stream.complete();
      return stream as unknown as StrategyHandlers;
    };
    const bench = new ReloadBench(settingsOf([version('1', quoting(buyAt('59000')))]));
    bench.touch('59990', '60010');
    expect(bench.reload(settingsOf([version('2', ended)]))).toMatch(/stream has ended/);
    expect(bench.strategy().state).toBe('running');
  });

  it('saves nothing of a setup that failed, and what one keeps once it is in force', () => {
    const keeping = (text: string, fails: boolean): StrategySettings => ({
      ...version(text, {}),
      definition: {
        about: '',
        params: {},
        setup: (_params: unknown, { context }: { readonly context: StrategyContext }) => {
          context.state.set('kept', text);
          if (fails) throw new Error('later');
          return {};
        },
      } as unknown as StrategySettings['definition'],
    });
    const bench = new ReloadBench(settingsOf([version('1', {})]));
    bench.touch('59990', '60010');
    bench.reload(settingsOf([keeping('2', true)]));
    expect(bench.notices('save-state')).toEqual([]);
    bench.reload(settingsOf([keeping('3', false)]));
    expect(bench.notices('save-state')).toMatchObject([{ strategy: 's', state: '{"kept":"3"}' }]);
  });

  it('cancels the orders of a strategy that is removed, and tells its position', () => {
    const bench = new ReloadBench(settingsOf([version('1', quoting(buyAt('59000', '0.1'))), version('1', {}, 'other')]));
    bench.touch('59990', '60010');
    bench.fill('order-1', dec('0.04'));
    bench.reload(settingsOf([version('1', {}, 'other')]));
    expect(bench.ladder()).toEqual([]);
    expect(bench.strategy()).toMatchObject({ state: 'stopped', reason: 'it is no longer in the configuration' });
    expect(bench.strategy().position.amount).toEqual(dec('0.04'));
    expect(bench.strategy('other').state).toBe('running');
  });

  it('keeps the orders of a strategy that is removed, where the daemon would at its end', () => {
    const bench = new ReloadBench(settingsOf([version('1', quoting(buyAt('59000')))]));
    bench.touch('59990', '60010');
    bench.reload(settingsOf([]), { onStop: 'keep' });
    bench.touch('59990', '60010', 10_000);
    bench.timer();
    expect(bench.ladder()).toHaveLength(1);
  });

  it('takes a strategy back that was removed, with its position', () => {
    const bench = new ReloadBench(settingsOf([version('1', quoting(buyAt('59000', '0.1')))]));
    bench.touch('59990', '60010');
    bench.fill('order-1', dec('0.04'));
    bench.reload(settingsOf([]));
    bench.reload(settingsOf([version('1', quoting(buyAt('58000')))]));
    bench.touch('59990', '60010', 1000);
    expect(bench.strategy()).toMatchObject({ state: 'running' });
    expect(bench.strategy().position.amount).toEqual(dec('0.04'));
    expect(bench.ladder().map((row) => row.split(' at ')[1])).toEqual(['58000']);
  });

  it('adds a strategy with what earlier lives have left of it, and nothing of others', () => {
    const bench = new ReloadBench(settingsOf([version('1', {})]));
    bench.touch('59990', '60010');
    const fills = [fillOf({ strategy: 'late', amount: dec('0.3') }), fillOf({ strategy: 's', amount: dec('7') })];
    const late = version('1', quoting(sellAt('61000')), 'late');
    bench.reload(settingsOf([version('1', {}), late]), {
      history: [{ type: 'restored', fills, conversions: [], orders: [], states: undefined }],
    });
    bench.touch('59990', '60010', 1000);
    expect(bench.strategy('late')).toMatchObject({ state: 'running' });
    expect(bench.strategy('late').position.amount).toEqual(dec('0.3'));
    expect(bench.strategy().position.amount).toEqual(dec('0'));
    expect(bench.ladder().map((row) => row.split(' at ')[1])).toEqual(['61000']);
  });

  it('leaves a strategy alone that stays the same, and gives it its budget', () => {
    let starts = 0;
    const same = version('1', { onStart: () => void starts++, ...quoting(buyAt('59000', '0.1')) });
    const budget = (amount: string): EngineSettings => settingsOf([same], { limits: limitsOf({ budgets: { s: euro(amount) } }) });
    const bench = new ReloadBench(budget('100'));
    bench.touch('59990', '60010');
    expect(bench.notices('refused')).toMatchObject([{ rule: 'budget' }]);
    bench.reload(budget('20000'));
    bench.touch('59990', '60010', 1000);
    expect(bench.ladder()).toHaveLength(1);
    expect(starts).toBe(1);
  });

  it('a paused strategy stays paused, and one that an error has stopped begins anew when it is replaced', () => {
    const throws = {
      onBook: (): never => {
        throw new Error('broken');
      },
    };
    const bench = new ReloadBench(settingsOf([version('1', quoting(buyAt('59000'))), version('1', throws, 'broken')]));
    bench.touch('59990', '60010');
    bench.operator({ type: 'pause', strategy: 's' });
    expect(bench.strategy('broken').state).toBe('stopped');
    bench.reload(settingsOf([version('2', quoting(buyAt('58000'))), version('2', {}, 'broken')]));
    bench.touch('59990', '60010', 1000);
    expect(bench.strategy()).toMatchObject({ state: 'paused', reason: 'the operator asked for it' });
    expect(bench.strategy('broken').state).toBe('running');
    bench.operator({ type: 'resume', strategy: 's' });
    bench.touch('59990', '60010', 1000);
    expect(bench.ladder().map((row) => row.split(' at ')[1])).toEqual(['58000']);
  });

  it('refuses other markets for a name that is there', () => {
    const bench = new ReloadBench(settingsOf([version('1', {}), { ...severalOf(() => ({}), undefined, 'wide'), version: '1' }]));
    expect(bench.reload(settingsOf([version('2', {}, 's', 'ETH/EUR')]))).toBe('s trades other markets than before');
    const other = { ...severalOf(() => ({}), { left: 'BTC/EUR' }, 'wide'), version: '2' };
    expect(bench.reload(settingsOf([version('1', {}), other]))).toBe('wide trades other markets than before');
  });

  it('candles of the version before are followed no longer, and those of one that failed neither', () => {
    const told: string[] = [];
    const following = (name: string, fails = false): StrategySettings => ({
      ...version(name, {}),
      definition: {
        about: '',
        params: {},
        setup: (_params: unknown, { context }: { readonly context: StrategyContext }) => {
          context.candles('1m');
          if (fails) throw new Error('no');
          return { onCandle: () => told.push(name) };
        },
      } as unknown as StrategySettings['definition'],
    });
    const bench = new ReloadBench(settingsOf([following('1')]));
    bench.touch('59990', '60010');
    bench.reload(settingsOf([following('broken', true)]));
    for (let i = 0; i < 3; i++) bench.touch('59990', '60010', 60_000);
    bench.reload(settingsOf([following('2')]));
    for (let i = 0; i < 3; i++) bench.touch('59990', '60010', 60_000);
    expect([...new Set(told)]).toEqual(['1', '2']);
    expect(told.lastIndexOf('1')).toBeLessThan(told.indexOf('2'));
  });

  it('means nothing to an engine that was given its settings for good', () => {
    const bench = new EngineBench(settingsOf([version('1', quoting(buyAt('59000')))]), { at: NOON });
    bench.touch('59990', '60010');
    expect(bench.send({ type: 'reload', revision: 1, config: 'c', onStop: 'cancel', history: [] })).toEqual([]);
    expect(bench.strategy().state).toBe('running');
  });
});
