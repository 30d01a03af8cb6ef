import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunRecord } from '../runRecord.ts';
import { metricsCsv, metricsJson } from './metricsFiles.ts';
import { type ReportFigures, reportFigures } from './reportFigures.ts';

/** Adds `metrics.json`, `metrics.csv` and `report.html` to a run's folder. Returns what is in them. */
export async function writeReport(folder: string, record: RunRecord): Promise<ReportFigures> {
  const figures = reportFigures(record);
  const { metrics, answers } = figures;
  await writeFile(join(folder, 'metrics.json'), metricsJson(metrics, answers, record));
  await writeFile(join(folder, 'metrics.csv'), metricsCsv(metrics));
  // The code that draws charts takes 15 MB, so it is loaded after the run, when the run's memory is free.
  const { reportPage } = await import('./reportPage.ts');
  await writeFile(join(folder, 'report.html'), reportPage(record, figures));
  return figures;
}
