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
}

export type OpenOrder = Pick<Order, 'intentId' | 'strategy' | 'symbol' | 'side' | 'price' | 'amount' | 'orderId'> & {
  /** `canceling`: the venue was asked to cancel it, and its end was not seen. */
  readonly state: 'open' | 'canceling' | 'unknown';
};

export type OpenRequest = Pick<Intent, 'id' | 'kind' | 'lane' | 'strategy'>;

/**
 * Reads what is open from the engine, and from the journal what the engine can't know: all of it before the own orders were read.
 * A journal that can't be read, or not soon, adds nothing.
 */
export async function openAtEnd(clock: Clock, isStarted: boolean, snapshot: EngineSnapshot, journal: Journal): Promise<OpenAtEnd> {
  const unresolved = await readSoon(clock, journal.unresolved());
  const requests = unresolved.filter(({ kind }) => kind === 'replace' || kind === 'convert' || (kind === 'place' && !isStarted));
  if (isStarted) return { ...openNow(snapshot), requests };
  const bound = await readSoon(clock, journal.openOrders());
  return { orders: bound.map((order) => ({ ...order, state: 'open' })), requests };
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
  return { ...order, state: state === 'open' ? (canceling ? 'canceling' : 'open') : 'unknown' };
}

/** One line for each, for people. */
export function openLines({ orders, requests }: OpenAtEnd): readonly string[] {
  return [...orders.map(orderLine), ...requests.map(requestLine)];
}

const STATES: Readonly<Record<OpenOrder['state'], string>> = {
  open: 'open',
  canceling: 'its cancel was sent, and its end was not seen',
  unknown: 'nobody knows whether the venue has it',
};

function orderLine({ intentId, orderId, symbol, side, amount, price, strategy, state }: OpenOrder): string {
  const at = price === undefined ? 'at the market' : `at ${price.toString()}`;
  return `order ${orderId ?? `of ${intentId}`}  ${symbol}  ${side} ${amount.toString()} ${at}  (${strategy}): ${STATES[state]}`;
}

function requestLine({ id, kind, lane, strategy }: OpenRequest): string {
  return `${kind} ${id}  ${lane}  (${strategy}): its outcome is unknown`;
}
