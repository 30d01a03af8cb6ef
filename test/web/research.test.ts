import { describe, expect, it } from 'vitest';
import { chosenRuns, MOST_RUNS, withRun } from '../../web/pure/chosenRuns.ts';
import { bandCurves, fallCurve, gainCurves, movedSpan, type RunPoints, valueAt } from '../../web/pure/runCurves.ts';
import { differingInputs, figureIn, figureOf, figureRows, type Run } from '../../web/pure/runFigures.ts';

const points = (at: number[], fitted: number[]): RunPoints =>
  at.map((time, n) => ({
    at: time,
    equity: { pessimistic: fitted[n]! - 1, fitted: fitted[n]!, optimistic: fitted[n]! + 1 },
    hold: 50,
    exposure: 0,
  }));

const run = (id: string, inputs: Record<string, string>, names: readonly string[]): Run => ({
  id,
  folder: '/',
  currency: 'EUR',
  strategies: [],
  from: '',
  to: '',
  inputs,
  figures: names.map((name) => ({ name, label: name, group: 'x', unit: 'count', bands: { pessimistic: 1, fitted: null, optimistic: 2 } })),
  warnings: [],
});

describe('curves', () => {
  it('of one run are its bands and what holding would have been worth', () => {
    const { at, lines } = bandCurves(points([0, 1], [10, 20]));
    expect(at).toEqual([0, 1]);
    expect(lines.map(({ name, values }) => [name, values])).toEqual([
      ['optimistic', [11, 21]],
      ['pessimistic', [9, 19]],
      ['fitted', [10, 20]],
      ['if held', [50, 50]],
    ]);
  });

  it('of the fall are never above zero', () => {
    expect(fallCurve(points([0, 1, 2, 3], [10, 20, 5, 30])).lines[0]!.values).toEqual([0, 0, -15, 0]);
  });

  it('of several runs begin at zero, over the times of all', () => {
    const runs = [
      { name: 'a', points: points([0, 2], [10, 14]) },
      { name: 'b', points: points([1, 2], [100, 90]) },
    ];
    const curves = gainCurves(runs);
    expect(curves).toEqual({
      at: [0, 1, 2],
      lines: [
        { name: 'a', values: [0, null, 4] },
        { name: 'b', values: [null, 0, -10] },
      ],
    });
    expect([valueAt(curves, 0, 1), valueAt(curves, 1, 0), valueAt(curves, 1, 9)]).toEqual([0, undefined, -10]);
    expect(gainCurves([])).toEqual({ at: [], lines: [] });
  });

  it('are looked at closer and wider without leaving the run', () => {
    const whole = { from: 0, to: 80_000 };
    const close = movedSpan(whole, whole, 'in');
    expect(close).toEqual({ from: 20_000, to: 60_000 });
    expect(movedSpan(close, whole, 'later')).toEqual({ from: 40_000, to: 80_000 });
    expect(movedSpan(close, whole, 'earlier')).toEqual({ from: 0, to: 40_000 });
    expect(movedSpan(close, whole, 'out')).toEqual(whole);
    expect(movedSpan({ from: 0, to: 1000 }, whole, 'in')).toEqual({ from: 0, to: 1000 });
  });
});

describe('figures', () => {
  it('have their unit, and a dash where there is none', () => {
    expect([figureOf(0.0512, 'fraction'), figureOf(1204.5, 'currency'), figureOf(3, 'count'), figureOf(null, 'ratio')]).toEqual([
      '5.12 %',
      '1,204.50',
      '3',
      '–',
    ]);
    expect([figureOf(1.26, 'ratio'), figureOf(1.26, 'days'), figureOf(1.26, 'bps'), figureOf(undefined, 'bps')]).toEqual([
      '1.26',
      '1.3 d',
      '1.3 bp',
      '–',
    ]);
  });

  it('of several runs are those that any has, the important ones first', () => {
    const runs = [run('a', {}, ['zeta', 'trades', 'profit']), run('b', {}, ['fees'])];
    expect(figureRows(runs, false).map(({ name }) => name)).toEqual(['profit', 'trades', 'fees']);
    expect(figureRows(runs, true).map(({ name }) => name)).toEqual(['profit', 'trades', 'fees', 'zeta']);
    expect(figureIn(runs[0]!, 'trades')?.bands.optimistic).toBe(2);
    expect(figureIn(runs[1]!, 'trades')).toBeUndefined();
  });

  it('inputs that differ are named with the value of each run', () => {
    const runs = [run('a', { seed: '1', size: '2' }, []), run('b', { seed: '1', size: '3', only: 'x' }, [])];
    expect(differingInputs(runs, [])).toEqual([
      { input: 'only', values: [undefined, 'x'] },
      { input: 'size', values: ['2', '3'] },
    ]);
  });

  it('a parameter that a run left at its default has that', () => {
    const [use, smooth, size] = ['use', 'params.smooth', 'params.size'].map((name) => `strategies.m.${name}`) as [string, string, string];
    const runs = [run('a', { [use]: 'maker', [smooth]: '30', [size]: '1' }, []), run('b', { [use]: 'maker' }, [])];
    const known = [
      {
        use: 'maker',
        params: [
          { name: 'smooth', initial: '20' },
          { name: 'size', initial: '1' },
        ],
      },
    ];
    expect(differingInputs(runs, known)).toEqual([{ input: smooth, values: ['30', '20 (its default)'] }]);
    expect(differingInputs(runs, [])).toContainEqual({ input: smooth, values: ['30', 'its default'] });
    const other = [runs[0]!, run('c', {}, [])];
    expect(differingInputs(other, known)).toContainEqual({ input: smooth, values: ['30', undefined] });
  });
});

describe('the runs of an address', () => {
  it('are each once, at most four, and one is added or taken away', () => {
    expect(chosenRuns(undefined)).toEqual([]);
    expect(chosenRuns('a,b,a,,c,d,e')).toHaveLength(MOST_RUNS);
    expect(withRun(['a'], 'b', true)).toBe('a,b');
    expect(withRun(['a', 'b'], 'a', false)).toBe('b');
    expect(withRun(['a'], 'a', false)).toBeUndefined();
  });
});
