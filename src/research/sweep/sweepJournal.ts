import { closeSync, fdatasyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { diskFault } from '../../base/diskFault.ts';
import { Fault, messageOf } from '../../base/fault.ts';
import { linesIn } from './linesIn.ts';
import type { TrialResult } from './trial.ts';

/** Identifies a run of a sweep: a trial of a window, on a rung or out of sample. */
export interface RunKey {
  readonly window: number;
  /** The number within the window. */
  readonly trial: number;
  readonly rung: number | 'out';
}

type Params = Readonly<Record<string, string>>;

interface Entry {
  readonly key: RunKey;
  readonly params: Params;
  readonly state: 'complete' | 'failed';
  readonly result: TrialResult;
}

interface Header {
  readonly sweep?: unknown;
  readonly version?: unknown;
}

const VERSION = 1;

/**
 * The results so far, one line of JSON per run. Each is on disk before it is reported, so after a crash only the runs that were
 * under way are made again. An incomplete last line is cut off.
 *
 * Throws a `Fault`: `store` when the disk refuses or the file is damaged, `schema-newer` for a file of a later version.
 */
export class SweepJournal {
  readonly #path: string;
  readonly #file: number;
  readonly #known = new Map<string, Entry>();

  /** Continues the file when there is one. */
  constructor(path: string, id: string) {
    this.#path = path;
    try {
      this.#file = openSync(path, 'a+');
      const bytes = readFileSync(this.#file);
      const end = bytes.lastIndexOf(0x0a) + 1;
      if (end < bytes.length) ftruncateSync(this.#file, end);
      if (end === 0) this.#write({ sweep: id, version: VERSION });
      else this.#read(linesIn(bytes), id);
    } catch (error) {
      throw diskFault(this.#refused, error);
    }
  }

  /** How many runs are known. */
  get size(): number {
    return this.#known.size;
  }

  /** The result of a run. Undefined when it was not made. */
  known(key: RunKey, params: Params): TrialResult | undefined {
    const entry = this.#known.get(keyText(key));
    if (entry === undefined) return undefined;
    if (JSON.stringify(entry.params) !== JSON.stringify(params)) {
      throw new Fault('store', `${this.#path}: ${keyText(key)} was tried with other parameters; the file is of another sweep`, {
        suggestion: 'begin the sweep again with --yes',
      });
    }
    return entry.result;
  }

  record(key: RunKey, params: Params, result: TrialResult): void {
    const entry: Entry = { key, params, state: result.error === undefined ? 'complete' : 'failed', result };
    try {
      this.#write(entry);
      fdatasyncSync(this.#file);
    } catch (error) {
      throw diskFault(this.#refused, error);
    }
    this.#known.set(keyText(key), entry);
  }

  close(): void {
    closeSync(this.#file);
  }

  #read(lines: Iterable<Buffer>, id: string): void {
    let number = 0;
    for (const line of lines) {
      const parsed = this.#parsed(line.toString(), ++number);
      if (number === 1) this.#checkHeader(parsed as Header, id);
      else this.#known.set(keyText((parsed as Entry).key), parsed as Entry);
    }
  }

  #checkHeader(header: Header, id: string): void {
    if (typeof header.version === 'number' && header.version > VERSION)
      throw new Fault('schema-newer', `${this.#path} is of version ${header.version}; this program reads ${VERSION}`);
    if (header.sweep !== id) throw new Fault('store', `${this.#path} is of the sweep ${String(header.sweep)}, not of ${id}`);
  }

  #parsed(line: string, number: number): unknown {
    try {
      return JSON.parse(line);
    } catch (error) {
      throw new Fault('store', `${this.#path}:${number}: no JSON: ${messageOf(error)}`, {
        suggestion: 'remove that line, or begin the sweep again with --yes',
        cause: error,
      });
    }
  }

  #write(value: unknown): void {
    const bytes = Buffer.from(`${JSON.stringify(value)}\n`);
    for (let done = 0; done < bytes.length;) done += writeSync(this.#file, bytes, done);
  }

  get #refused(): string {
    return `${this.#path} can't be written`;
  }
}

function keyText({ window, trial, rung }: RunKey): string {
  return `window ${window}, trial ${trial}, ${rung === 'out' ? 'out of sample' : `rung ${rung}`}`;
}
