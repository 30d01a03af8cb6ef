import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metrics } from '../metrics/metrics.ts';
import { metricsOfBands } from '../metrics/metrics.ts';
import type { Band, RunRecord } from '../runRecord.ts';
import { metricsCsv, metricsJson } from './metricsFiles.ts';

/** Adds `metrics.json`, `metrics.csv` and `report.html` to a run's folder. Returns the metrics in them. */
export async function writeReport(folder: string, record: RunRecord): Promise<Record<Band, Metrics>> {
  const metrics = metricsOfBands(record);
  await writeFile(join(folder, 'metrics.json'), metricsJson(metrics, record));
  await writeFile(join(folder, 'metrics.csv'), metricsCsv(metrics));
  // The code that draws charts takes 15 MB, so it is loaded after the run, when the run's memory is free.
  const { reportPage } = await import('./reportPage.ts');
  await writeFile(join(folder, 'report.html'), reportPage(record, metrics));
  return metrics;
}
