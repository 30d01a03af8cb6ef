import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { Connection, SqliteError, SqlValue } from '../../src/store/connection.ts';

/** What stands between a process and its disk: it waits as long as the disk takes, and never comes back for one that is gone. */
export interface DiskGate {
  /** `sql` is about to be done, or was done and the process does not know it yet. Throws what the disk throws. */
  pass(moment: 'before' | 'after', sql: string): Promise<void> | undefined;
}

const CODES: Readonly<Record<number, string>> = {
  1: 'SQLITE_ERROR',
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  19: 'SQLITE_CONSTRAINT',
};

/**
 * A disk that outlives processes: real sqlite, whose statements take no time of their own. A commit is kept from the moment it is
 * done, whoever hears of it, which is what WAL with `synchronous=FULL` promises; what was not committed is gone after a crash.
 */
export class Disk {
  readonly #database = new DatabaseSync(':memory:');
  readonly #statements = new Map<string, StatementSync>();
  #isFull = false;
  #hasTables = false;

  /** Nobody needs it any more. */
  close(): void {
    this.#database.close();
  }

  /** The process ended, wherever it was. */
  crash(): void {
    if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
  }

  /** A reading of what is on the disk, for those who check it. Before the first life has made its tables there is nothing. */
  read<Row>(sql: string, ...values: SQLInputValue[]): readonly Row[] {
    this.#hasTables ||=
      !this.#database.isTransaction && this.#statement("SELECT 1 FROM sqlite_schema WHERE type = 'table'").all().length > 0;
    if (!this.#hasTables) return [];
    return this.#statement(sql).all(...values) as Row[];
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction;
  }

  /** From now on nothing can be added to it, or something can again. */
  fill(isFull: boolean): void {
    this.#isFull = isFull;
  }

  connect(gate: DiskGate): Connection {
    return {
      run: (sql, ...values) => this.#through(gate, sql, () => Number(this.#statement(sql).run(...values).changes)),
      get: async <Row>(sql: string, ...values: SqlValue[]) =>
        (await this.#through(gate, sql, () => this.#statement(sql).all(...values) as Row[]))[0],
      all: <Row>(sql: string, ...values: SqlValue[]) => this.#through(gate, sql, () => this.#statement(sql).all(...values) as Row[]),
      exec: (sql) => this.#through(gate, sql, () => this.#database.exec(sql)),
      close: () => Promise.resolve(),
    };
  }

  async #through<T>(gate: DiskGate, sql: string, work: () => T): Promise<T> {
    const before = gate.pass('before', sql);
    if (before !== undefined) await before;
    const result = this.#done(sql, work);
    const after = gate.pass('after', sql);
    if (after !== undefined) await after;
    return result;
  }

  #done<T>(sql: string, work: () => T): T {
    if (this.#isFull && /^\s*(?:INSERT|UPDATE)/.test(sql)) throw sqliteError('SQLITE_FULL', 'database or disk is full');
    try {
      return work();
    } catch (error) {
      const { errcode, message } = error as { errcode?: number; message: string };
      if (errcode === undefined) throw error;
      throw sqliteError(CODES[errcode & 0xff] ?? 'SQLITE_ERROR', message);
    }
  }

  #statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) this.#statements.set(sql, (statement = this.#database.prepare(sql)));
    return statement;
  }
}

function sqliteError(code: string, message: string): SqliteError {
  return Object.assign(new Error(`${code}: ${message}`), { code });
}
