import { describe, expect, it } from 'vitest';
import { Plots } from '../../src/model/plots.ts';

describe(Plots, () => {
  it('keeps the last value of each second, by strategy and name', () => {
    const plots = new Plots();
    for (const at of [0, 400, 999, 1000, 2500]) plots.add('maker', 'fair', 100 + at, at);
    plots.add('grid', 'fair', 5, 3000);
    plots.add('maker', 'edge', -1, 3000);
    expect(plots.of('maker')).toEqual([
      {
        strategy: 'maker',
        name: 'fair',
        points: [
          { at: 999, value: 1099 },
          { at: 1000, value: 1100 },
          { at: 2500, value: 2600 },
        ],
      },
      { strategy: 'maker', name: 'edge', points: [{ at: 3000, value: -1 }] },
    ]);
    expect(plots.all().map(({ strategy, name }) => `${strategy} ${name}`)).toEqual(['maker fair', 'maker edge', 'grid fair']);
    expect(plots.of('nobody')).toEqual([]);
  });

  it('stays bounded however long it runs, with its last value and equal stretches', { tags: 'long' }, () => {
    const plots = new Plots();
    const lastAt = 30 * 86_400_000;
    for (let at = 0; at <= lastAt; at += 1000) plots.add('maker', 'fair', at, at);
    const { points } = plots.of('maker')[0]!;
    expect(points.length).toBeGreaterThan(200);
    expect(points.length).toBeLessThan(480);
    expect(points.at(-1)).toEqual({ at: lastAt, value: lastAt });
    const apart = points.slice(1, -1).map(({ at }, i) => at - points[i]!.at);
    expect(new Set(apart).size).toBe(1);
  });

  it('ends its halving where the clock stood still or was set back', () => {
    const plots = new Plots();
    for (let n = 0; n < 5000; n++) plots.add('maker', 'fair', n, n % 2 === 0 ? 1_000_000 : 0);
    expect(plots.of('maker')[0]!.points.length).toBeLessThan(480);
  });

  it('leaves out what is no number, a name that is too long, and names without end', () => {
    const plots = new Plots();
    for (const value of [NaN, Infinity, -Infinity, 'text' as unknown as number]) plots.add('maker', 'fair', value, 0);
    plots.add('maker', 'x'.repeat(81), 1, 0);
    expect(plots.of('maker')).toEqual([]);
    for (let n = 0; n < 1000; n++) plots.add('maker', `name ${n}`, n, 0);
    expect(plots.of('maker')).toHaveLength(20);
  });
});
