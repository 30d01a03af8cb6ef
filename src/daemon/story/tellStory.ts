import { Fault, isFault, messageOf } from '../../base/fault.ts';
import { type Instant, isoOf } from '../../base/instant.ts';
import { systemClock } from '../../base/systemClock.ts';
import { instantOfUlid } from '../../base/ulid.ts';
import { type KeptStory, keptOf } from '../../engine/deskOrders/keptStory.ts';
import type { Fill } from '../../model/fill.ts';
import type { IntentChain } from '../../model/journal.ts';
import type { RiskLimits } from '../../engine/risk/limits.ts';
import { chainOfSession, type SessionChain } from '../../session/chainSteps.ts';
import type { SessionEngine } from '../../session/sessionEngine.ts';
import { readReloads } from '../../session/sessionReload.ts';
import { readManifest } from '../../session/sessionManifest.ts';
import { standingOf, type StoredSession, storedSessions } from '../../session/sessions.ts';
import { openToLook } from '../../store/openToLook.ts';
import type { StorePlace } from '../../store/storePlace.ts';
import type { Store } from '../../store/store.ts';
import type { Arrival } from '../arrival.ts';
import { lifeOfPaper } from '../paper/paperIds.ts';
import { ARRIVALS } from '../arrivals.ts';
import { STRATEGY_STATE } from '../restore.ts';
import { type Along, runAlong } from './runAlong.ts';
import { executionRow, inOrder, journalRows, sessionRows, type StoryRow } from './storyRows.ts';

/** Where a story is looked for. */
export interface StoryPlace {
  /** The databases of the accounts, that of trading first. One that is not there has nothing to tell. */
  readonly databases: readonly StorePlace[];
  /** The state directory, for its sessions. */
  readonly state: string;
}

export interface StoryTeller {
  /** Is told why something is missing from the story. */
  readonly say: (text: string) => void;
  /** The engine that runs through a session again, for what its strategies logged and plotted. It rejects where it may not run. Undefined: nothing is run. */
  readonly engineOf?: ((folder: string) => Promise<SessionEngine>) | undefined;
  /** Is told how far the reading of a session has got. */
  readonly reading?: (() => { readonly tell: (share: number, events: number) => void; readonly end: (events: number) => void }) | undefined;
}

/** The engine learns of an end a little after the journal. */
const AFTER_END_MS = 60_000;
const HINT =
  '`orders list` and `fills list` show ids; orders that others placed have no story here, and those of a paper run only while a session of that time is kept (session.keep) or they were filled';

/**
 * How an order, a conversion or a transfer came about and what became of it, in the order of time. Rejects with `not-found` where
 * nothing of ours has this id.
 */
export async function tellStory(id: string, { databases, state }: StoryPlace, teller: StoryTeller): Promise<readonly StoryRow[]> {
  const stores: Store[] = [];
  try {
    let trading: Store | undefined;
    for (const [i, place] of databases.entries()) {
      const store = await openToLook({ ...place, clock: systemClock });
      if (store === undefined) continue;
      stores.push(store);
      if (i === 0) trading = store;
    }
    return await told(id, { trading, stores, sessions: storedSessions(state) }, teller);
  } finally {
    for (const store of stores) await store.close();
  }
}

interface Sources {
  readonly trading: Store | undefined;
  readonly stores: readonly Store[];
  readonly sessions: readonly StoredSession[];
}

