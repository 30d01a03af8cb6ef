import { hostname } from 'node:os';
import { type Clock, sleep } from '../base/clock.ts';
import type { StoreServer } from '../settings/storeServer.ts';
import { schemaOf, shownDatabase } from './openPostgres.ts';
import { postgresAdvice } from './postgresAdvice.ts';
import { ownerText } from './isInUse.ts';
import { holderNow } from './holderNow.ts';
import { ASKED_TABLE } from './leaseTables.ts';
import { PostgresSession } from './postgresSession.ts';
import { storeFault } from './storeFault.ts';

export interface AskOptions {
  readonly server: StoreServer;
  /** As of the store. */
  readonly path: string;
  readonly clock: Clock;
  /** What the owner is to do, as a text that it understands. */
  readonly what: string;
  /** Called with the owner once it is asked. */
  readonly onAsked: (owner: string) => void;
}

/** The owner looks with each renewal of its lease, and then waits for the ends of what it cancels. */
const ANSWER_WITHIN_MS = 20_000;
const LOOK_MS = 250;

export interface Asked {
  readonly owner: string;
  /** Undefined when it has not come in time. What was asked for stays asked for. */
  readonly answer: string | undefined;
}

/** Asks the owner of an account, on whatever machine it is, through the server that both share. Undefined when nobody owns the account. */
export async function askOwner({ server, path, clock, what, onAsked }: AskOptions): Promise<Asked | undefined> {
  try {
    const session = await PostgresSession.open(server, 'sluice ask', clock);
    try {
      await session.several(`SET search_path = "${schemaOf(path)}"`);
      const holder = await holderNow(session);
      if (holder === undefined) return undefined;
      await session.several(ASKED_TABLE);
      const { rows } = await session.one('INSERT INTO asked(what, machine) VALUES ($1, $2) RETURNING id::text AS id', [what, hostname()]);
      const owner = ownerText(holder);
      onAsked(owner);
      const deadline = clock.monotonicMs() + ANSWER_WITHIN_MS;
      let answer: string | undefined;
      while (answer === undefined && clock.monotonicMs() < deadline) {
        await sleep(clock, LOOK_MS);
        const found = (await session.one('SELECT answer FROM asked WHERE id = $1::bigint', [rows[0]!['id']])).rows[0];
        answer = (found?.['answer'] as string | null | undefined) ?? undefined;
      }
      return { owner, answer };
    } finally {
      await session.close();
    }
  } catch (error) {
    throw storeFault(`the owner could not be asked through the store ${shownDatabase(server, path)}`, error, {
      suggestion: postgresAdvice(error, server),
    });
  }
}
