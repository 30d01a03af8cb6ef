import { readFileSync } from 'node:fs';
import type { Client, Result } from 'pg';
import { type CancelTimer, type Clock, sleep } from '../base/clock.ts';
import { Fault, messageOf } from '../base/fault.ts';
import type { StoreServer } from '../settings/storeServer.ts';
import { readText } from './postgresText.ts';
import { needsPerson } from './postgresAdvice.ts';
import { StoreAway } from './storeAway.ts';

const CONNECT_MS = 3000;
/** The server ends what takes longer, and after a little more we take it for gone. */
const STATEMENT_MS = 20_000;
const ANSWER_MS = 25_000;
/** A process that stands still in the middle of a transaction holds up whoever takes over from it. */
const IDLE_IN_TRANSACTION_MS = 2000;

/** Whole numbers come as texts, since they may be longer than ours; times and counts never are. */
const WHOLE_NUMBERS: ReadonlySet<number> = new Set([20, 21, 23]);

/** Classes of errors, or single ones, after which the same may work later: connection, resources, operator, lock, read-only. */
const AWAY = /^(?:08|53|57|55P03|25006|25P03|40)/;

/** One connection to a Postgres, with what has to hold for it. */
export class PostgresSession {
  readonly #clock: Clock;
  readonly #client: Client;
  #isOpen = true;

  private constructor(clock: Clock, client: Client) {
    this.#clock = clock;
    this.#client = client;
    // Whoever asks next hears of it.
    this.#client.on('error', () => (this.#isOpen = false));
    this.#client.on('end', () => (this.#isOpen = false));
  }

  /** By its name the server's end is found. Rejects with `StoreAway` while there is no answer, else with what the server says. */
  static async open(server: StoreServer, name: string, clock: Clock): Promise<PostgresSession> {
    const { Client } = await driver();
    const session = new PostgresSession(
      clock,
      new Client({
        host: server.host,
        port: server.port,
        database: server.database,
        user: server.user,
        password: server.password?.reveal(),
        ssl: server.isLocal ? false : { rejectUnauthorized: true, ...authority(server) },
        application_name: name,
        connectionTimeoutMillis: CONNECT_MS,
        keepAlive: true,
        types: { getTypeParser: (type) => (WHOLE_NUMBERS.has(type) ? Number : readText) },
      }),
    );
    try {
      await session.#answered(CONNECT_MS, () => session.#client.connect());
      await session.several(
        `SET statement_timeout = ${STATEMENT_MS}; SET lock_timeout = ${STATEMENT_MS / 2}; SET synchronous_commit = on;
         SET idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}; SET client_encoding = 'UTF8'`,
      );
      return session;
    } catch (error) {
      // The server may wait for a minute for what does not come, such as a password, and the process for the server.
      session.drop();
      throw error;
    }
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** One statement. With a name it is prepared once. */
  async one(text: string, values: readonly unknown[] = [], name?: string): Promise<Result> {
    const result = await this.#answered(ANSWER_MS, () =>
      this.#client.query(name === undefined ? { text, values } : { name, text, values }),
    );
    return result as Result;
  }

  /** Statements without values in one message. The result is that of the last one. */
  async several(text: string): Promise<Result> {
    const results = await this.#answered(ANSWER_MS, () => this.#client.query({ text }));
    return Array.isArray(results) ? (results as readonly Result[]).at(-1)! : (results as Result);
  }

  /** Ends the other sessions of a name, and resolves when the server has ended them: what one of them was committing is then decided. */
  async end(name: string): Promise<void> {
    const sql = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND pid <> pg_backend_pid()';
    while (((await this.one(sql, [name])).rowCount ?? 0) > 0) await sleep(this.#clock, 10);
  }

  /** Leaves in peace, as far as the server lets us. */
  async close(): Promise<void> {
    if (this.#isOpen) await this.#answered(CONNECT_MS, () => this.#client.end()).catch(() => undefined);
    this.drop();
  }

  drop(): void {
    this.#isOpen = false;
    this.#client.connection.stream.destroy();
  }

  async #answered<T>(withinMs: number, ask: () => Promise<T>): Promise<T> {
    let cancel: CancelTimer | undefined;
    const late = new Promise<never>((_, reject) => {
      cancel = this.#clock.setTimer(withinMs, () => {
        this.drop();
        reject(new Error(`no answer within ${withinMs / 1000} s`));
      });
    });
    try {
      return await Promise.race([ask(), late]);
    } catch (error) {
      if (isAway(error)) throw new StoreAway(error);
      throw error;
    } finally {
      cancel?.();
    }
  }
}

/** An error that has no code of the server comes from the connection, but for what it takes a person to mend. */
function isAway(error: unknown): boolean {
  const { code = '', severity } = error as { readonly code?: string; readonly severity?: string };
  return severity === undefined ? !needsPerson(code, messageOf(error)) : AWAY.test(code);
}

function authority({ authority: path, shown }: StoreServer): { readonly ca?: Buffer } {
  if (path === undefined) return {};
  try {
    return { ca: readFileSync(path) };
  } catch (error) {
    throw new Fault('configuration', `the certificate for ${shown} could not be read: ${messageOf(error)}`, {
      suggestion: 'correct the path behind `?sslrootcert=` in `store`',
      cause: error,
    });
  }
}

async function driver() {
  try {
    return await import('pg');
  } catch (error) {
    throw new Fault('configuration', `state in Postgres needs the package pg, which is not installed: ${messageOf(error)}`, {
      suggestion: 'install sluice again without --omit=optional',
      cause: error,
    });
  }
}
