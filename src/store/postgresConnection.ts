import { type Clock, sleep } from '../base/clock.ts';
import { Fault, messageOf } from '../base/fault.ts';
import type { Connection, SqlValue } from './connection.ts';
import { postgresSchema, postgresSql } from './postgresDialect.ts';
import type { PostgresSession } from './postgresSession.ts';
import { storedText } from './postgresText.ts';
import { StoreAway } from './storeAway.ts';

export interface PostgresConnectionOptions {
  /** Opens a session with everything that has to hold for it, when the server has ended those of the same name. */
  readonly open: () => Promise<PostgresSession>;
  readonly first: PostgresSession;
  /** For people. */
  readonly shown: string;
  readonly clock: Clock;
  /** Told when the server is away, and when it is back. */
  readonly onTrouble: (message: string) => void;
}

const WAIT_MS = 250;
const MOST_WAIT_MS = 5000;

/**
 * A connection to Postgres in the words of sqlite. It comes back by itself: while the server is away, a call waits for it; what was under
 * way when it went away rejects with `StoreAway`, and is to be asked for once more.
 *
 * Once it is fenced, every change is a transaction that first looks whether the epoch is still ours, and holds it until its end: whoever
 * takes over waits for that, and after it nothing of ours is written. The count of changes that each transaction begins with tells,
 * when the answer to a commit is lost, whether it was done.
 */
export class PostgresConnection implements Connection {
  readonly #options: PostgresConnectionOptions;
  readonly #names = new Map<string, { readonly name: string; readonly text: string }>();
  #session: PostgresSession;
  #isInside = false;
  #epoch: number | undefined;
  #changes = 0;
  #failures = 0;
  /** The last one that people were told. */
  #reason: string | undefined;
  readonly #closing = new AbortController();

  constructor(options: PostgresConnectionOptions) {
    this.#options = options;
    this.#session = options.first;
  }

  /** From now on everything is written as the owner of this epoch, or not at all. */
  fence(epoch: number): void {
    this.#epoch = epoch;
  }

  async run(sql: string, ...values: SqlValue[]): Promise<number> {
    switch (sql) {
      case 'BEGIN IMMEDIATE':
        return this.#begin();
      case 'BEGIN':
        return this.#enter('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      case 'COMMIT':
        return this.#commit();
      case 'ROLLBACK':
        return this.#rollBack();
    }
    if (this.#isInside || this.#epoch === undefined) return (await this.#ask(sql, values)).rowCount ?? 0;
    await this.#begin();
    try {
      const { rowCount } = await this.#ask(sql, values);
      await this.#commit();
      return rowCount ?? 0;
    } catch (error) {
      await this.#rollBack();
      throw error;
    }
  }

  async get<Row>(sql: string, ...values: SqlValue[]): Promise<Row | undefined> {
    return (await this.all<Row>(sql, ...values))[0];
  }

  async all<Row>(sql: string, ...values: SqlValue[]): Promise<readonly Row[]> {
    return (await this.#ask(sql, values)).rows as readonly Row[];
  }

  async exec(sql: string): Promise<void> {
    await this.#asked(async (session) => session.several(postgresSchema(sql)));
  }

  async close(): Promise<void> {
    this.abandon();
    await this.#session.close();
  }

  abandon(): void {
    this.#closing.abort();
  }

  #ask(sql: string, values: readonly SqlValue[]) {
    let known = this.#names.get(sql);
    if (known === undefined) {
      known = { name: `s${this.#names.size}`, text: postgresSql(sql) };
      this.#names.set(sql, known);
    }
    const { name, text } = known;
    return this.#asked((session) =>
      session.one(
        text,
        values.map((value) => (typeof value === 'string' ? storedText(value) : value)),
        name,
      ),
    );
  }

