import { createHash, type Hash } from 'node:crypto';
import { closeSync, openSync, readdirSync, readSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { diskFault, onDisk } from '../../base/diskFault.ts';
import { isoOf } from '../../base/instant.ts';
import { jsonForPeople } from '../../base/json.ts';
import { csvCell } from '../../base/plainText.ts';
import type { Plot } from '../../model/plots.ts';
import { isAlive } from '../../store/isAlive.ts';
import { makeFolder } from '../../recording/makeFolder.ts';
import { type Band, type BandRun, BANDS, type EquitySeries, type RunRecord, type RunStrategy } from '../runRecord.ts';
import { LineFile } from './lineFile.ts';
import { writeRoundTrips } from './roundTripsFile.ts';

/**
 * A run on disk: `manifest.json`, and for each band a folder with `band.json`, `events.jsonl`, `fills.jsonl`, `fills.csv`,
 * `round-trips.csv`, `conversions.jsonl`, `equity.csv` and, where something was plotted, `plots.csv`. Nothing in it depends on the machine or the time. It is made beside its place and moved
 * there when it is complete; an earlier run of the same inputs gives way, and one that another process makes goes on beside it.
 *
 * Throws a `Fault` `store` when the disk refuses.
 */
export class RunFolder {
  readonly #runs: string;
  #path: string;
  readonly #partial: string;
  readonly #events: Readonly<Record<Band, LineFile>>;

  /** The id is the one that is known before the run. In the end the folder bears that of its manifest. */
  constructor(runs: string, id: string) {
    this.#runs = runs;
    this.#path = join(runs, id);
    this.#partial = `${this.#path}.${process.pid}.partial`;
    const partial = this.#partial;
    this.#events = this.#onDisk(() => {
      rmSync(partial, { recursive: true, force: true });
      for (const band of BANDS) makeFolder(join(partial, band));
      removeAbandoned(runs, id);
      const file = (band: Band): LineFile => new LineFile(join(partial, band, 'events.jsonl'));
      return { pessimistic: file('pessimistic'), fitted: file('fitted'), optimistic: file('optimistic') };
    });
  }

  /** Where it is, once it is finished. */
  get path(): string {
    return this.#path;
  }

  /** More of a band's events, whole lines. */
  story(band: Band, lines: Uint8Array): void {
    this.#events[band].bytes(lines);
  }

  /** Writes the rest, lets `more` add to the folder, and puts it in its place. Answers the hash of all of it. */
  async finish(record: RunRecord, more: (folder: string) => Promise<void> = async () => undefined): Promise<string> {
    const partial = this.#partial;
    this.#path = join(this.#runs, record.manifest.id);
    this.#onDisk(() => {
      for (const band of BANDS) this.#events[band].close();
      writeFileSync(join(partial, 'manifest.json'), `${jsonForPeople(record.manifest, 2)}\n`);
      for (const band of BANDS) writeBand(join(partial, band), record.bands[band], record.manifest.strategies);
    });
    try {
      await more(partial);
    } catch (error) {
      throw diskFault(this.#refused, error);
    }
    return this.#onDisk(() => {
      const hash = folderHash(partial);
      rmSync(this.#path, { recursive: true, force: true });
      renameSync(partial, this.#path);
      return hash;
    });
  }

  /** Leaves nothing behind of a run that did not come to its end. */
  discard(): void {
    for (const band of BANDS) this.#events[band].abandon();
    rmSync(this.#partial, { recursive: true, force: true });
  }

  #onDisk<T>(write: () => T): T {
    return onDisk(this.#refused, write);
  }

  get #refused(): string {
    return `the run ${this.#path} can't be written`;
  }
}

/** What a process that died left of the same run. One that lives may be making it at this moment. */
function removeAbandoned(runs: string, id: string): void {
  for (const name of readdirSync(runs)) {
    const pid = name.startsWith(`${id}.`) ? /^(\d+)\.partial$/.exec(name.slice(id.length + 1))?.[1] : undefined;
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(runs, name), { recursive: true, force: true });
  }
}

