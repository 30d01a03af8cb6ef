import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { Fault } from '../../base/fault.ts';
import type { TableCells } from '../../recording/export/parquetTable.ts';

/** How many rows stay in memory. */
const MOST_ROWS = 20_000;

interface Part {
  /** Where the file has earlier rows, oldest first. */
  readonly blocks: { readonly position: number; readonly length: number }[];
  rows: TableCells[];
}

/**
 * Sorts the rows of a table by the part that they belong to. They may come in any order, and those of one part are given back in
 * the order in which they came. What is too much for memory waits in a file without a name, which is gone with `close` or with
 * the process.
 */
export class PartRows {
  readonly #path: string;
  readonly #parts = new Map<string, Part>();
  #file: number | undefined;
  #end = 0;
  #inMemory = 0;

  /** The path is where the file is made. */
  constructor(path: string) {
    this.#path = path;
  }

  add(part: string, row: TableCells): void {
    let found = this.#parts.get(part);
    if (found === undefined) this.#parts.set(part, (found = { blocks: [], rows: [] }));
    found.rows.push(row);
    if (++this.#inMemory >= MOST_ROWS) this.#unload();
  }

  /** The parts that have rows, by name. */
  parts(): readonly string[] {
    return [...this.#parts.keys()].toSorted();
  }

  *rows(part: string): Generator<TableCells> {
    const { blocks, rows } = this.#parts.get(part) ?? { blocks: [], rows: [] };
    for (const { position, length } of blocks) {
      const block = Buffer.alloc(length);
      if (readSync(this.#file!, block, { position }) < length)
        throw new Fault('store', `rows of ${part} that were put by are not there any more`);
      yield* deserialize(block) as TableCells[];
    }
    yield* rows;
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #unload(): void {
    this.#file ??= this.#open();
    for (const part of this.#parts.values()) {
      if (part.rows.length === 0) continue;
      const block = serialize(part.rows);
      for (let at = 0; at < block.length;) at += writeSync(this.#file, block, at, block.length - at, this.#end + at);
      part.blocks.push({ position: this.#end, length: block.length });
      this.#end += block.length;
      part.rows = [];
    }
    this.#inMemory = 0;
  }

  #open(): number {
    const file = openSync(this.#path, 'w+', 0o600);
    rmSync(this.#path);
    return file;
  }
}
