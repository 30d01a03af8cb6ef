import { readRunSummary, type RunSummary } from '../report/runSummary.ts';
import { type Band, BANDS } from '../runRecord.ts';
import { dec, ZERO } from '../../base/decimal.ts';
import { isFault } from '../../base/fault.ts';
import { storedRuns, type WrittenRun } from './storedRuns.ts';

/** A run in a list of them. */
export interface RunRow extends Omit<WrittenRun, 'folder'> {
  readonly currency: string;
  readonly strategies: readonly string[];
  /** What the strategies made, one value for each band, in the order pessimistic, fitted, optimistic. Null where it is not known. */
  readonly made: readonly (number | null)[];
  /** What the account would have made had it held what it began with. */
  readonly held: number | null;
  /** What the whole account made, by its strategies and by what it held. One value for each band. */
  readonly profit: readonly (number | null)[];
  /** Those of the fitted band, as fractions. */
  readonly deepestFall: number | null;
  readonly fills: number | null;
  /** Closing fills: those that brought a position nearer to zero. */
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
      made: BANDS.map((band) => madeIn(summary, band)),
      held: figure('fitted', 'hold_profit'),
      profit: BANDS.map((band) => figure(band, 'profit')),
      deepestFall: figure('fitted', 'max_drawdown_samples'),
      fills: figure('fitted', 'fills'),
      trips: figure('fitted', 'trades'),
      trouble: undefined,
    };
  } catch (error) {
    if (!isFault(error)) throw error;
    const nothing = { currency: '', strategies: [], made: [], held: null, profit: [], deepestFall: null, fills: null, trips: null };
    return { id, writtenAt, ...nothing, trouble: error.message };
  }
}

/** What all strategies together made in a band. Null where one of them is not known, as in a run of an older version. */
export function madeIn({ metrics: { answers } }: Pick<RunSummary, 'metrics'>, band: Band): number | null {
  const profits = answers?.strategies.map((strategy) => strategy[band].profit) ?? [null];
  const known = profits.filter((profit) => profit !== null);
  return known.length < profits.length
    ? null
    : known
        .map(dec)
        .reduce((sum, profit) => sum.plus(profit), ZERO)
        .toNumber();
}

/** Their names, from the inputs below them. */
export function strategiesOf({ inputs }: Pick<RunSummary, 'inputs'>): readonly string[] {
  const names = [...inputs.keys()].flatMap((path) => /^strategies\.(.+)\.use$/.exec(path)?.[1] ?? []);
  return [...new Set(names)];
}
