import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { runPicture } from '../../../src/research/report/runPicture.ts';
import { fillOf, recordOf, seriesOf, START } from '../runFixture.ts';

const to = START + 36_000_000;

function picture(mids: Record<string, number[]>): string {
  const equity = seriesOf({ at: [START, to], mids });
  return runPicture(recordOf({ equity, fills: [fillOf({ price: dec('49990') })] }, { to }));
}

describe(runPicture.name, () => {
  const svg = picture({ 'BTC/EUR': [50_000, 50_100], 'ETH/EUR': [2000, 2010] });

  it('is one file that stands alone: with its colours, and without scripts or anything to fetch', () => {
    expect(svg).toMatch(/^<svg\s+xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    const used = [...svg.matchAll(/var\((--\w+)\)/g)].map(([, name]) => name!);
    expect(used.length).toBeGreaterThan(10);
    expect(used.filter((name) => !svg.includes(`${name}:#`))).toEqual([]);
    expect(svg).not.toMatch(/<script|href=|url\(http/);
    expect([svg.match(/<svg/g)?.length, svg.match(/<\/svg>/g)?.length]).toEqual([4, 4]);
  });

  it('shows each market with its title and legend, and the equity below them', () => {
    const titles = [...svg.matchAll(/class="title">([^<]+)</g)].map(([, title]) => title);
    expect(titles).toEqual(['Price of BTC/EUR with fills', 'Price of ETH/EUR with fills', 'Equity and drawdown']);
    expect(svg).toContain('▲');
  });

  it('puts the charts below each other, and makes the same bytes of the same run', () => {
    const tops = [...svg.matchAll(/<svg x="0" y="(\d+)" width="960" height="(\d+)"/g)].map(
      ([, y, height]) => [Number(y), Number(height)] as const,
    );
    expect(tops).toHaveLength(3);
    for (const [i, [y, height]] of tops.entries()) expect(tops[i + 1]?.[0] ?? Infinity).toBeGreaterThanOrEqual(y + height);
    expect(picture({ 'BTC/EUR': [50_000, 50_100], 'ETH/EUR': [2000, 2010] })).toBe(svg);
  });
});
