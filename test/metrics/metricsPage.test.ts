import { describe, expect, it } from 'vitest';
import { METRIC_ROWS, metricsPage } from './metricsPage.ts';

describe(metricsPage.name, () => {
  // Rewritten by: npx vitest run test/metrics/metricsPage.test.ts -u
  it('is what docs/reference/metrics.md says', async () => {
    await expect(metricsPage()).toMatchFileSnapshot('../../docs/reference/metrics.md');
  });

  it('names each figure once, as Prometheus names them', () => {
    const names = METRIC_ROWS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^sluice_[a-z_]+$/.test(name))).toEqual([]);
    const counters = METRIC_ROWS.filter(({ type }) => type === 'counter').map(({ name }) => name);
    expect(counters.length).toBeGreaterThan(4);
    expect(counters.filter((name) => !name.endsWith('_total'))).toEqual([]);
  });
});
