import { expect, it, vi } from 'vitest';

// Names have places for the life of a thread, and tests that ran in this one before may have taken them all.
vi.resetModules();
const { callMark, markOf, RUNNING, runningText } = await import('../../src/engine/runningHandler.ts');
const { EngineBench } = await import('./engineBench.ts');
const { settingsOf, strategyOf } = await import('./fixtures.ts');

it('says what of which strategy is being called, and nothing in between', () => {
  const seen: unknown[] = [];
  const see = (): void => void seen.push(runningText(RUNNING));
  const throwing = (): void => {
    see();
    throw new Error('boom');
  };
  const bench = new EngineBench(
    settingsOf([strategyOf({ onBook: see, onStart: see }, 'first'), strategyOf({ onBook: throwing, onStop: see }, 'segundo, año')]),
  );
  bench.send({ type: 'set-up' });
  bench.touch('60000', '60010');
  expect(seen).toEqual(expect.arrayContaining(['onStart of first', 'onBook of first', 'onBook of segundo, año', 'onStop of segundo, año']));
  expect(runningText(RUNNING)).toBeUndefined();
});

it('knows no name that is longer than its place, and a call that it does not know by its strategy alone', () => {
  const mark = (value: number): Int32Array => new Int32Array([value]);
  expect(runningText({ ...RUNNING, mark: mark(markOf('n'.repeat(64)) + callMark('onBook')) })).toBeUndefined();
  expect(runningText({ ...RUNNING, mark: mark(markOf('n'.repeat(63)) + callMark('another')) })).toBe('n'.repeat(63));
});
