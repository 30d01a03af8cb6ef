import type { Clock } from '../base/clock.ts';
import type { EngineSnapshot } from '../engine/snapshot.ts';
import type { Intent } from '../model/intent.ts';
import type { Journal } from '../model/journal.ts';
import type { Order } from '../model/order.ts';
import { within } from './within.ts';

/** A disk that takes longer must not keep the end from naming what the engine knows. */
const READ_WITHIN_MS = 700;

/** What the venue may still hold of ours when a trader has ended. */
export interface OpenAtEnd {
  readonly orders: readonly OpenOrder[];
  /** Requests whose outcome nobody knows, other than those of the orders above. */
  readonly requests: readonly OpenRequest[];
  /** Another process has taken the account over, and all of this with it. */
  readonly hasNewOwner?: boolean;
}

export type OpenOrder = Pick<Order, 'intentId' | 'strategy' | 'symbol' | 'side' | 'price' | 'amount' | 'orderId'> & {
  /** `canceling`: the venue has taken its cancel, and its end was not seen. `cancel-decided`: nobody knows whether the cancel was sent. */
  readonly state: 'open' | 'canceling' | 'cancel-decided' | 'unknown';
};

export type OpenRequest = Pick<Intent, 'id' | 'kind' | 'lane' | 'strategy'>;

/**
 * Reads what is open from the engine, and from the journal what the engine can't know: all of it before the own orders were read.
 * A journal that can't be read, or not soon, adds nothing.
 */
export async function openAtEnd(clock: Clock, isStarted: boolean, snapshot: EngineSnapshot, journal: Journal): Promise<OpenAtEnd> {
  const unresolved = await readSoon(clock, journal.unresolved());
  const requests = unresolved.filter(({ kind }) => kind === 'replace' || kind === 'convert' || (kind === 'place' && !isStarted));
  if (isStarted) {
    const { orders } = openNow(snapshot);
    const taken = new Set(await readSoon(clock, takenCancels(orders, journal)));
    const told = orders.map((order) => (taken.has(order) ? { ...order, state: 'canceling' as const } : order));
    return { orders: told, requests };
  }
  const bound = await readSoon(clock, journal.openOrders());
  return { orders: bound.map((order) => ({ ...order, state: 'open' })), requests };
}

/** The orders whose cancel the venue has taken, as the journal has it. The engine knows only that it was decided. */
async function takenCancels(orders: readonly OpenOrder[], journal: Journal): Promise<readonly OpenOrder[]> {
  const taken: OpenOrder[] = [];
  for (const order of orders) {
    if (order.state !== 'cancel-decided' || order.orderId === undefined) continue;
    const aimed = await journal.aimedAt(order.orderId);
    if (aimed.some(({ kind, state }) => kind === 'cancel' && state === 'acknowledged')) taken.push(order);
  }
  return taken;
}

/** What the engine knows to be open. */
export function openNow({ orders }: EngineSnapshot): OpenAtEnd {
  return { orders: orders.map(openOrder), requests: [] };
}

async function readSoon<T>(clock: Clock, reading: Promise<readonly T[]>): Promise<readonly T[]> {
  let rows: readonly T[] = [];
  const read = reading.then(
    (found) => {
      rows = found;
    },
    () => undefined,
  );
  await within(clock, read, clock.monotonicMs() + READ_WITHIN_MS);
  return rows;
}

function openOrder({ state, canceling, ...order }: Order): OpenOrder {
  return { ...order, state: state === 'open' ? (canceling ? 'cancel-decided' : 'open') : 'unknown' };
}

/** One line for each, for people. */
export function openLines({ orders, requests, hasNewOwner = false }: OpenAtEnd): readonly string[] {
  const lines = [...orders.map(orderLine), ...requests.map(requestLine)];
  return hasNewOwner ? lines.map((line) => `${line}; the new owner of the account has it`) : lines;
}

const STATES: Readonly<Record<OpenOrder['state'], string>> = {
  open: 'open',
  canceling: 'its cancel was sent, and its end was not seen',
  'cancel-decided': 'its cancel was decided, and whether it was sent is not known',
  unknown: 'nobody knows whether the venue has it',
};

function orderLine({ intentId, orderId, symbol, side, amount, price, strategy, state }: OpenOrder): string {
  const at = price === undefined ? 'at the market' : `at ${price.toString()}`;
  return `order ${orderId ?? `of ${intentId}`}  ${symbol}  ${side} ${amount.toString()} ${at}  (${strategy}): ${STATES[state]}`;
}

function requestLine({ id, kind, lane, strategy }: OpenRequest): string {
  return `${kind} ${id}  ${lane}  (${strategy}): its outcome is unknown`;
}
