import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTargets, shareOf, type Targets } from './allTargets.ts';
import { fuzz } from './fuzz.ts';
import { toldFailure } from './runFuzz.ts';

const EXECUTIONS = 1_000_000;
const SEED = 'ci';
/** Two minutes of one quiet core. */
const MOST_MS = 3_600_000;

let opened: Targets;

beforeAll(async () => {
  opened = await openTargets();
});
afterAll(() => opened.close());

it('a million executions break no promise of any reader', { timeout: MOST_MS }, async () => {
  const { targets } = opened;
  let sum = 0;
  const told: string[] = [];
  for (const target of targets) {
    const executions = shareOf(target, targets, EXECUTIONS);
    sum += executions;
    const failure = await fuzz(target, { seed: SEED, executions });
    if (failure !== undefined) told.push(await toldFailure(target, failure));
  }
  expect(told.join('\n')).toBe('');
  expect(sum).toBeGreaterThanOrEqual(EXECUTIONS);
});
