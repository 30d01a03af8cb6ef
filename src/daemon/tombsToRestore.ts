import { isTombs, type SavedTombs } from '../engine/savedEntombed.ts';
import type { Journal } from '../model/journal.ts';

type Tomb = SavedTombs[string][number];

/**
 * The saved tombs without those of orders that are over, and without those of intents whose order is open by now: a process that was killed right after
 * the journal had noted that could not save it. `listed`: the ids of the orders that the venue shows as open. One that is closed and listed all the same still counts.
 * What can't be read stays as it is.
 */
export async function tombsToRestore(
  text: string | undefined,
  journal: Pick<Journal, 'get' | 'order'>,
  listed: ReadonlySet<string>,
): Promise<string | undefined> {
  const saved = readSaved(text);
  if (saved === undefined) return text;
  const bySymbol = await Promise.all(
    Object.entries(saved).map(async ([symbol, tombs]) => {
      const counts = await Promise.all(tombs.map((tomb) => isStillToCount(tomb, journal, listed)));
      return [symbol, tombs.filter((_, i) => counts[i])] as const;
    }),
  );
  return JSON.stringify(Object.fromEntries(bySymbol.filter(([, tombs]) => tombs.length > 0)));
}

async function isStillToCount(
  { orderId, intentId }: Tomb,
  journal: Pick<Journal, 'get' | 'order'>,
  listed: ReadonlySet<string>,
): Promise<boolean> {
  const id = orderId ?? (intentId === undefined ? undefined : (await journal.get(intentId))?.venueId);
  const order = id === undefined ? undefined : await journal.order(id);
  if (order === undefined) return true;
  // Of one that is open, the engine takes the tomb of its id away itself. Of two orders of one intent it restores only the first.
  return order.closedAt === undefined ? orderId !== undefined : listed.has(order.orderId);
}

function readSaved(text: string | undefined): SavedTombs | undefined {
  try {
    const saved: unknown = JSON.parse(text ?? '');
    return isTombs(saved) ? saved : undefined;
  } catch {
    return undefined;
  }
}
