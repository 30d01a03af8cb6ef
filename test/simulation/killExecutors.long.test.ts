import { expect, test } from 'vitest';
import { killExecutors } from './killExecutors.ts';

/** As many as a minute of CI carries; `npm run torture -- executors` does a thousand. */
const KILLS = 150;

test(
  'the parts of a worked order never come to more than its amount, and to what it says, wherever it is killed',
  { timeout: 1_200_000 },
  async () => {
    const { kills, parents, parts, told, whole, episodes } = await killExecutors('executors', KILLS);
    expect(episodes.map(({ seed, violation }) => ({ seed, violation }))).toEqual(
      episodes.map(({ seed }) => ({ seed, violation: undefined })),
    );
    expect(kills).toBeGreaterThanOrEqual(KILLS);
    expect(parents).toBeGreaterThan(KILLS / 6);
    expect(parts).toBeGreaterThan(parents);
    expect(told).toBeGreaterThan(parents / 4);
    expect(whole).toBeGreaterThan(parents / 10);
  },
);
