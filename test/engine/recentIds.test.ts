import { describe, expect, it } from 'vitest';
import { RecentIds } from '../../src/engine/recentIds.ts';

const LEAST = 32_768;

describe('recent ids', () => {
  it('are remembered once', () => {
    const ids = new RecentIds();
    expect(ids.has('7.1')).toBe(false);
    expect(ids.add('7.1')).toBe(true);
    expect(ids.add('7.1')).toBe(false);
    expect(ids.has('7.1')).toBe(true);
  });

  it('are always the last 32,768, and never more than twice as many', () => {
    const ids = new RecentIds();
    for (let last = 0; last < 4 * LEAST; last++) {
      expect(ids.add(String(last))).toBe(true);
      if (last % 1000 !== 0 && last % LEAST > 2) continue;
      for (const back of [0, 1, 1000, LEAST - 1])
        if (back <= last) expect(ids.has(String(last - back)), `${back} before ${last}`).toBe(true);
      expect(ids.has(String(last - 2 * LEAST)), `long before ${last}`).toBe(false);
    }
  });
});