async function told(id: string, { trading, stores, sessions }: Sources, teller: StoryTeller): Promise<readonly StoryRow[]> {
  const chain = await chainIn(stores, id);
  const fills = chain === undefined ? await fillsOf(trading, new Set([id])) : [];
  const { ids, from, until } = spanOf(chain, id, fills);
  const kept = chain === undefined ? await keptNow(trading, id) : [];
  for (const { parts } of kept) for (const part of parts) ids.add(part);
  if (chain === undefined) for (const part of await partsOf(trading, id)) ids.add(part);
  const rows: StoryRow[] = chain === undefined ? [] : journalRows(chain);
  for (const { placedAt, text } of kept) rows.push({ at: placedAt, step: 'kept', detail: `as it is now: ${text}`, source: 'state' });
  // What a session that has no end yet has not written down belongs to it, too.
  const ofThatTime = sessions.filter(({ startedAt, lastAt, ending }) => startedAt <= until && (lastAt >= from || ending === undefined));
  for (const session of ofThatTime) {
    const known = chain === undefined ? idsIn(session, ids, until) : ids;
    const { rows: found, ids: named } = await readSession(session, known, until, teller);
    rows.push(...found);
    if (chain === undefined) for (const one of named) ids.add(one);
  }
  // What the desk has placed for an order that it keeps.
  if (chain === undefined) {
    const chains = await chainsIn(stores, ids);
    const told = new Set(chains.flatMap((one) => one.fills.map(({ fill }) => fill.id)));
    rows.push(...chains.flatMap(journalRows));
    // A paper run has no journal, and its executions are in the fill log.
    rows.push(...(await fillsOf(trading, ids)).filter((fill) => !told.has(fill.id)).map(executionRow));
  }
  if (rows.length === 0) rows.push(...(await entryRows(trading, id)));
  if (rows.length === 0)
    throw new Fault('not-found', `no intent, order, fill or conversion of ours has the id ${id}`, { suggestion: HINT });
  if (ofThatTime.length === 0) teller.say('no session of that time is kept, so the book and the decision are not known (session.keep)');
  for (const session of ofThatTime) sayUnwritten(session, rows, teller);
  return inOrder(rows);
}

/** A daemon that runs writes its session every few seconds; the journal and the fill log have a step at once. */
function sayUnwritten(session: StoredSession, rows: readonly StoryRow[], { say }: StoryTeller): void {
  const { id, lastAt } = session;
  if (standingOf(session) !== 'being written' || rows.every(({ at }) => at <= lastAt)) return;
  say(
    `session ${id} is written up to ${isoOf(lastAt)} so far: what it knows of the steps after that is told by asking again in a few seconds`,
  );
}

/** The orders of this id that the desk keeps, as they were saved last. */
async function keptNow(trading: Store | undefined, id: string): Promise<readonly KeptStory[]> {
  return keptOf((await trading?.state.load(STRATEGY_STATE)) ?? {}, id);
}

/** The intents of a deal's legs and of a worked order's parts, which were written down when each was decided, also where no session was. */
async function partsOf(trading: Store | undefined, id: string): Promise<readonly string[]> {
  const arrivals = Object.entries((await trading?.state.load(ARRIVALS)) ?? {});
  return arrivals
    .filter(([intentId, text]) => intentId.startsWith(`${id}-`) || (JSON.parse(text) as Arrival).order === id)
    .map(([intentId]) => intentId);
}

async function chainIn(stores: readonly Store[], id: string): Promise<IntentChain | undefined> {
  for (const store of stores) {
    const chain = await store.chain(id);
    if (chain !== undefined) return chain;
  }
  return undefined;
}

/** The stories of these intents, each once. */
async function chainsIn(stores: readonly Store[], ids: ReadonlySet<string>): Promise<readonly IntentChain[]> {
  const chains: IntentChain[] = [];
  const known = new Set<string>();
  for (const id of ids) {
    const chain = known.has(id) ? undefined : await chainIn(stores, id);
    if (chain === undefined) continue;
    chains.push(chain);
    for (const intent of chain.intents) known.add(intent.id);
    for (const { orderId } of chain.orders) known.add(orderId);
  }
  return chains;
}

/** What was executed of these intents and orders, or under these ids of executions. */
async function fillsOf(trading: Store | undefined, ids: ReadonlySet<string>): Promise<readonly Fill[]> {
  const found: Fill[] = [];
  if (trading === undefined) return found;
  for await (const page of trading.fillLog.history(0)) {
    for (const fill of page) if ([fill.id, fill.orderId, fill.intentId ?? ''].some((one) => ids.has(one))) found.push(fill);
  }
  return found;
}

/** All ids that a session ties to these: an order gets its own after it was decided. */
function idsIn({ folder }: StoredSession, ids: ReadonlySet<string>, until: Instant): ReadonlySet<string> {
  return chainOfSession(folder, { ids, until }).ids;
}

