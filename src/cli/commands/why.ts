import type { Event } from '../../model/event.ts';
import type { IntentChain } from '../../model/journal.ts';
import type { Output } from '../../engine/engineState.ts';
import type { KeptStory } from '../../engine/deskOrders/keptStory.ts';
import type { StoredSession } from '../../session/sessions.ts';
import type { ChainRow } from '../chainRows.ts';
import type { Column } from '../column.ts';
import { argument, command, flag } from '../command.ts';
import { say, type Shell } from '../shell.ts';
import { textValue } from '../values.ts';

export const why = command({
  name: 'why',
  about:
    'Tell how an order, a conversion or a transfer came about and what became of it: book, signal, decision, checks, journal, answers, fills',
  args: {
    id: argument(
      'id',
      'of an order, a fill, a conversion, an intent, a stop, bracket or worked order, or a correction of a position',
      textValue,
    ),
  },
  options: { quick: flag('--quick', 'do not run the strategies again; what they logged and plotted is left out') },
  examples: [
    'why 01KAFWQ9Z3V5W2M8RTX1J6B0CD',
    'why 7f1c2e44-0a6b-4a53-9d2b-5a7f5a0e9b11 --quick',
    'why 01KAFWQ9Z3V5W2M8RTX1J6B0CD -o json',
  ],
  async run({ args: { id }, options: { quick } }, shell) {
    const { Fault } = await import('../../base/fault.ts');
    const { journalRows, sessionRows, inOrder } = await import('../chainRows.ts');
    const { printRows } = await import('../print.ts');
    const { inEachStore } = await import('../inEachStore.ts');
    const [chain] = await inEachStore(shell, async (store) => [await store.chain(id)].filter((found) => found !== undefined));
    const { ids, from, until } = await spanOf(chain, id);
    const kept = chain === undefined ? await keptNow(shell, id) : [];
    for (const { parts } of kept) for (const part of parts) ids.add(part);
    const { storedSessions } = await import('../../session/sessions.ts');
    const { settingsOf } = await import('../configFile.ts');
    const { stateOf } = await import('../stateOf.ts');
    const sessions = storedSessions(stateOf(shell, await settingsOf(shell))).filter(
      ({ startedAt, lastAt }) => startedAt <= until && lastAt >= from,
    );
    const rows: ChainRow[] = chain === undefined ? [] : journalRows(chain);
    for (const { placedAt, text } of kept) rows.push({ at: placedAt, step: 'kept', detail: `as it is now: ${text}`, source: 'state' });
    for (const session of sessions) {
      const { steps, ids: named, limits } = await stepsOf(shell, session, { ids, until, quick });
      for (const step of steps) rows.push(...sessionRows(session.id, step, limits));
      if (chain === undefined) for (const one of named) ids.add(one);
    }
    // What the desk has placed for an order that it keeps.
    if (chain === undefined) rows.push(...(await chainsOf(shell, ids)).flatMap(journalRows));
    if (rows.length === 0) rows.push(...(await entryRows(shell, id)));
    if (rows.length === 0)
      throw new Fault('not-found', `no intent, order, fill or conversion of ours has the id ${id}`, { suggestion: HINT });
    if (sessions.length === 0 && chain !== undefined)
      say(shell, 'no session of that time is kept, so the book and the decision are not known (session.keep)');
    printRows(shell, columns, inOrder(rows));
  },
});

/** The orders of this id that the desk keeps, as they were saved last. */
async function keptNow(shell: Shell, id: string): Promise<readonly KeptStory[]> {
  const { withLocalStore } = await import('../localStore.ts');
  const { STRATEGY_STATE } = await import('../../daemon/restore.ts');
  const { keptOf } = await import('../../engine/deskOrders/keptStory.ts');
  const states = await withLocalStore(shell, async (store) => (await store?.state.load(STRATEGY_STATE)) ?? {});
  return keptOf(states, id);
}

/** The stories of these intents, each once. */
async function chainsOf(shell: Shell, ids: ReadonlySet<string>): Promise<readonly IntentChain[]> {
  const { inEachStore } = await import('../inEachStore.ts');
  const found = await inEachStore(shell, async (store) => {
    const chains: IntentChain[] = [];
    for (const id of ids) {
      if (chains.some(({ intents, orders }) => [...intents.map((one) => one.id), ...orders.map((one) => one.orderId)].includes(id)))
        continue;
      const chain = await store.chain(id);
      if (chain !== undefined) chains.push(chain);
    }
    return chains;
  });
  return found;
}

