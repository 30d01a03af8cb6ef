import { hostname } from 'node:os';
import { type CancelTimer, type Clock, sleep } from '../base/clock.ts';
import { Fault, messageOf } from '../base/fault.ts';
import type { PostgresSession } from './postgresSession.ts';

export interface LeaseOptions {
  readonly holder: string;
  readonly open: () => Promise<PostgresSession>;
  readonly clock: Clock;
  /** What is owned, for people. */
  readonly what: string;
  readonly onTrouble: (message: string) => void;
}

/** Without a renewal it ends after this long, by the clock of the server. */
const LASTS_MS = 5000;
const RENEW_MS = 1500;
const LOOK_MS = 250;

const TABLE = `CREATE TABLE IF NOT EXISTS lease(one BIGINT PRIMARY KEY CHECK (one = 1), holder TEXT NOT NULL, machine TEXT NOT NULL,
  pid BIGINT NOT NULL, since TIMESTAMPTZ NOT NULL, until TIMESTAMPTZ NOT NULL)`;
const UNTIL = `clock_timestamp() + interval '${LASTS_MS} ms'`;
const TAKE = `INSERT INTO lease(one, holder, machine, pid, since, until) VALUES (1, $1, $2, $3, clock_timestamp(), ${UNTIL})
  ON CONFLICT(one) DO UPDATE SET holder = excluded.holder, machine = excluded.machine, pid = excluded.pid, since = excluded.since, until = excluded.until
  WHERE lease.until < clock_timestamp()`;
const HOLDER = `SELECT holder, machine, pid, to_char(since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS since, until::text AS until FROM lease`;

interface Holder {
  readonly holder: string;
  readonly machine: string;
  readonly pid: number;
  readonly since: string;
  readonly until: string;
}

/**
 * The right to write a database, for as long as it is renewed. It says who may try; that nobody else writes is the fence's work, which every
 * transaction passes.
 */
export class PostgresLease {
  readonly #options: LeaseOptions;
  #session: PostgresSession;
  #validUntilMs: number;
  #cancelRenewal: CancelTimer = () => undefined;
  #renewing: Promise<void> = Promise.resolve();
  #isReleased = false;
  #isLost = false;

  private constructor(options: LeaseOptions, session: PostgresSession, takenMs: number) {
    this.#options = options;
    this.#session = session;
    this.#validUntilMs = takenMs + LASTS_MS;
    this.#renewLater();
  }

  /**
   * Takes it when it is free, or has ended while we look. Ends what the last holder has left open at the server. Rejects with `daemon-running` when its holder
   * renews it.
   */
  static async take(options: LeaseOptions): Promise<PostgresLease> {
    const { holder, open, clock, what } = options;
    const session = await open();
    try {
      await session.several(TABLE);
      let seen: Holder | undefined;
      for (;;) {
        const found = (await session.one(HOLDER)).rows[0] as unknown as Holder | undefined;
        const takenMs = clock.monotonicMs();
        if ((await session.one(TAKE, [holder, hostname(), process.pid])).rowCount === 1) {
          for (const part of found === undefined ? [] : ['store', 'lease']) await session.end(`${found!.holder} ${part}`);
          return new PostgresLease(options, session, takenMs);
        }
        if (seen !== undefined && found?.until !== seen.until) throw heldBy(found ?? seen, what);
        seen ??= found;
        await sleep(clock, LOOK_MS);
      }
    } catch (error) {
      await session.close();
      throw error;
    }
  }

  /** Throws, `not-sent`, when it may have ended: somebody else may have taken over by now. */
  assertHeld(): void {
    if (this.#options.clock.monotonicMs() < this.#validUntilMs) return;
    throw new Fault('timeout', `the lease of ${this.#options.what} was not renewed in time; another process may have taken over`, {
      outcome: 'not-sent',
    });
  }

  async release(): Promise<void> {
    this.#isReleased = true;
    this.#cancelRenewal();
    await this.#renewing;
    if (this.#session.isOpen) {
      const sql = 'UPDATE lease SET until = clock_timestamp() WHERE holder = $1';
      await this.#session.one(sql, [this.#options.holder]).catch(() => undefined);
    }
    await this.#session.close();
  }

  #renewLater(): void {
    this.#cancelRenewal = this.#options.clock.setTimer(RENEW_MS, () => {
      this.#renewing = this.#renew().finally(() => {
        if (!this.#isReleased && !this.#isLost) this.#renewLater();
      });
    });
  }

  /** What fails here is tried again; what is written meanwhile is refused by the fence when somebody else has it. */
  async #renew(): Promise<void> {
    const { holder, open, clock, what, onTrouble } = this.#options;
    try {
      if (!this.#session.isOpen) this.#session = await open();
      const askedMs = clock.monotonicMs();
      const { rowCount } = await this.#session.one(`UPDATE lease SET until = ${UNTIL} WHERE holder = $1`, [holder]);
      if (rowCount === 1) {
        this.#validUntilMs = askedMs + LASTS_MS;
        return;
      }
      this.#isLost = true;
      this.#validUntilMs = -Infinity;
      const found = (await this.#session.one(HOLDER)).rows[0] as unknown as Holder | undefined;
      onTrouble(`${what} was taken over${found === undefined ? '' : ` by ${textOf(found)}`}; nothing more is sent from here`);
    } catch (error) {
      if (clock.monotonicMs() >= this.#validUntilMs) onTrouble(`the lease of ${what} could not be renewed: ${messageOf(error)}`);
    }
  }
}

function heldBy(holder: Holder, what: string): Fault {
  return new Fault('daemon-running', `${what} is in use by ${textOf(holder)}`, {
    suggestion: 'Use the daemon that is running, or end it with `sluice stop` there. `sluice run --standby` waits until it ends.',
  });
}

function textOf({ machine, pid, since }: Holder): string {
  return `process ${pid} of ${machine}, since ${since}`;
}
