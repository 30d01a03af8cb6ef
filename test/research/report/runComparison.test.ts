import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isFault } from '../../../src/base/fault.ts';
import { comparisonPage } from '../../../src/research/report/comparisonPage.ts';
import { firstDecisionDifference } from '../../../src/research/report/decisionDifference.ts';
import { compareRuns, sameMarket } from '../../../src/research/report/runComparison.ts';
import { readRunSummary, type RunSummary } from '../../../src/research/report/runSummary.ts';
import { writeReport } from '../../../src/research/report/writeReport.ts';
import { BANDS, type RunManifest } from '../../../src/research/runRecord.ts';
import { manifestOf, recordOf, seriesOf } from '../runFixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'compare-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function summary(name: string, manifest: Partial<RunManifest> = {}, end = 1000): Promise<RunSummary> {
  const place = join(folder, name);
  mkdirSync(place, { recursive: true });
  const run = recordOf({ equity: seriesOf({ equity: [1000, end] }) }, { id: name, ...manifest });
  writeFileSync(join(place, 'manifest.json'), JSON.stringify(run.manifest));
  await writeReport(place, run);
  return readRunSummary(place);
}

function events(name: string, lines: readonly string[]): string {
  for (const band of BANDS) {
    mkdirSync(join(folder, name, band), { recursive: true });
    writeFileSync(join(folder, name, band, 'events.jsonl'), band === 'optimistic' ? lines.map((line) => `${line}\n`).join('') : '');
  }
  return join(folder, name);
}

describe('compareRuns', () => {
  it('finds each input that differs, by the path of its name', { tags: 'long' }, async () => {
    const [strategy] = manifestOf().strategies;
    const changed = { strategies: [{ ...strategy!, params: { spreadBps: '30', levels: '2' } }], versions: { sluice: '0.2.0', node: '26' } };
    const { inputs } = compareRuns(await summary('a'), await summary('b', changed));
    expect(inputs).toEqual([
      { input: 'versions.sluice', a: '0.1.0', b: '0.2.0' },
      { input: 'strategies.btc-maker.params.spreadBps', a: '22.5', b: '30' },
      { input: 'strategies.btc-maker.params.size', a: '0.004', b: undefined },
      { input: 'strategies.btc-maker.params.levels', a: undefined, b: '2' },
    ]);
  });

  it('takes one figure from the other, and leaves out what neither has', { tags: 'long' }, async () => {
    const { figures } = compareRuns(await summary('a'), await summary('b', {}, 1010.1));
    expect(figures.find(({ name }) => name === 'profit')?.bands.fitted).toEqual({ a: 0, b: 10.1, difference: 10.1 });
    expect(figures.find(({ name }) => name === 'win_rate')?.bands.fitted).toEqual({ a: null, b: 1, difference: null });
    expect(figures.some(({ name }) => name === 'sharpe')).toBe(false);
  });

  it('takes no amount from one in another currency', { tags: 'long' }, async () => {
    const comparison = compareRuns(await summary('a'), await summary('b', { currency: 'USDC' }, 1010.1));
    const { figures } = comparison;
    expect(figures.find(({ name }) => name === 'profit')?.bands.fitted).toEqual({ a: 0, b: 10.1, difference: null });
    expect(figures.find(({ name }) => name === 'comp')?.bands.fitted.difference).toBe(0.0101);
    expect(comparisonPage(comparison, undefined)).toContain('Profit (EUR, USDC)');
  });

  it('compares decisions only on the same books', { tags: 'long' }, async () => {
    const a = await summary('a');
    expect(sameMarket(compareRuns(a, await summary('b', { seed: '9' })))).toBe(true);
    expect(sameMarket(compareRuns(a, await summary('b', { data: { 'BTC/EUR': 'x' } })))).toBe(false);
    expect(sameMarket(compareRuns(a, await summary('b', { to: 5 })))).toBe(false);
  });

  it('shows it as a page', { tags: 'long' }, async () => {
    const comparison = compareRuns(await summary('a'), await summary('b', { seed: '9' }, 990));
    const page = comparisonPage(comparison, { band: 'fitted', same: 3, a: '{"type":"place"}', b: undefined });
    expect(page).toMatch(/<th scope="row">seed<\/th>\s*<td>7<\/td>\s*<td>9<\/td>/);
    expect(page).toContain('After 3 decisions of the fitted band');
    expect(page).toContain('decided nothing more');
    expect(page).toContain('−10.00');
    expect(comparisonPage(compareRuns(await summary('a'), await summary('c')), undefined)).toContain('the same to the last byte');
  });

  it('reads only what is a run', async () => {
    const error: unknown = await readRunSummary(folder).catch((caught: unknown) => caught);
    expect(isFault(error) && error.code).toBe('not-found');
  });
});

describe('firstDecisionDifference', () => {
  const place = (price: number): string => `{"at":${price},"type":"place","price":"${price}"}`;
  const fill = '{"at":1,"type":"fill","price":"1"}';

  it('passes over what is no decision', async () => {
    const a = events('d1', [place(1), fill, place(2)]);
    const b = events('d2', [fill, place(1), place(2), fill]);
    expect(await firstDecisionDifference(a, b)).toBeUndefined();
  });

  it('shows both decisions, or that one run took none', async () => {
    const a = events('d1', [place(1), place(2)]);
    expect(await firstDecisionDifference(a, events('d2', [place(1), fill, place(3)]))).toEqual({
      band: 'optimistic',
      same: 1,
      a: place(2),
      b: place(3),
    });
    expect(await firstDecisionDifference(a, events('d2', [place(1)]))).toMatchObject({ same: 1, a: place(2), b: undefined });
  });
});
