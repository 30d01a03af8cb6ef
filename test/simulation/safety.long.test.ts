import { expect, test } from 'vitest';
import { inProcess } from './inProcess.ts';

/** For each of two processes. */
const STEPS = 900_000;
const LIVE_STEPS = 100_000;
/** Six minutes on two quiet cores. */
const MOST_MS = 3_600_000;

interface Summary {
  readonly steps: number;
  readonly requests: number;
  readonly crashes: number;
  readonly violations: number;
  readonly trace: string;
}

async function simulated(...args: string[]): Promise<Summary> {
  const { code, stdout, stderr } = await inProcess('simulate.ts', args);
  // A failing seed tells its story.
  expect({ code, stderr, story: code === 0 ? '' : stdout }).toEqual({ code: 0, stderr: '', story: '' });
  return JSON.parse(stdout) as Summary;
}

/** Two processes, each with every other episode. */
async function inTwo(...args: string[]): Promise<Omit<Summary, 'trace'>> {
  const parts = await Promise.all(['1/2', '2/2'].map((part) => simulated(...args, '--part', part, '--shrink')));
  const sum = (of: (part: Summary) => number): number => parts.reduce((total, part) => total + of(part), 0);
  return {
    steps: sum(({ steps }) => steps),
    requests: sum(({ requests }) => requests),
    crashes: sum(({ crashes }) => crashes),
    violations: sum(({ violations }) => violations),
  };
}

test('eighteen hundred thousand steps of the real code under faults without end break no promise', { timeout: MOST_MS }, async () => {
  const parts = await inTwo('--seed', 'ci', '--steps', String(STEPS));
  expect(parts.violations).toBe(0);
  expect(parts.steps).toBeGreaterThanOrEqual(2 * STEPS);
  // It was no quiet time.
  expect(parts.requests).toBeGreaterThan(20_000);
  expect(parts.crashes).toBeGreaterThan(500);
});

test('and where the faults end, every outcome is settled and every lane opens', { timeout: MOST_MS }, async () => {
  const parts = await inTwo('--seed', 'live', '--mode', 'liveness', '--steps', String(LIVE_STEPS));
  expect(parts.violations).toBe(0);
  expect(parts.steps).toBeGreaterThanOrEqual(2 * LIVE_STEPS);
  expect(parts.crashes).toBeGreaterThan(10);
});

test('nor do three orders a lane whose outcome nobody knows', { timeout: MOST_MS }, async () => {
  const parts = await inTwo('--seed', 'beside', '--unknown', '3', '--steps', String(LIVE_STEPS));
  expect(parts.violations).toBe(0);
  expect(parts.steps).toBeGreaterThanOrEqual(2 * LIVE_STEPS);
  expect(parts.crashes).toBeGreaterThan(10);
});

test('and beside three unknown orders a lane, every outcome is settled and every lane opens', { timeout: MOST_MS }, async () => {
  const parts = await inTwo('--seed', 'live', '--mode', 'liveness', '--unknown', '3', '--steps', String(LIVE_STEPS / 2));
  expect(parts.violations).toBe(0);
  expect(parts.steps).toBeGreaterThanOrEqual(LIVE_STEPS);
  expect(parts.crashes).toBeGreaterThan(10);
});

test('nor do brackets and stops, which never sell more than was bought', { timeout: MOST_MS }, async () => {
  const parts = await inTwo('--seed', 'brackets', '--brackets', '--steps', String(LIVE_STEPS));
  expect(parts.violations).toBe(0);
  expect(parts.steps).toBeGreaterThanOrEqual(2 * LIVE_STEPS);
  expect(parts.crashes).toBeGreaterThan(100);
});

test('the same seed is the same story in another process', async () => {
  const [first, second, other] = await Promise.all(['7', '7', '8'].map((seed) => simulated('--seed', seed, '--hours', '0.3')));
  expect(second).toEqual(first);
  expect(other!.trace).not.toBe(first!.trace);
});
