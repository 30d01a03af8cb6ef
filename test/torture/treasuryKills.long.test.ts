import { expect, it } from 'vitest';
import { killTreasuries } from './treasuryKills.ts';

it('a hundred kills of the real treasury while it pays: no row is paid twice, and each says what became of it', async () => {
  const told: string[] = [];
  const kills = await killTreasuries({ seed: 5, kills: 100, onProgress: (line) => told.push(line) });
  const { atPoints, betweenAnswers, rows, completed, foundAgain, decided, problems } = kills;
  expect(problems).toEqual([]);
  expect(rows).toBeGreaterThan(200);
  expect(completed).toBeGreaterThan(180);
  expect(atPoints).toBeGreaterThan(20);
  expect(betweenAnswers).toBeGreaterThan(5);
  // A sender that repeats what it has no answer for pays each of these twice, so the test can see it.
  expect(foundAgain, `${decided} were decided by a person`).toBeGreaterThan(0);
  expect(told.at(-1)).toMatch(/^100 of 100 kills, /);
  // On a machine that is as busy as can be, a start takes many seconds.
}, 3_600_000);

it('the check sees what a sender does that pays again whatever has no answer', async () => {
  const { betweenAnswers, problems } = await killTreasuries({ seed: 5, kills: 40, isNaive: true });
  expect(betweenAnswers).toBeGreaterThan(0);
  expect(problems.length).toBeGreaterThan(0);
  expect(problems.filter((problem) => !problem.startsWith('doubled: '))).toEqual([]);
}, 3_600_000);
