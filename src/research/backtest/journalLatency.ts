import { readdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { diskFault } from '../../base/diskFault.ts';
import { Fault, isFault } from '../../base/fault.ts';
import { type AnsweredRequest, fitLatency } from '../../exchange/fitLatency.ts';
import type { Intent } from '../../model/intent.ts';
import { shownDatabase } from '../../store/openPostgres.ts';
import { openStore } from '../../store/store.ts';
import type { StorePlace } from '../../store/storePlace.ts';
import type { BrokenRule } from '../../settings/brokenRule.ts';
import type { FittedLatency, Settings } from '../../settings/loadSettings.ts';
import { accountDatabase, accountOf, DEMO_DATABASE, isAccountDatabase } from '../../store/accountDatabase.ts';

/** Journalled requests that are looked at, newest first: what a venue was like long ago is not what it is like. */
const NEWEST = 2000;
/** The middle of fewer tells more of single requests than of the venue. */
const LEAST = 20;

/**
 * The latency of a configuration that wants it fitted: to the requests in the journal of `backtest.latency.journal`, else of
 * the state directory, or of the server that keeps its store. The database is only read, beside its daemon or without one. A
 * rule that is broken says what was expected.
 */
export async function journalLatency(settings: Settings, state: string, clock: Clock): Promise<FittedLatency | BrokenRule> {
  const { journal, quantile } = settings.backtest.latency;
  const place: Place =
    journal === undefined ? { path: state, shown: state } : { path: resolve(settings.directory, journal), shown: journal };
  try {
    const store =
      journal === undefined && settings.server !== undefined ? onServer(place, settings) : { path: databaseIn(place, settings) };
    const database = store.server === undefined ? store.path : shownDatabase(store.server, store.path);
    const requests = await requestsIn(store, clock);
    if (requests.length < LEAST) throw unfit(`${shownIn(place, database)} has ${requests.length} among its newest ${NEWEST} requests`);
    return { ...fitLatency(requests, quantile.toNumber()), requests: requests.length, database };
  } catch (error) {
    const fault = diskFault("it can't be read", error);
    if (!isFault(fault)) throw fault;
    const message = fault.message.replaceAll(place.path, place.shown);
    const expected = `expected a journal with at least ${LEAST} answered orders and conversions`;
    const remedy = 'name another one with backtest.latency.journal, or say entry and response in place of fitted';
    const path = ['backtest', 'latency', journal === undefined ? 'fitted' : 'journal'];
    return { path, message: `${expected}: ${message}; ${remedy}`, isUnmasked: journal === undefined };
  }
}

/** A state directory, or a database in one; `shown` as the person named it. */
interface Place {
  readonly path: string;
  readonly shown: string;
}

/** A database is named as the person named its folder. */
function shownIn({ path, shown }: Place, database: string): string {
  return database.replace(path, shown);
}

/** Requests for money that the venue answered at once. What was unknown for a while was settled when it was found, not when it was answered. */
async function requestsIn(place: StorePlace, clock: Clock): Promise<AnsweredRequest[]> {
  const store = await openStore({ ...place, clock, access: 'read' });
  try {
    return (await store.journal.list(NEWEST)).flatMap((intent) => answeredOf(intent) ?? []);
  } finally {
    await store.close();
  }
}

function answeredOf({ kind, state, createdAt, gaveUpAt, resolvedAt }: Intent): AnsweredRequest | undefined {
  const isAnswered = (state === 'acknowledged' || state === 'rejected') && gaveUpAt === undefined;
  return kind !== 'cancel' && isAnswered && resolvedAt !== undefined ? { createdAt, resolvedAt } : undefined;
}

/** That of the account which the configuration names, where a server keeps it. */
function onServer({ path }: Place, settings: Settings): StorePlace {
  const { server } = settings;
  const account = accountOf(settings);
  if (account === undefined) throw unfit(`the configuration names no key, and so no account at ${server!.shown}`);
  return { path: join(path, `${account.id}.sqlite`), server };
}

/** That of the account which the configuration names; where it names none, the only one there is, else the demo's. */
function databaseIn(place: Place, settings: Settings): string {
  const { path, shown } = place;
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) throw unfit(`there is no ${shown}`);
  if (!stats.isDirectory()) return path;
  const names = readdirSync(path).filter(isAccountDatabase).toSorted();
  const named = accountDatabase(path, settings);
  if (named !== undefined) {
    if (names.includes(basename(named))) return named;
    throw unfit(`there is no ${shownIn(place, named)}, which would be that of the configured account`);
  }
  if (names.length > 1) throw unfit(`${shown} has those of several accounts (${names.join(', ')})`);
  const database = join(path, names[0] ?? DEMO_DATABASE);
  if (statSync(database, { throwIfNoEntry: false }) === undefined) throw unfit(`there is none in ${shown}`);
  return database;
}

function unfit(why: string): Fault {
  return new Fault('not-found', why);
}
