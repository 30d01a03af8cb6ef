import { readRunSummary, type RunSummary } from '../report/runSummary.ts';
import { type Band, BANDS } from '../runRecord.ts';
import { isFault } from '../../base/fault.ts';
import { storedRuns, type WrittenRun } from './storedRuns.ts';

/** A run in a list of them. */
export interface RunRow extends Omit<WrittenRun, 'folder'> {
  readonly currency: string;
  readonly strategies: readonly string[];
  /** One value for each band, in the order pessimistic, fitted, optimistic. Null where there is none. */
  readonly profit: readonly (number | null)[];
  /** Those of the fitted band, as fractions. */
  readonly deepestFall: number | null;
  readonly trips: number | null;
  /** Why it can't be read; then nothing else of it is known. */
  readonly trouble: string | undefined;
}

/** The runs of a folder, the one that was written last first. */
export async function runList(folder: string, most: number): Promise<readonly RunRow[]> {
  const newest = storedRuns(folder)
    .toSorted((a, b) => b.writtenAt - a.writtenAt)
    .slice(0, most);
  const rows: RunRow[] = [];
  for (const run of newest) rows.push(await rowOf(run));
  return rows;
}

async function rowOf({ id, folder, writtenAt }: WrittenRun): Promise<RunRow> {
  try {
    const summary = await readRunSummary(folder);
    const { currency, metrics } = summary;
    const figure = (band: Band, name: string): number | null => metrics.bands[band].metrics[name] ?? null;
    return {
      id,
      writtenAt,
      currency,
      strategies: strategiesOf(summary),
      profit: BANDS.map((band) => figure(band, 'profit')),
      deepestFall: figure('fitted', 'max_drawdown_samples'),
      trips: figure('fitted', 'trades'),
      trouble: undefined,
    };
  } catch (error) {
    if (!isFault(error)) throw error;
    const nothing = { currency: '', strategies: [], profit: [], deepestFall: null, trips: null };
    return { id, writtenAt, ...nothing, trouble: error.message };
  }
}

/** Their names, from the inputs below them. */
export function strategiesOf({ inputs }: Pick<RunSummary, 'inputs'>): readonly string[] {
  const names = [...inputs.keys()].flatMap((path) => /^strategies\.(.+)\.use$/.exec(path)?.[1] ?? []);
  return [...new Set(names)];
}
