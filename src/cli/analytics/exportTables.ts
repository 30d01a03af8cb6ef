import { join } from 'node:path';
import { DAY_MS, type Instant, isoOf } from '../../base/instant.ts';
import { exportParquet } from '../../recording/export/exportParquet.ts';
import { parquetTable } from '../../recording/export/parquetTable.ts';
import { listRecordings } from '../../recording/listRecordings.ts';
import { makeFolder } from '../../recording/makeFolder.ts';
import type { MarketCursor } from '../../recording/marketCursor.ts';
import { openMarket } from '../../recording/openMarket.ts';
import type { RecordingRange } from '../../recording/recordingCursor.ts';
import type { LocalStore } from '../localStore.ts';
import type { StoredRun } from '../../research/storedRuns/storedRuns.ts';
import { writeWhole } from '../writeWhole.ts';
import { fillTable } from './fillTable.ts';
import { gapTable } from './gapTable.ts';
import { ledgerTable } from './ledgerTable.ts';
import { manifests, METRIC_COLUMNS, metricRows, RUN_COLUMNS, RUN_FILL_COLUMNS, runFillRows } from './runTables.ts';
import { statisticsTable } from './statisticsTable.ts';

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Puts files of Parquet into a folder, each whole or not at all, and tells of each by its path from there. */
export class TableExport {
  readonly #folder: string;
  readonly #written: (path: string) => void;

  constructor(folder: string, written: (path: string) => void) {
    this.#folder = folder;
    this.#written = written;
  }

  async fills({ fillLog }: LocalStore): Promise<void> {
    await this.#write('fills.parquet', fillTable(fillLog.history(Number.MIN_SAFE_INTEGER)));
  }

  /** Throws a `Fault` `not-found` when the ledger has not begun. */
  async ledger({ ledger }: LocalStore): Promise<void> {
    await ledger.history((history) => this.#write('ledger.parquet', ledgerTable(history)));
  }

  async runs(runs: readonly StoredRun[]): Promise<void> {
    await this.#write('runs.parquet', parquetTable('runs', RUN_COLUMNS, manifests(runs)));
    await this.#write('run_metrics.parquet', parquetTable('run_metrics', METRIC_COLUMNS, metricRows(runs)));
    await this.#write('run_fills.parquet', parquetTable('run_fills', RUN_FILL_COLUMNS, runFillRows(runs)));
  }

  /** A file for each kind of record, day and symbol. One without rows is there too, so that queries over all of them have a file to read. */
  async recordings(data: string, { from = -Infinity, to = Infinity }: RecordingRange): Promise<void> {
    for (const { symbol, files } of listRecordings(data)) {
      const days = new Set(files.map(({ day }) => day).filter((day) => day + DAY_MS > from && day < to));
      for (const day of days) await this.#day(day, symbol, () => openMarket(data, symbol, { from: day, to: day + DAY_MS }));
    }
  }

  async #day(day: Instant, symbol: string, open: () => MarketCursor): Promise<void> {
    const place = `day=${isoOf(day).slice(0, 10)}/symbol=${encodeURIComponent(symbol)}/part.parquet`;
    await this.#write(`books/${place}`, exportParquet(open()));
    await this.#write(`statistics/${place}`, statisticsTable(open()));
    await this.#write(`gaps/${place}`, gapTable(open()));
  }

  async #write(path: string, pieces: Pieces): Promise<void> {
    const file = join(this.#folder, path);
    makeFolder(join(file, '..'));
    await writeWhole(file, pieces);
    this.#written(path);
  }
}
