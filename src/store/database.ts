import { AssertionFault } from '../base/assert.ts';
import type { Clock } from '../base/clock.ts';
import { Fault, messageOf } from '../base/fault.ts';
import { oneAtATime } from '../base/oneAtATime.ts';
import type { Connection, Session, SqlValue } from './connection.ts';
import { StoreAway } from './storeAway.ts';
import { isFatal, storeFault } from './storeFault.ts';

/** How many calls may wait for their turn. */
const MAX_WAITING = 10_000;

/**
 * One connection behind one queue. Single statements and whole transactions take turns, so that two async callers never meet
 * inside one BEGIN..COMMIT. Every error is a Fault `store` with the driver's error as its cause.
 *
 * After an I/O error or damage it refuses everything, since a flush that failed must not be tried again on the same handle.
 */
export class Database implements Session {
  readonly engine: 'sqlite' | 'postgres';
  readonly #connection: Connection;
  readonly #clock: Clock;
  readonly #oneAtATime = oneAtATime();
  #waiting = 0;
  #broken: Fault | undefined;
  #closing: Promise<void> | undefined;
  #onWrite: () => void = () => undefined;

  /** A Postgres checks every reference by itself, when it is made. */
  constructor(connection: Connection, clock: Clock, engine: 'sqlite' | 'postgres' = 'sqlite') {
    this.engine = engine;
    this.#connection = connection;
    this.#clock = clock;
  }

  run(sql: string, ...values: SqlValue[]): Promise<number> {
    return this.#inTurn(async () => {
      const changed = await this.#connection.run(sql, ...values);
      if (changed > 0) this.#onWrite();
      return changed;
    });
  }

  get<Row>(sql: string, ...values: SqlValue[]): Promise<Row | undefined> {
    return this.#inTurn(() => this.#connection.get<Row>(sql, ...values));
  }

  all<Row>(sql: string, ...values: SqlValue[]): Promise<readonly Row[]> {
    return this.#inTurn(() => this.#connection.all<Row>(sql, ...values));
  }

  exec(sql: string): Promise<void> {
    return this.#inTurn(() => this.#connection.exec(sql));
  }

  /**
   * Writes all of `work` or none of it. Where a server went away in between, `work` is called again. It must use the session that it is given: a call to the database itself would wait
   * for its own transaction.
   */
  transaction<T>(work: (session: Session & Pick<Connection, 'exec'>) => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      await this.#connection.run('BEGIN IMMEDIATE');
      try {
        const result = await work(this.#connection);
        await this.#connection.run('COMMIT');
        this.#onWrite();
        return result;
      } catch (error) {
        await this.#rollBack();
        throw error;
      }
    });
  }

  /** Reads everything that `work` asks for as it was at the first reading, whatever others write meanwhile. It may be called again. */
  reading<T>(work: (session: Pick<Session, 'get' | 'all'>) => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      await this.#connection.run('BEGIN');
      try {
        return await work(this.#connection);
      } finally {
        await this.#rollBack();
      }
    });
  }

  /** `listener` is called after each write, when it is on disk and before its caller goes on. */
  afterEachWrite(listener: () => void): void {
    this.#onWrite = listener;
  }

  /** Waits for what is queued, then closes. */
  close(): Promise<void> {
    this.#connection.abandon?.();
    this.#closing ??= this.#clock.track(this.#oneAtATime(() => this.#connection.close()));
    return this.#closing;
  }

  #inTurn<T>(job: () => Promise<T>): Promise<T> {
    if (this.#closing !== undefined) return Promise.reject(new Fault('store', 'the store is closed'));
    if (this.#waiting >= MAX_WAITING) {
      return Promise.reject(new Fault('store', `the store has ${MAX_WAITING} calls waiting; the disk does not keep up`));
    }
    this.#waiting++;
    return this.#clock.track(this.#oneAtATime(() => this.#perform(job)));
  }

  async #perform<T>(job: () => Promise<T>): Promise<T> {
    this.#waiting--;
    for (;;) {
      if (this.#broken !== undefined) throw this.#broken;
      try {
        return await job();
      } catch (error) {
        // Nothing of it is done. The connection waits for its server.
        if (error instanceof StoreAway) continue;
        if (error instanceof AssertionFault) throw error;
        if (isFatal(error)) this.#broken = storeFault('the database failed and is not used any more', error);
        throw storeFault('the database refused', error);
      }
    }
  }

  async #rollBack(): Promise<void> {
    try {
      await this.#connection.run('ROLLBACK');
    } catch (error) {
      // After a full disk or an I/O error, sqlite has rolled back by itself.
      if (!messageOf(error).includes('no transaction is active')) this.#broken = storeFault('the database could not roll back', error);
    }
  }
}
