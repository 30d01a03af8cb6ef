import { expect, it } from 'vitest';
import { killTreasuries } from './treasuryKills.ts';

it('a hundred kills of the real treasury while it pays: no row is paid twice, and each says what became of it', async () => {
  const { atPoints, rows, completed, foundAgain, decided, problems } = await killTreasuries({ seed: 5, kills: 100 });
  expect(problems).toEqual([]);
  expect(rows).toBeGreaterThan(200);
  expect(completed).toBeGreaterThan(180);
  expect(atPoints).toBeGreaterThan(20);
  // A sender that repeats what it has no answer for pays each of these twice, so the test can see it.
  // Whether a kill falls between a payment and its answer is up to the machine: where none of a hundred did, others follow.
  let found = foundAgain;
  for (let seed = 6; found === 0 && seed < 12; seed++) {
    const more = await killTreasuries({ seed, kills: 100 });
    expect(more.problems).toEqual([]);
    found += more.foundAgain;
  }
  expect(found, `${decided} were decided by a person`).toBeGreaterThan(0);
  // On a machine that is as busy as can be, a start takes many seconds.
}, 3_600_000);
