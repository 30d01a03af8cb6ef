import { type Clock, sleep } from '../base/clock.ts';
import { Fault, messageOf } from '../base/fault.ts';
import type { TellTrouble } from '../base/tellTrouble.ts';
import type { StoreServer } from '../settings/storeServer.ts';
import type { Connection, SqlValue } from './connection.ts';
import { fenced } from './fenced.ts';
import { overtaken } from './overtaken.ts';
import { isMissingRight, postgresAdvice } from './postgresAdvice.ts';
import { postgresSchema, postgresSql } from './postgresDialect.ts';
import { readingFault } from './readingFault.ts';
import type { PostgresSession } from './postgresSession.ts';
import { storedText } from './postgresText.ts';
import { StoreAway } from './storeAway.ts';

export interface PostgresConnectionOptions {
  /** Opens a session with everything that has to hold for it, when the server has ended those of the same name. */
  readonly open: () => Promise<PostgresSession>;
  readonly first: PostgresSession;
  readonly server: StoreServer;
  /** One that only reads waits for no server, and asks for no change. */
  readonly access: 'write' | 'read';
  /** For people. */
  readonly shown: string;
  readonly clock: Clock;
  /** Told when the server is away, and when it is back. */
  readonly onTrouble: TellTrouble;
}

interface Look {
  readonly epoch: number;
  readonly changes: number;
}

const WAIT_MS = 250;
const MOST_WAIT_MS = 5000;
const LOOK = 'SELECT owner.epoch, mark.changes FROM owner, mark';
const COMMIT_NOTHING = "SELECT pg_logical_emit_message(true, 'sluice', '')";
const CHANGE = /^(?:INSERT|UPDATE|DELETE) /;

/**
 * A connection to Postgres in the words of sqlite. It comes back by itself: while the server is away, a call waits for it; what was under
 * way when it went away rejects with `StoreAway`, and is to be asked for once more.
 *
 * Once it is fenced, every change is a transaction that first looks whether the epoch is still ours, and holds it until its end: whoever
 * takes over waits for that, and after it nothing of ours is written. The count of changes that each transaction begins with tells,
 * when the answer to a commit is lost, whether it was done. A count that is lower than one that was seen is that of a server which was set
 * back under its owner: it is an owner no more.
 *
 * A single change is one message: it looks at the epoch in the same statement, and the count has been read after the commit before it.
 */
export class PostgresConnection implements Connection {
  readonly #options: PostgresConnectionOptions;
  readonly #names = new Map<string, { readonly name: string; readonly text: string }>();
  #session: PostgresSession;
  #isInside = false;
  #epoch: number | undefined;
  /** The highest count of changes that was seen as the owner. */
  #changes = 0;
  /** What the count was after the last commit, once that is known. */
  #counted: Promise<number | undefined> | undefined;
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
    const before = await this.#counted;
    if (before !== undefined && this.#session.isOpen && CHANGE.test(sql)) return this.#runAlone(sql, values, this.#epoch, before);
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

  /** A change and the look at the epoch in one statement, which is committed with its answer. */
  async #runAlone(sql: string, values: readonly SqlValue[], epoch: number, before: number): Promise<number> {
    this.#counted = undefined;
    try {
      const { rows } = await this.#ask(sql, [...values, epoch, before], fenced);
      this.#isBack();
      this.#countAhead();
      return (rows[0] as { readonly changed: number }).changed;
    } catch (error) {
      if (!(error instanceof StoreAway)) throw error;
      const changed = await this.#changesSince(before, epoch);
      if (changed === 0) throw error;
      return changed;
    }
  }

  /** Reads the count while nobody waits for it. */
  #countAhead(): void {
    const epoch = this.#epoch;
    if (epoch === undefined) return;
    this.#counted = this.#session.one(LOOK, [], 'look').then(
      ({ rows }) => {
        const look = rows[0] as unknown as Look;
        return this.#isOurs(look, epoch) ? look.changes : undefined;
      },
      () => undefined,
    );
  }

  /** Whether the epoch is ours, and nothing is gone that was seen in it. */
  #isOurs({ epoch, changes }: Look, ours: number): boolean {
    if (epoch !== ours || changes < this.#changes) return false;
    this.#changes = changes;
    return true;
  }

  #ask(sql: string, values: readonly SqlValue[], shaped: (text: string, values: number) => string = (text) => text) {
    const key = `${shaped.name} ${sql}`;
    let known = this.#names.get(key);
    if (known === undefined) {
      known = { name: `s${this.#names.size}`, text: shaped(postgresSql(sql), values.length) };
      this.#names.set(key, known);
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
    await this.#counted;
    try {
      const answer = await ask(session);
      // A server that is full may still be read, so that an owner is told of nothing but a commit.
      if (this.#epoch === undefined) this.#isBack();
      return answer;
    } catch (caught) {
      if (this.#options.access === 'read') throw this.#readingFault(caught);
      // A right that was taken from an owner may be given back. Nothing of what it asked for is done.
      const error = this.#epoch !== undefined && isMissingRight(caught) ? new StoreAway(caught) : caught;
      if (error instanceof StoreAway) this.#lost(error);
      throw error;
    }
  }

  #readingFault(error: unknown): unknown {
    this.#session.drop();
    return readingFault(error, this.#options);
  }

  async #begin(): Promise<number> {
    if (this.#epoch === undefined) return this.#enter('BEGIN');
    const found = await this.#asked((session) => session.several(`BEGIN; ${LOOK} FOR SHARE OF owner`));
    this.#isInside = true;
    this.#counted = undefined;
    if (this.#isOurs(found.rows[0] as unknown as Look, this.#epoch)) return 0;
    await this.#rollBack();
    throw overtaken();
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
      this.#countAhead();
    } catch (error) {
      this.#isInside = false;
      if (!(error instanceof StoreAway)) throw error;
      this.#lost(error);
      if (this.#epoch === undefined || (await this.#changesSince(this.#changes, this.#epoch)) === 0) throw error;
    }
    return 0;
  }

  /**
   * How many changes there are since `before`. Nobody else writes in our epoch, so these are those of the commit that nobody has answered. It may be seen
   * before a synchronous standby has it: one more commit is only answered when that has everything before it, too.
   */
  async #changesSince(before: number, ours: number): Promise<number> {
    for (;;) {
      try {
        const session = await this.#connected();
        const look = (await session.one(LOOK)).rows[0] as unknown as Look;
        if (!this.#isOurs(look, ours)) throw overtaken();
        if (look.changes !== before) await session.one(COMMIT_NOTHING);
        return look.changes - before;
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
    this.#counted = undefined;
    this.#failures++;
    // A session on which something is under way, or that has an open transaction, is none to go on with.
    this.#session.drop();
    const reason = messageOf(error);
    if (reason === this.#reason) return;
    this.#reason = reason;
    const advice = postgresAdvice(error, this.#options.server);
    const { shown, onTrouble } = this.#options;
    onTrouble(`the store ${shown} is away: ${reason}; what is to be written waits for it${advice ? `; ${advice}` : ''}`, shown);
  }

  #isBack(): void {
    if (this.#failures > 0) this.#options.onTrouble(`the store ${this.#options.shown} is back`, this.#options.shown, true);
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
        if (this.#options.access === 'read') throw this.#readingFault(error);
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
