import { expect, it } from 'vitest';
import { planRows } from '../../../src/cli/planRows.ts';
import { withAfterwards } from '../../../src/daemon/reload/afterwards.ts';
import type { StrategyRow } from '../../../src/daemon/reload/configPlan.ts';

const row = (strategy: string, change: StrategyRow['change'] = 'replaced'): StrategyRow => ({ strategy, change, because: ['code'] });

it('a plan says which strategies start again, and which stay as they are', () => {
  const rows = [
    row('runs'),
    row('erred'),
    row('paused'),
    row('asked'),
    row('gone', 'removed'),
    row('new', 'added'),
    row('back', 'added'),
    row('anew', 'added'),
  ];
  const planned = withAfterwards(rows, [
    { name: 'runs', state: 'running', standing: undefined },
    { name: 'erred', state: 'stopped', standing: undefined },
    { name: 'paused', state: 'paused', standing: 'paused' },
    { name: 'asked', state: 'stopped', standing: 'stopped' },
    { name: 'gone', state: 'stopped', standing: undefined },
    { name: 'anew', state: 'stopped', standing: undefined },
    { name: 'back', state: 'stopped', standing: 'paused' },
  ]);
  expect(planned.map(({ strategy, afterwards }) => [strategy, afterwards])).toEqual([
    ['runs', undefined],
    ['erred', 'starts again'],
    ['paused', 'stays paused'],
    ['asked', 'stays stopped'],
    ['gone', undefined],
    ['new', undefined],
    ['back', 'stays paused'],
    ['anew', undefined],
  ]);
  expect(planRows({ settings: [], strategies: planned, orders: [] })[1]!.effect).toBe(
    'replaced (code): it keeps its position and what it has saved, and starts again',
  );
});
