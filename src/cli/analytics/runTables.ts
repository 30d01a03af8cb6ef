import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Decimal, decimalFrom } from '../../base/decimal.ts';
import { Fault } from '../../base/fault.ts';
import type { Instant } from '../../base/instant.ts';
import type { TableColumn } from '../../recording/export/parquetTable.ts';
import type { MetricsFile } from '../../research/report/metricsFiles.ts';
import { type Band, BANDS, type RunManifest } from '../../research/runRecord.ts';
import type { StoredRun } from '../../research/storedRuns/storedRuns.ts';
import type { PartedTable } from './partedTable.ts';
import { valueOf } from './valueOf.ts';

/** A figure of one band of a run. */
interface MetricRow {
  readonly run: string;
  /** When the run begins. */
  readonly from: Instant;
  readonly band: Band;
  readonly metric: string;
  readonly value: number | undefined;
}

/** A fill of one band of a run, as its `fills.jsonl` has it. */
interface RunFillRow {
  readonly run: string;
  readonly band: Band;
  readonly line: Readonly<Record<string, unknown>>;
}

const RUN_COLUMNS: readonly TableColumn<RunManifest>[] = [
  { name: 'run', kind: 'text', value: ({ id }) => id },
  { name: 'from_at', kind: 'time', value: ({ from }) => from },
  { name: 'to_at', kind: 'time', value: ({ to }) => to },
  { name: 'snapshots', kind: 'number', value: ({ snapshots }) => snapshots },
  { name: 'seed', kind: 'text', value: ({ seed }) => seed },
  { name: 'currency', kind: 'text', value: ({ currency }) => currency },
  { name: 'config_hash', kind: 'text', value: ({ config }) => config },
  { name: 'data_hashes', kind: 'text', value: ({ data }) => JSON.stringify(data) },
  { name: 'code_hashes', kind: 'text', value: ({ code }) => JSON.stringify(code) },
  { name: 'strategies', kind: 'text', value: ({ strategies }) => JSON.stringify(strategies) },
];

const METRIC_COLUMNS: readonly TableColumn<MetricRow>[] = [
  { name: 'run', kind: 'text', value: ({ run }) => run },
  { name: 'band', kind: 'text', value: ({ band }) => band },
  { name: 'metric', kind: 'text', value: ({ metric }) => metric },
  { name: 'value', kind: 'number', value: ({ value }) => value },
];

const RUN_FILL_COLUMNS: readonly TableColumn<RunFillRow>[] = [
  { name: 'run', kind: 'text', value: ({ run }) => run },
  { name: 'band', kind: 'text', value: ({ band }) => band },
  { name: 'traded_at', kind: 'time', value: (row) => timeIn(row, 'tradedAt') },
  ...(['id', 'orderId', 'strategy', 'tag', 'side', 'type'] as const).map(textColumn),
  decimalColumn('price', 'price'),
  decimalColumn('amount', 'amount'),
  { name: 'value', kind: 'decimal', value: (row) => valueOf(decimalIn(row, 'price'), decimalIn(row, 'amount')) },
  decimalColumn('fee', 'fee'),
  textColumn('feeCurrency'),
  textColumn('feeType'),
  decimalColumn('mid', 'mid'),
  ...[1, 10, 60].map((seconds, i) => decimalColumn(`mid_${seconds}s`, 'midAfter', i)),
];

/** Every backtest, by the day on which what it read begins. */
export const RUN_TABLE: PartedTable<RunManifest> = { name: 'runs', columns: RUN_COLUMNS, dayAt: ({ from }) => from };

/** Every figure, by the day of its run. */
export const METRIC_TABLE: PartedTable<MetricRow> = { name: 'run_metrics', columns: METRIC_COLUMNS, dayAt: ({ from }) => from };

/** Every fill of every band, by its own day, as those of the account are. */
export const RUN_FILL_TABLE: PartedTable<RunFillRow> = {
  name: 'run_fills',
  columns: RUN_FILL_COLUMNS,
  dayAt: (row) => timeIn(row, 'tradedAt'),
  symbol: symbolIn,
};

function textColumn(key: string): TableColumn<RunFillRow> {
  return {
    name: key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    kind: 'text',
    value: ({ line: { [key]: value } }) => (typeof value === 'string' ? value : undefined),
  };
}

function decimalColumn(name: string, key: string, at?: number): TableColumn<RunFillRow> {
  return { name, kind: 'decimal', value: (row) => decimalIn(row, key, at) };
}

function decimalIn({ run, band, line }: RunFillRow, key: string, at?: number): Decimal | undefined {
  const text = at === undefined ? line[key] : (line[key] as readonly unknown[])[at];
  if (text === undefined || text === null) return undefined;
  const value = typeof text === 'string' ? decimalFrom(text) : undefined;
  if (value === undefined)
    throw new Fault('store', `run ${run}, ${band}/fills.jsonl: ${key} is ${JSON.stringify(text)}: expected a decimal`);
  return value;
}

function timeIn({ run, band, line }: RunFillRow, key: string): Instant {
  const at = line[key];
  if (typeof at !== 'number')
    throw new Fault('store', `run ${run}, ${band}/fills.jsonl: ${key} is ${JSON.stringify(at)}: expected milliseconds`);
  return at;
}

function symbolIn({ run, band, line: { symbol } }: RunFillRow): string {
  if (typeof symbol !== 'string')
    throw new Fault('store', `run ${run}, ${band}/fills.jsonl: symbol is ${JSON.stringify(symbol)}: expected a pair`);
  return symbol;
}

export function* manifests(runs: readonly StoredRun[]): Generator<RunManifest> {
  for (const run of runs) yield manifestOf(run);
}

function manifestOf({ folder }: StoredRun): RunManifest {
  return JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as RunManifest;
}

/** Every figure of every band. A run whose report was not written has none. */
export function* metricRows(runs: readonly StoredRun[]): Generator<MetricRow> {
  for (const run of runs) {
    const file = join(run.folder, 'metrics.json');
    if (!existsSync(file)) continue;
    const { from } = manifestOf(run);
    const { bands } = JSON.parse(readFileSync(file, 'utf8')) as MetricsFile;
    for (const band of BANDS) {
      for (const [metric, value] of Object.entries(bands[band].metrics)) {
        yield { run: run.id, from, band, metric, value: value ?? undefined };
      }
    }
  }
}

/** Line by line, since a run may have millions of fills. */
export async function* runFillRows(runs: readonly StoredRun[]): AsyncGenerator<RunFillRow> {
  for (const { id: run, folder } of runs) {
    for (const band of BANDS) {
      const lines = createInterface({ input: createReadStream(join(folder, band, 'fills.jsonl')), crlfDelay: Infinity });
      for await (const text of lines) yield { run, band, line: JSON.parse(text) as Readonly<Record<string, unknown>> };
    }
  }
}
