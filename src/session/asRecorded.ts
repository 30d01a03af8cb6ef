import { keptKeys } from '../engine/deskOrders/savedDeskOrders.ts';
import { TODAY_KEY } from '../engine/dailyLossGuard.ts';
import { SHARES_KEY } from '../engine/lossGuards.ts';
import { ENTOMBED_KEY } from '../engine/savedEntombed.ts';
import type { Decision } from './decisions.ts';

type Saved = Readonly<Record<string, unknown>>;

/**
 * A replayed decision as the version that has recorded the other one would have written it: what is saved has the rules of its pair beside it by
 * now, and what closes a position is said to reduce it; that is left out where the recorded one has none of it. Anything else is as it is.
 */
export function asRecorded(recorded: Decision, replayed: Decision): Decision {
  if (recorded.type === 'place' && replayed['reduces'] === true && recorded['reduces'] === undefined) return withoutReduces(replayed);
  const [before, now] = [recorded['state'], replayed['state']];
  const { strategy } = recorded;
  const isSame = recorded.type === 'save-state' && replayed.type === 'save-state' && strategy === replayed['strategy'] && before !== now;
  if (!isSame || typeof strategy !== 'string' || typeof before !== 'string' || typeof now !== 'string') return replayed;
  try {
    if (strategy === ENTOMBED_KEY) return { ...replayed, state: asKept(before, now) };
    return keptKeys({ [strategy]: now }).length === 0 ? replayed : { ...replayed, state: withoutGrid(before, now) };
  } catch {
    // One of them is no text of ours.
    return replayed;
  }
}

/** Texts that earlier versions have not saved at all. */
const SAVED_SINCE: ReadonlySet<unknown> = new Set([TODAY_KEY, SHARES_KEY]);

/** The replayed decisions but for what the version that has recorded the others did not save. */
export function withoutUnsaved(recorded: readonly Decision[], replayed: readonly Decision[]): readonly Decision[] {
  const isUnsaved = ({ type, strategy }: Decision): boolean =>
    type === 'save-state' && SAVED_SINCE.has(strategy) && !recorded.some((one) => one['strategy'] === strategy);
  return replayed.filter((decision) => !isUnsaved(decision));
}

function withoutReduces({ reduces: _reduces, ...decision }: Decision): Decision {
  return decision;
}

function withoutGrid(before: string, now: string): string {
  return 'grid' in (JSON.parse(before) as Saved) ? now : JSON.stringify(without(JSON.parse(now) as Saved, 'grid'));
}

/** What earlier versions have not kept of an order that may turn up: the first of each row is in all that later ones have saved. */
const NEWER: readonly (readonly [string, ...string[]])[] = [['lot'], ['intentId', 'price', 'orderId']];

function asKept(before: string, now: string): string {
  type Tombs = Readonly<Record<string, readonly Saved[]>>;
  const theirs = Object.values(JSON.parse(before) as Tombs).flat();
  const left = NEWER.filter(([first]) => theirs.every((tomb) => !(first in tomb))).flat();
  const ours = Object.entries(JSON.parse(now) as Tombs);
  return JSON.stringify(Object.fromEntries(ours.map(([symbol, tombs]) => [symbol, tombs.map((tomb) => left.reduce(without, tomb))])));
}

function without(saved: Saved, name: string): Saved {
  return Object.fromEntries(Object.entries(saved).filter(([member]) => member !== name));
}
