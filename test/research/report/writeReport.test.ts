import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { metricNames } from '../../../src/research/metrics/metrics.ts';
import { writeReport } from '../../../src/research/report/writeReport.ts';
import type { MetricsFile } from '../../../src/research/report/metricsFiles.ts';
import { livelyRecord, recordOf } from '../runFixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'report-'));
afterAll(() => rmSync(folder, { recursive: true }));

const FILES = ['metrics.csv', 'metrics.json', 'report.html'];

describe('writeReport', () => {
  it('adds the metrics and the page to the folder of a run, the same bytes each time', { tags: 'long' }, async () => {
    const { metrics } = await writeReport(folder, livelyRecord(8));
    const read = (): string[] => FILES.map((name) => readFileSync(join(folder, name), 'utf8'));
    const first = read();
    expect(readdirSync(folder).toSorted()).toEqual(FILES);
    await writeReport(folder, livelyRecord(8));
    expect(read()).toEqual(first);
    expect(metrics.optimistic.band).toBe('optimistic');
  });

  it('writes every figure of every band by name, and why one is null', { tags: 'long' }, async () => {
    await writeReport(folder, livelyRecord(3));
    const file = JSON.parse(readFileSync(join(folder, 'metrics.json'), 'utf8')) as MetricsFile;
    expect(Object.keys(file.bands)).toEqual(['pessimistic', 'fitted', 'optimistic']);
    expect(Object.keys(file.bands.fitted.metrics)).toEqual(metricNames());
    expect(file.bands.fitted.metrics['sharpe']).toBeNull();
    expect(file.bands.fitted.because['sharpe']).toBe('needs 7 days of returns, and there are 4');
    expect(file.about['sharpe']).toEqual({ label: 'Sharpe', group: 'risk', unit: 'ratio' });
    expect(file.bands.fitted.metrics['comp']).toBeTypeOf('number');
    expect(file.bands.pessimistic.refusals).toEqual({ 'btc-maker': { 'max-order-value': 3, 'price-collar': 41, 'rate-budget': 12 } });
  });

  it('writes what draws came to, and between what nine of ten lie', { tags: 'long' }, async () => {
    const draws = [10, 20, 30].map((profit) => ({ profit, fills: 2 * profit, max_drawdown_samples: null }));
    await writeReport(folder, { ...livelyRecord(3), draws });
    const file = JSON.parse(readFileSync(join(folder, 'metrics.json'), 'utf8')) as MetricsFile;
    expect(file.draws).toEqual({ intervals: { profit: { low: 11, high: 29 }, fills: { low: 22, high: 58 } }, each: draws });
    const text = readFileSync(join(folder, 'report.html'), 'utf8')
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ');
    expect(text).toMatch(/Fitted, drawn anew 5 % lie below fitted 5 % lie above Profit \(EUR\) 11\.00 \S+ 29\.00 /);
    expect(text).toContain('other takers that know where the price stands in the next half minute');
    expect(text).toContain('the fitted run may lie beside them');
    expect(text).toContain('meant for an account of several strategies: of one by itself it held the truth in 33 to 99 of 100 markets');
    expect(text).toContain('3 runs of the fitted band');
  });

  it('writes a table that a spreadsheet opens', async () => {
    await writeReport(folder, recordOf());
    const lines = readFileSync(join(folder, 'metrics.csv'), 'utf8').split('\r\n');
    expect(lines[0]).toBe('name,label,unit,pessimistic,fitted,optimistic,hold');
    expect(lines).toContain('comp,Cumulative Return,fraction,0,0,0,0');
    expect(lines).toContain('sharpe,Sharpe,ratio,,,,');
    expect(new Set(lines.slice(0, -1).map((line) => line.split(',').length))).toEqual(new Set([7]));
  });
});