/** A change of a position that no order made. */
async function entryRows(shell: Shell, id: string): Promise<readonly ChainRow[]> {
  const { withLocalStore } = await import('../localStore.ts');
  const entries = await withLocalStore(shell, async (store) => (await store?.fillLog.entriesSince(0)) ?? []);
  return entries
    .filter((entry) => entry.id === id)
    .map(({ at, cause, strategy, amount, symbol, price, note = 'as the configuration says' }) => {
      const detail = `${cause} of ${strategy}: ${amount.isPositive() ? '+' : ''}${amount.toFixed()} ${symbol} at ${price.toFixed()}: ${note}`;
      return { at, step: 'entered', detail, source: 'journal' };
    });
}

const HINT = '`orders list` and `fills list` show ids; orders that others placed have no story here';

/**
 * The ids to look for in the sessions, and the time in which it can have happened. Without the journal, an intent's id tells its
 * time.
 */
async function spanOf(
  chain: IntentChain | undefined,
  id: string,
): Promise<{ readonly ids: Set<string>; readonly from: number; readonly until: number }> {
  const { instantOfUlid } = await import('../../base/ulid.ts');
  if (chain === undefined) return { ids: new Set([id]), from: instantOfUlid(id) ?? Infinity, until: Infinity };
  const { intents, orders } = chain;
  const isOver = orders.every(({ closedAt }) => closedAt !== undefined) && intents.every(({ resolvedAt }) => resolvedAt !== undefined);
  const ends = [...orders.map(({ closedAt }) => closedAt ?? 0), ...intents.map(({ resolvedAt }) => resolvedAt ?? 0)];
  return {
    ids: new Set([...intents.map((intent) => intent.id), ...orders.map(({ orderId }) => orderId)]),
    from: intents[0]!.createdAt,
    until: isOver ? Math.max(...ends) + AFTER_END_MS : Infinity,
  };
}

/** The engine learns of an end a little after the journal. */
const AFTER_END_MS = 60_000;

interface Wanted {
  readonly ids: ReadonlySet<string>;
  readonly until: number;
  readonly quick: boolean;
}

async function stepsOf(shell: Shell, session: StoredSession, { quick, ...wanted }: Wanted) {
  const { chainOfSession } = await import('../../session/chainSteps.ts');
  const { readManifest } = await import('../../session/sessionManifest.ts');
  const { progressLine } = await import('../progressLine.ts');
  const decide = quick ? undefined : await engineOf(shell, session);
  const line = progressLine(shell, 'events');
  const { steps, ids, events, tear } = chainOfSession(session.folder, { ...wanted, decide, progress: line.tell });
  line.end(events);
  if (tear !== undefined) say(shell, `session ${session.id} can't be read beyond ${tear.part}, byte ${tear.offset}: ${tear.reason}`);
  return { steps, ids, limits: readManifest(session.folder).engine.limits };
}

/**
 * The session's engine, for what its strategies log and plot. When it can't be made, that is reported and these lines are left
 * out.
 */
async function engineOf(shell: Shell, { id, folder }: StoredSession): Promise<((event: Event) => readonly Output[]) | undefined> {
  const { messageOf } = await import('../../base/fault.ts');
  const { agreedEngine } = await import('../agreedEngine.ts');
  const { settingsOf } = await import('../configFile.ts');
  const { EventDoor } = await import('../../engine/eventDoor.ts');
  try {
    const { settings, changedCode } = await agreedEngine(shell, folder, { own: await settingsOf(shell) });
    if (changedCode.length > 0) say(shell, `the code of ${changedCode.join(', ')} has changed since: what it logs and plots is today's`);
    const door = new EventDoor(settings);
    let failed = false;
    return (event) => {
      if (failed) return [];
      try {
        return door.process(event);
      } catch {
        failed = true;
        return [];
      }
    };
  } catch (error) {
    say(shell, `session ${id} can't be run again, so what its strategies logged and plotted is left out: ${messageOf(error)}`);
    return undefined;
  }
}

const columns: readonly Column<ChainRow>[] = [
  { key: 'at', title: 'TIME', kind: 'time', value: (row) => row.at },
  { key: 'step', value: (row) => row.step },
  { key: 'detail', value: (row) => row.detail },
  { key: 'source', value: (row) => row.source },
];
