import { expect, it } from 'vitest';
import { plotCharts } from '../../../src/research/report/plotCharts.ts';
import { livelyRecord, START } from '../runFixture.ts';

it('has a chart for each name with its range in words, twelve at most, and says where the others are', () => {
  const record = livelyRecord();
  expect(plotCharts(record)).toEqual([]);
  const points = [60_000.5, -2, 59_000].map((value, n) => ({ at: START + n * 60_000, value }));
  const plots = Array.from({ length: 15 }, (_, n) => ({ strategy: 'maker', name: `line ${n}`, points }));
  const charts = plotCharts({ ...record, bands: { ...record.bands, fitted: { ...record.bands.fitted, plots } } });
  expect(charts.map(({ title }) => title)).toEqual(plots.slice(0, 12).map(({ name }) => `${name}, plotted by maker`));
  expect(charts[0]!.about).toBe('From −2 to 60,000.5, at the end 59,000 (fitted).');
  expect(charts[11]!.about).toContain('3 more are in fitted/plots.csv.');
  expect(new Set(charts.map(({ id }) => id)).size).toBe(12);
});
