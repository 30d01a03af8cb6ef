import { expect, it } from 'vitest';
import { killDaemons } from './kills.ts';

it('a hundred kills of the real daemon under load: nothing lost, doubled, misbooked or left unresolved', async () => {
  const { atPoints, placed, executions, unresolved, problems } = await killDaemons({ seed: 11, kills: 100, faults: 0.03 });
  expect(problems).toEqual([]);
  expect(unresolved).toBe(0);
  expect(atPoints).toBeGreaterThan(20);
  expect(placed).toBeGreaterThan(50);
  expect(executions).toBeGreaterThan(20);
  // On a machine that is as busy as can be, a start takes many seconds.
}, 3_600_000);
