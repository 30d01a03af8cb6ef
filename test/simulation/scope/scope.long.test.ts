import { expect, test } from 'vitest';
import { inProcess } from '../inProcess.ts';
import { SCENARIOS } from './scenarios.ts';
import type { Walk } from './walk.ts';

/** A minute of one quiet core. */
const MOST_MS = 3_600_000;

async function walked(...args: string[]): Promise<readonly Walk[]> {
  const { code, stdout, stderr } = await inProcess('scope/scope.ts', args);
  // How much there was; and of a way that breaks a promise, the command that tells its story.
  process.stdout.write(stdout);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Walk);
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

test(
  'small scope: every way through two intents with one fault, or a crash at any await, keeps the promises',
  { timeout: MOST_MS },
  async () => {
    const walks = await walked('--faults', '1');
    expect(walks).toHaveLength(SCENARIOS.length);
    expect(walks.every(({ isComplete }) => isComplete)).toBe(true);
    // Far less would be a walk that has lost its way.
    expect(sum(walks.flatMap(({ runs }) => runs))).toBeGreaterThan(400);
  },
);

test(
  'small scope: an order and its cancel, with a crash at any await and one more fault before or after it',
  { timeout: MOST_MS },
  async () => {
    const [whole, ...others] = await walked('--scenario', 'place-cancel', '--faults', '2');
    expect(others).toEqual([]);
    expect(whole).toMatchObject({ scenario: 'place-cancel', isComplete: true });
    expect(sum(whole!.runs)).toBeGreaterThan(700);
    expect(whole!.states).toBeGreaterThan(350);
  },
);