  /** Outside of a transaction it waits for the server; inside of one, a lost session has taken the transaction with it. */
  async #asked<T>(ask: (session: PostgresSession) => Promise<T>): Promise<T> {
    const session = this.#isInside ? this.#session : await this.#connected();
    try {
      const answer = await ask(session);
      // A server that is full may still be read, so that an owner is told of nothing but a commit.
      if (this.#epoch === undefined) this.#isBack();
      return answer;
    } catch (error) {
      if (error instanceof StoreAway) this.#lost(error);
      throw error;
    }
  }

  async #begin(): Promise<number> {
    if (this.#epoch === undefined) return this.#enter('BEGIN');
    const found = await this.#asked((session) =>
      session.several('BEGIN; SELECT owner.epoch, mark.changes FROM owner, mark FOR SHARE OF owner'),
    );
    this.#isInside = true;
    const { epoch, changes } = found.rows[0] as { readonly epoch: number; readonly changes: number };
    if (epoch !== this.#epoch) {
      await this.#rollBack();
      throw overtaken();
    }
    this.#changes = changes;
    return 0;
  }

  async #enter(sql: string): Promise<number> {
    await this.#asked((session) => session.several(sql));
    this.#isInside = true;
    return 0;
  }

  async #commit(): Promise<number> {
    const session = this.#session;
    try {
      await session.several('COMMIT');
      this.#isInside = false;
      this.#isBack();
    } catch (error) {
      this.#isInside = false;
      if (!(error instanceof StoreAway)) throw error;
      this.#lost(error);
      if (this.#epoch === undefined || !(await this.#wasCommitted(this.#epoch, this.#changes))) throw error;
    }
    return 0;
  }

  /** Nobody else writes in our epoch, so more changes than before are those of the commit that nobody has answered. */
  async #wasCommitted(ours: number, before: number): Promise<boolean> {
    for (;;) {
      try {
        const { rows } = await (await this.#connected()).one('SELECT owner.epoch, mark.changes FROM owner, mark');
        const { epoch, changes } = rows[0] as { readonly epoch: number; readonly changes: number };
        if (epoch !== ours) throw overtaken();
        return changes > before;
      } catch (error) {
        if (!(error instanceof StoreAway)) throw error;
        this.#lost(error);
      }
    }
  }

  async #rollBack(): Promise<number> {
    if (!this.#isInside) return 0;
    this.#isInside = false;
    await this.#session.several('ROLLBACK').catch((error: unknown) => this.#lost(error));
    return 0;
  }

  #lost(error: unknown): void {
    this.#isInside = false;
    this.#failures++;
    // A session on which something is under way, or that has an open transaction, is none to go on with.
    this.#session.drop();
    const reason = messageOf(error);
    if (reason === this.#reason) return;
    this.#reason = reason;
    this.#options.onTrouble(`the store ${this.#options.shown} is away: ${reason}; what is to be written waits for it`);
  }

  #isBack(): void {
    if (this.#failures > 0) this.#options.onTrouble(`the store ${this.#options.shown} is back`);
    this.#failures = 0;
    this.#reason = undefined;
  }

  async #connected(): Promise<PostgresSession> {
    while (!this.#session.isOpen) {
      this.#assertWaiting();
      if (this.#failures > 0) await this.#pause();
      this.#assertWaiting();
      try {
        this.#session = await this.#options.open();
      } catch (error) {
        this.#lost(error);
      }
    }
    return this.#session;
  }

  #assertWaiting(): void {
    if (this.#closing.signal.aborted)
      throw new Fault('store', `the store ${this.#options.shown} is away and was not waited for any longer`);
  }

  async #pause(): Promise<void> {
    const waitMs = Math.min(MOST_WAIT_MS, WAIT_MS * 2 ** Math.min(this.#failures - 1, 6));
    await sleep(this.#options.clock, waitMs, this.#closing.signal).catch(() => undefined);
  }
}

function overtaken(): Fault {
  return new Fault('daemon-running', 'another process has taken the account over; nothing is sent or written any more', {
    outcome: 'not-sent',
    suggestion: 'the account has a new owner; `sluice run --standby` waits until that one ends',
  });
}
