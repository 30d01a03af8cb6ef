import { describe, expect, it } from 'vitest';
import { RecentIds } from '../../src/engine/recentIds.ts';

const GENERATION = 32_768;
const LEAST = 4 * GENERATION;
const MOST = 5 * GENERATION;

describe('recent ids', () => {
  it('are remembered once', () => {
    const ids = new RecentIds();
    expect(ids.has('7.1')).toBe(false);
    expect(ids.add('7.1')).toBe(true);
    expect(ids.add('7.1')).toBe(false);
    expect(ids.has('7.1')).toBe(true);
  });

  it('are always the last 131,072, and never more than a quarter more', { tags: 'long' }, () => {
    const ids = new RecentIds();
    for (let last = 0; last < 2 * MOST; last++) {
      if (!ids.add(String(last))) expect.fail(`${last} is new`);
      if (last % 5000 !== 0 && last % GENERATION > 2) continue;
      for (const back of [0, 1, 1000, GENERATION, LEAST - 1])
        if (back <= last) expect(ids.has(String(last - back)), `${back} before ${last}`).toBe(true);
      expect(ids.has(String(last - MOST)), `long before ${last}`).toBe(false);
    }
  });
});