/** sha-256 over the names and contents of all files of a folder, in the order of their names. */
export function folderHash(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = files.map(({ parentPath, name }) =>
    join(parentPath, name)
      .slice(folder.length + 1)
      .replaceAll('\\', '/'),
  );
  const hash = createHash('sha256');
  const buffer = Buffer.alloc(HASHED_AT_ONCE);
  for (const name of names.sort()) hashFile(hash.update(`${name}\n`), join(folder, name), buffer);
  return hash.digest('hex');
}

const HASHED_AT_ONCE = 1 << 18;

/** In pieces: the events of a long run are large. */
function hashFile(hash: Hash, path: string, buffer: Buffer): void {
  const descriptor = openSync(path, 'r');
  try {
    for (let read = 1; read > 0;) {
      read = readSync(descriptor, buffer);
      hash.update(buffer.subarray(0, read));
    }
  } finally {
    closeSync(descriptor);
  }
}

function writeBand(folder: string, run: BandRun, strategies: readonly RunStrategy[]): void {
  const { fills, conversions, equity, plots = [], ...rest } = run;
  writeFileSync(join(folder, 'band.json'), `${jsonForPeople(rest, 2)}\n`);
  writeFills(folder, fills);
  writeRoundTrips(join(folder, 'round-trips.csv'), run, strategies);
  writeLines(join(folder, 'conversions.jsonl'), conversions, (conversion) => jsonForPeople({ ...conversion, intentId: undefined }));
  writeEquity(join(folder, 'equity.csv'), equity);
  if (plots.length > 0) writePlots(join(folder, 'plots.csv'), plots);
}

/** Twice, for programs and for spreadsheets: the texts are the same. */
function writeFills(folder: string, fills: BandRun['fills']): void {
  const lines = new LineFile(join(folder, 'fills.jsonl'));
  const rows = new LineFile(join(folder, 'fills.csv'));
  rows.line(FILL_COLUMNS);
  for (const { fill, mid, midAfter } of fills) {
    // An intent's id is ours alone and says nothing about the run.
    const { intentId: _intent, ...facts } = fill;
    const money = { price: fill.price.toFixed(), amount: fill.amount.toFixed(), fee: fill.fee.toFixed() };
    const mids = { mid: mid?.toFixed(), midAfter: midAfter.map((value) => value?.toFixed()) };
    lines.line(JSON.stringify({ ...facts, ...money, ...mids }));
    const { tradedAt, receivedAt, id, orderId, strategy, tag, symbol, side, type, feeCurrency, feeType } = fill;
    const texts = [isoOf(tradedAt), isoOf(receivedAt), id, orderId, strategy, tag, symbol, side, type];
    const row = [...texts, money.price, money.amount, money.fee, feeCurrency, feeType, mids.mid, ...mids.midAfter];
    rows.line(row.map(cell).join(','));
  }
  lines.close();
  rows.close();
}

const FILL_COLUMNS =
  'tradedAt,receivedAt,id,orderId,strategy,tag,symbol,side,type,price,amount,fee,feeCurrency,feeType,mid,mid1s,mid10s,mid60s';

function writeEquity(path: string, { at, equity, exposure, hold, mids }: EquitySeries): void {
  const symbols = Object.keys(mids);
  const file = new LineFile(path);
  file.line(['at', 'equity', 'exposure', 'hold', ...symbols].join(','));
  for (const [i, time] of at.entries()) {
    const numbers = [equity[i]!, exposure[i]!, hold[i]!, ...symbols.map((symbol) => mids[symbol]![i]!)];
    // A pair that was not shown by then has no mid yet.
    file.line([isoOf(time), ...numbers.map((value) => (Number.isNaN(value) ? '' : String(value)))].join(','));
  }
  file.close();
}

function writePlots(path: string, plots: readonly Plot[]): void {
  const file = new LineFile(path);
  file.line('at,strategy,name,value');
  for (const { strategy, name, points } of plots) {
    for (const { at, value } of points) file.line([isoOf(at), csvCell(strategy), csvCell(name), String(value)].join(','));
  }
  file.close();
}

function writeLines<T>(path: string, items: Iterable<T>, line: (item: T) => string): void {
  const file = new LineFile(path);
  for (const item of items) file.line(line(item));
  file.close();
}

function cell(value: string | undefined): string {
  if (value === undefined) return '';
  return /[",\n\r]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