/** A change of a position that no order made. */
async function entryRows(trading: Store | undefined, id: string): Promise<readonly StoryRow[]> {
  const entries = (await trading?.fillLog.entriesSince(0)) ?? [];
  return entries
    .filter((entry) => entry.id === id)
    .map(({ at, cause, strategy, amount, symbol, price, note = 'as the configuration says' }) => {
      const detail = `${cause} of ${strategy}: ${amount.isPositive() ? '+' : ''}${amount.toFixed()} ${symbol} at ${price.toFixed()}: ${note}`;
      return { at, step: 'entered', detail, source: 'journal' };
    });
}

interface Span {
  readonly ids: Set<string>;
  readonly from: Instant;
  readonly until: Instant;
}

/**
 * The ids to look for in the sessions, and the time in which it can have happened. Without the journal, an intent's id tells its
 * time.
 */
function spanOf(chain: IntentChain | undefined, id: string, fills: readonly Fill[]): Span {
  if (chain === undefined) {
    const named = fills.flatMap(({ orderId, intentId }) => [orderId, ...(intentId === undefined ? [] : [intentId])]);
    const from = Math.min(instantOfUlid(id) ?? lifeOfPaper(id) ?? Infinity, ...fills.map(({ openedAt }) => openedAt));
    return { ids: new Set([id, ...named]), from, until: Infinity };
  }
  const { intents, orders } = chain;
  const isOver = orders.every(({ closedAt }) => closedAt !== undefined) && intents.every(({ resolvedAt }) => resolvedAt !== undefined);
  const ends = [...orders.map(({ closedAt }) => closedAt ?? 0), ...intents.map(({ resolvedAt }) => resolvedAt ?? 0)];
  return {
    ids: new Set([...intents.map((intent) => intent.id), ...orders.map(({ orderId }) => orderId)]),
    from: intents[0]!.createdAt,
    until: isOver ? Math.max(...ends) + AFTER_END_MS : Infinity,
  };
}

async function readSession({ id, folder }: StoredSession, ids: ReadonlySet<string>, until: Instant, teller: StoryTeller) {
  const decide = await alongOf(id, folder, teller);
  const reading = teller.reading?.();
  const found = chainOfSession(folder, { ids, until, decide, progress: reading?.tell });
  reading?.end(found.events);
  const { tear } = found;
  if (tear !== undefined) teller.say(`session ${id} can't be read beyond ${tear.part}, byte ${tear.offset}: ${tear.reason}`);
  const limitsAt = limitsOf(id, folder, found, teller);
  return { rows: found.steps.flatMap((step) => sessionRows(id, step, limitsAt(step.event))), ids: found.ids };
}

/** The limits that were in force at an event: those that the session began with, or those of the last reload before it. */
function limitsOf(id: string, folder: string, { reloads }: SessionChain, { say }: StoryTeller): (event: number) => RiskLimits {
  const first = readManifest(folder).engine.limits;
  if (reloads.length === 0) return () => first;
  try {
    const taken = new Map(
      readReloads(folder).flatMap(({ revision, engine, refused }) => (refused === undefined ? [[revision, engine.limits]] : [])),
    );
    const inForce = reloads.filter(({ revision }) => taken.has(revision));
    return (event) => taken.get(inForce.findLast((reload) => reload.event < event)?.revision ?? 0) ?? first;
  } catch (error) {
    say(
      `what session ${id} was reloaded with can't be read, so the checks are told with the limits that it began with: ${messageOf(error)}`,
    );
    return () => first;
  }
}

/** When the engine can't be made, that is said, and what the strategies logged and plotted is left out. */
async function alongOf(id: string, folder: string, { engineOf, say }: StoryTeller): Promise<Along | undefined> {
  try {
    return engineOf === undefined ? undefined : runAlong(await engineOf(folder), say);
  } catch (error) {
    const then = isFault(error) && error.suggestion !== undefined ? `; ${error.suggestion}` : '';
    say(`session ${id} can't be run again, so what its strategies logged and plotted is left out: ${messageOf(error)}${then}`);
    return undefined;
  }
}
