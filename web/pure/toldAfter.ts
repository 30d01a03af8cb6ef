import type { ControlReply } from '../../src/control/contract/controlReplies.ts';
import type { EndView } from '../../src/control/contract/endView.ts';
import type { WireForm } from '../../src/control/contract/wireForm.ts';
import type { StreamMessage } from './eventStream.ts';
import type { Status } from './status.ts';

export type OrderRow = ControlReply<'orders.live'>[number];
export type FillRow = ControlReply<'fills.list'>[number];
export type EventRow = ControlReply<'events.list'>[number];
export type DaemonEnd = WireForm<EndView>;

/** What the stream has told so far. */
export interface Told {
  readonly status: Status | undefined;
  readonly orders: readonly OrderRow[];
  /** Newest first. */
  readonly fills: readonly FillRow[];
  /** Newest first. */
  readonly events: readonly EventRow[];
  /** How many snapshots there were: with each one, what was read before may have a gap. */
  readonly snapshots: number;
  /** How the daemon has ended, until another one tells. */
  readonly end: DaemonEnd | undefined;
}

export const NOTHING_TOLD: Told = { status: undefined, orders: [], fills: [], events: [], snapshots: 0, end: undefined };

interface Changes {
  readonly orders?: { readonly changed: readonly OrderRow[]; readonly gone: readonly string[] };
  readonly fills: readonly FillRow[];
  readonly events: readonly EventRow[];
}

const MOST_FILLS = 200;
const MOST_EVENTS = 500;

/** What is known after a message. A message of a kind that is not known changes nothing. */
export function toldAfter(told: Told, { event, data }: Pick<StreamMessage, 'event' | 'data'>): Told {
  switch (event) {
    case 'snapshot':
      return { ...(JSON.parse(data) as Omit<Told, 'snapshots' | 'end'>), snapshots: told.snapshots + 1, end: undefined };
    case 'status':
      return { ...told, status: JSON.parse(data) as Status };
    case 'end':
      return { ...told, end: JSON.parse(data) as DaemonEnd };
    case 'changes':
      return changed(told, JSON.parse(data) as Changes);
    default:
      return told;
  }
}

function changed(told: Told, { orders, fills, events }: Changes): Told {
  return {
    ...told,
    orders: orders === undefined ? told.orders : changedOrders(told.orders, orders.changed, new Set(orders.gone)),
    fills: newestFirst(told.fills, fills, MOST_FILLS),
    events: newestFirst(told.events, events, MOST_EVENTS),
  };
}

/** An order that changes keeps its place; a new one comes last. */
function changedOrders(before: readonly OrderRow[], news: readonly OrderRow[], gone: ReadonlySet<string>): readonly OrderRow[] {
  const byId = new Map(before.filter(({ intentId }) => !gone.has(intentId)).map((row) => [row.intentId, row]));
  for (const row of news) byId.set(row.intentId, row);
  return [...byId.values()];
}

/** Later ones come in the order in which they happened. One that was told before is not told twice. */
function newestFirst<Row extends { readonly id: string | number }>(
  before: readonly Row[],
  later: readonly Row[],
  most: number,
): readonly Row[] {
  if (later.length === 0) return before;
  const ids = new Set(later.map(({ id }) => id));
  return [...later.toReversed(), ...before.filter(({ id }) => !ids.has(id))].slice(0, most);
}
