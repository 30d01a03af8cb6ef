import { expect, it } from 'vitest';
import { redisMissing } from '../research/farm/redisServer.ts';
import { CannotGoOn } from '../cannotGoOn.ts';
import { strikeFarm } from './farmStrikes.ts';

it('a sweep whose workers are killed, stopped and cut off comes to the same bytes: windows, promotions and the order of the estimator', async ({
  skip,
}) => {
  const missing = redisMissing();
  if (missing !== undefined) skip(`NOT TESTED: ${missing}`);
  const told: string[] = [];
  const options = { seed: 4, workers: 10, trials: 24, minutes: 30, isQuick: true };
  const { struck, passesLost, here, byFarm, problems } = await strikeFarm({ ...options, onProgress: (line) => told.push(line) });
  expect(problems).toEqual([]);
  expect(byFarm).toMatchObject({ hash: here.hash, runs: here.runs, trials: 24, lines: here.lines });
  expect(Object.values(struck).every((count) => count > 0)).toBe(true);
  expect(passesLost).toBeGreaterThan(0);
  expect(told.at(-1)).toMatch(/^10 of 10 workers taken away, /);
});

it.each([
  ['/nowhere/node', /^a worker could not start \(-?\d+\): spawn \/nowhere\/node ENOENT$/],
  ['/bin/false', /^a worker could not start \(1\): it said nothing$/],
])('a sweep ends with what is wrong when its workers can not start: %s', async (node, message) => {
  const options = { seed: 4, workers: 10, trials: 6, minutes: 30, isQuick: true, node };
  const failed = await strikeFarm(options).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(CannotGoOn);
  expect((failed as Error).message).toMatch(message);
});
