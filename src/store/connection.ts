import sqlite3 from 'sqlite3';
import { assert } from '../base/assert.ts';

export type SqlValue = string | number | null;

/** Where a statement can run: on a whole database, or inside one of its transactions. */
export interface Session {
  /** Returns the number of rows that were changed. */
  run(sql: string, ...values: SqlValue[]): Promise<number>;
  /** Returns the first row. `Row` has the columns that the statement names. The tables are STRICT, so their types hold. */
  get<Row>(sql: string, ...values: SqlValue[]): Promise<Row | undefined>;
  all<Row>(sql: string, ...values: SqlValue[]): Promise<readonly Row[]>;
}

/** The errors of the driver. `code` is the primary result code, such as `SQLITE_FULL`. */
export interface SqliteError extends Error {
  readonly code: string;
}

type Settle<T> = [resolve: (value: T) => void, reject: (reason: Error) => void];

/** One connection to a database. It has no queue: a caller waits for one call before it makes the next. */
export interface Connection extends Session {
  /** Runs several statements without values. */
  exec(sql: string): Promise<void>;
  close(): Promise<void>;
  /** Makes a connection that waits for its server wait no more: whoever waits is refused. */
  abandon?(): void;
}

/** Opens a file, or `:memory:`. For `read` the file must exist. A port: a simulation gives a disk that can be cut off at any moment. */
export type OpenConnection = (path: string, access: 'write' | 'read') => Promise<Connection>;

const MAX_STATEMENTS = 128;

/** A connection of the driver, with promises and a cache of prepared statements. */
class DriverConnection implements Connection {
  readonly #handle: sqlite3.Database;
  readonly #statements = new Map<string, sqlite3.Statement>();

  constructor(handle: sqlite3.Database) {
    this.#handle = handle;
  }

  run(sql: string, ...values: SqlValue[]): Promise<number> {
    return this.#with(sql, (statement, resolve, reject) => {
      statement.run(values, function (this: sqlite3.RunResult, error: Error | null) {
        if (error === null) resolve(this.changes);
        else reject(error);
      });
    });
  }

  async get<Row>(sql: string, ...values: SqlValue[]): Promise<Row | undefined> {
    // The driver's own `get` leaves its statement open after the first row, and with it a read transaction.
    return (await this.all<Row>(sql, ...values))[0];
  }

  all<Row>(sql: string, ...values: SqlValue[]): Promise<readonly Row[]> {
    return this.#with(sql, (statement, resolve, reject) => {
      statement.all<Row>(values, (error, rows) => (error === null ? resolve(rows) : reject(error)));
    });
  }

  exec(sql: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#handle.exec(sql, (error) => (error === null ? resolve() : reject(error)));
    });
  }

  async close(): Promise<void> {
    for (const statement of this.#statements.values()) await finalized(statement);
    this.#statements.clear();
    return new Promise((resolve, reject) => {
      this.#handle.close((error) => (error === null ? resolve() : reject(error)));
    });
  }

  async #with<T>(sql: string, use: (statement: sqlite3.Statement, ...settle: Settle<T>) => void): Promise<T> {
    const statement = await this.#prepare(sql);
    try {
      return await new Promise<T>((resolve, reject) => use(statement, resolve, reject));
    } catch (error) {
      // A statement that met a lock stays under way until it is finalized, and no transaction could commit beside it.
      this.#statements.delete(sql);
      await finalized(statement);
      throw error;
    }
  }

  async #prepare(sql: string): Promise<sqlite3.Statement> {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = await new Promise<sqlite3.Statement>((resolve, reject) => {
      const prepared: sqlite3.Statement = this.#handle.prepare(sql, (error) => (error === null ? resolve(prepared) : reject(error)));
    });
    assert(!this.#statements.has(sql), 'a connection is used by one caller at a time');
    this.#statements.set(sql, statement);
    if (this.#statements.size > MAX_STATEMENTS) await this.#dropOldest();
    return statement;
  }

  async #dropOldest(): Promise<void> {
    for (const [sql, statement] of this.#statements) {
      this.#statements.delete(sql);
      return finalized(statement);
    }
  }
}

/** Opens it with the driver. */
export function openConnection(path: string, access: 'write' | 'read'): Promise<Connection> {
  const mode = access === 'read' ? sqlite3.OPEN_READONLY : sqlite3.OPEN_READWRITE | sqlite3.OPEN_CREATE;
  return new Promise((resolve, reject) => {
    const handle: sqlite3.Database = new sqlite3.Database(path, mode, (error) =>
      error === null ? resolve(new DriverConnection(handle)) : reject(error),
    );
  });
}

/** The result code of a driver's error. Undefined for any other error. */
export function sqliteCodeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = (error as Partial<SqliteError>).code;
  return typeof code === 'string' && code.startsWith('SQLITE_') ? code : undefined;
}

function finalized(statement: sqlite3.Statement): Promise<void> {
  // An error here would be that of the statement's last run, which has been reported already.
  return new Promise((resolve) => {
    statement.finalize(() => resolve());
  });
}
