import { hostname } from 'node:os';
import { type CancelTimer, type Clock, sleep } from '../base/clock.ts';
import { Fault, messageOf } from '../base/fault.ts';
import { LastingTrouble } from '../base/lastingTrouble.ts';
import type { TellTrouble } from '../base/tellTrouble.ts';
import { isInUse, ownerText } from './isInUse.ts';
import { ASKED_TABLE, HOLDER, type Holder, LEASE_TABLE, NOT_ANSWERED } from './leaseTables.ts';
import type { PostgresSession } from './postgresSession.ts';

export interface LeaseOptions {
  readonly holder: string;
  readonly open: () => Promise<PostgresSession>;
  readonly clock: Clock;
  /** What is owned, for people. */
  readonly what: string;
  readonly onTrouble: TellTrouble;
  /** Called when somebody else has it. */
  readonly onLost: () => void;
  /** Does what was asked for from elsewhere, and answers. Undefined while that can't be done yet: then it is asked again. */
  readonly onAsked?: ((what: string) => Promise<string> | undefined) | undefined;
}

/** Without a renewal it ends after this long, by the clock of the server. */
const LASTS_MS = 5000;
const RENEW_MS = 1500;
const LOOK_MS = 250;

const UNTIL = `clock_timestamp() + interval '${LASTS_MS} ms'`;
const TAKE = `INSERT INTO lease(one, holder, machine, pid, since, until) VALUES (1, $1, $2, $3, clock_timestamp(), ${UNTIL})
  ON CONFLICT(one) DO UPDATE SET holder = excluded.holder, machine = excluded.machine, pid = excluded.pid, since = excluded.since, until = excluded.until
  WHERE lease.until < clock_timestamp()`;
/** Who has it no more answers nothing. */
const ANSWERED = `UPDATE asked SET answer = $1, answered_at = clock_timestamp()
  WHERE id = $2::bigint AND EXISTS (SELECT 1 FROM lease WHERE holder = $3)`;

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
  readonly #notRenewed: LastingTrouble;
  /** What is being done. */
  readonly #asked = new Set<string>();

  private constructor(options: LeaseOptions, session: PostgresSession, takenMs: number) {
    this.#options = options;
    this.#notRenewed = new LastingTrouble(this.#name, options.onTrouble);
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
      await session.several(`${LEASE_TABLE}; ${ASKED_TABLE}`);
      let seen: Holder | undefined;
      for (;;) {
        const found = (await session.one(HOLDER)).rows[0] as unknown as Holder | undefined;
        const takenMs = clock.monotonicMs();
        if ((await session.one(TAKE, [holder, hostname(), process.pid])).rowCount === 1) {
          for (const part of found === undefined ? [] : ['store', 'lease']) await session.end(`${found!.holder} ${part}`);
          return new PostgresLease(options, session, takenMs);
        }
        if (seen !== undefined && found?.until !== seen.until) throw isInUse(what, ownerText(found ?? seen));
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

  /** The renewal does not wait for it. What could not be answered is done again: only what may be done twice is asked for. */
  async #answer(id: string, order: string): Promise<void> {
    const { onAsked, onTrouble } = this.#options;
    if (this.#asked.has(id)) return;
    this.#asked.add(id);
    try {
      const answer = await onAsked?.(order);
      if (answer !== undefined) await this.#session.one(ANSWERED, [answer, id, this.#options.holder]);
    } catch (error) {
      onTrouble(`what was asked for through ${this.#options.what} could not be answered: ${messageOf(error)}`);
    }
    this.#asked.delete(id);
  }

  /** What fails here is tried again; what is written meanwhile is refused by the fence when somebody else has it. */
  async #renew(): Promise<void> {
    const { holder, open, clock, what, onTrouble } = this.#options;
    try {
      if (!this.#session.isOpen) this.#session = await open();
      const askedMs = clock.monotonicMs();
      const sql = `UPDATE lease SET until = ${UNTIL} WHERE holder = $1 RETURNING (${NOT_ANSWERED}) AS asked`;
      const { rows } = await this.#session.one(sql, [holder]);
      if (rows.length === 1) {
        this.#validUntilMs = askedMs + LASTS_MS;
        this.#notRenewed.over(`${this.#name} is renewed again`);
        const asked = JSON.parse(rows[0]!['asked'] as string) as readonly { readonly id: string; readonly what: string }[];
        for (const { id, what: order } of asked) void this.#answer(id, order);
        return;
      }
      this.#isLost = true;
      this.#validUntilMs = -Infinity;
      this.#options.onLost();
      const found = (await this.#session.one(HOLDER)).rows[0] as unknown as Holder | undefined;
      onTrouble(`${what} was taken over${found === undefined ? '' : ` by ${ownerText(found)}`}; nothing more is sent from here`);
    } catch (error) {
      if (clock.monotonicMs() >= this.#validUntilMs) this.#notRenewed.lasts(`${this.#name} could not be renewed: ${messageOf(error)}`);
    }
  }

  get #name(): string {
    return `the lease of ${this.#options.what}`;
  }
}
