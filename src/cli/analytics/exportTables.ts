import { join } from 'node:path';
import { diskFault } from '../../base/diskFault.ts';
import { DAY_MS, type Instant } from '../../base/instant.ts';
import { exportParquet } from '../../recording/export/exportParquet.ts';
import { cellsOf, parquetOfCells } from '../../recording/export/parquetTable.ts';
import { listRecordings } from '../../recording/listRecordings.ts';
import { makeFolder } from '../../recording/makeFolder.ts';
import type { MarketCursor } from '../../recording/marketCursor.ts';
import { openMarket } from '../../recording/openMarket.ts';
import type { RecordingRange } from '../../recording/recordingCursor.ts';
import type { LocalStore } from '../localStore.ts';
import type { StoredRun } from '../../research/storedRuns/storedRuns.ts';
import { writeWhole } from '../writeWhole.ts';
import { FILL_TABLE } from './fillTable.ts';
import { gapTable } from './gapTable.ts';
import { ledgerTable } from './ledgerTable.ts';
import type { PartedTable } from './partedTable.ts';
import { emptyPartPath, partPath } from './partPath.ts';
import { PartRows } from './partRows.ts';
import { removeOtherParts } from './removeOtherParts.ts';
import { manifests, METRIC_TABLE, metricRows, RUN_FILL_TABLE, RUN_TABLE, runFillRows } from './runTables.ts';
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
    await this.#parts(FILL_TABLE, eachOf(fillLog.history(Number.MIN_SAFE_INTEGER)));
  }

  /** Throws a `Fault` `not-found` when the ledger has not begun. */
  async ledger({ ledger }: LocalStore): Promise<void> {
    await ledger.history((history) => this.#write('ledger.parquet', ledgerTable(history)));
  }

  async runs(runs: readonly StoredRun[]): Promise<void> {
    await this.#parts(RUN_TABLE, manifests(runs));
    await this.#parts(METRIC_TABLE, metricRows(runs));
    await this.#parts(RUN_FILL_TABLE, runFillRows(runs));
  }

  /** A file for each kind of record, day and symbol. One without rows is there too, so that queries over all of them have a file to read. */
  async recordings(data: string, { from = -Infinity, to = Infinity }: RecordingRange): Promise<void> {
    for (const { symbol, files } of listRecordings(data)) {
      const days = new Set(files.map(({ day }) => day).filter((day) => day + DAY_MS > from && day < to));
      for (const day of days) await this.#day(day, symbol, () => openMarket(data, symbol, { from: day, to: day + DAY_MS }));
    }
  }

  async #day(day: Instant, symbol: string, open: () => MarketCursor): Promise<void> {
    const place = partPath(day, symbol);
    await this.#write(`books/${place}`, exportParquet(open()));
    await this.#write(`statistics/${place}`, statisticsTable(open()));
    await this.#write(`gaps/${place}`, gapTable(open()));
  }

  /** A file for each part that has rows. A part that the table has no longer is removed once the others are there. */
  async #parts<T>({ name, columns, dayAt, symbol }: PartedTable<T>, rows: AsyncIterable<T> | Iterable<T>): Promise<void> {
    const sorted = new PartRows(join(this.#folder, `${name}.${process.pid}.partial`));
    try {
      makeFolder(this.#folder);
      for await (const row of rows) sorted.add(partPath(dayAt(row), symbol?.(row)), cellsOf(columns, row));
      const found = sorted.parts();
      const paths = found.length > 0 ? found : [emptyPartPath(symbol !== undefined)];
      for (const path of paths) await this.#write(`${name}/${path}`, parquetOfCells(name, columns, sorted.rows(path)));
      removeOtherParts(join(this.#folder, name), paths);
    } catch (error) {
      throw diskFault(`${name} can't be exported`, error);
    } finally {
      sorted.close();
    }
  }

  async #write(path: string, pieces: Pieces): Promise<void> {
    const file = join(this.#folder, path);
    makeFolder(join(file, '..'));
    await writeWhole(file, pieces);
    this.#written(path);
  }
}

async function* eachOf<T>(pages: AsyncIterable<readonly T[]>): AsyncGenerator<T> {
  for await (const page of pages) yield* page;
}
