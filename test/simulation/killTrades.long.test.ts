import { expect, test } from 'vitest';
import { killTrades } from './killTrades.ts';

/** As many as a minute of CI carries; `npm run torture -- trades` does a thousand. */
const KILLS = 150;

test(
  'no leg of a trade is lost or doubled, and no trade gives more than it should, wherever it is killed',
  { timeout: 1_200_000 },
  async () => {
    const { kills, trades, whole, several, paths, episodes } = await killTrades('trades', KILLS);
    expect(episodes.map(({ seed, violation }) => ({ seed, violation }))).toEqual(
      episodes.map(({ seed }) => ({ seed, violation: undefined })),
    );
    expect(kills).toBeGreaterThanOrEqual(KILLS);
    expect(trades).toBeGreaterThan(KILLS / 6);
    // Most are whole in the end, by whatever life.
    expect(whole).toBeGreaterThan(trades / 2);
    expect(several).toBeGreaterThan(5);
    // Killed between two currencies, too.
    expect(paths).toBeGreaterThan(5);
  },
);
