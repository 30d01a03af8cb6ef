import { messageOf } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import { ALL_TRADING, type StopOrders, type TradingStop } from '../model/tradingStop.ts';

/** The name under which stops are saved. No strategy can have it. */
export const STOPS_KEY = ':trading';

/** The stops that are kept over restarts, as text. */
export function writeStops(stops: readonly TradingStop[]): string {
  return JSON.stringify(stops.filter(isSaved));
}

/** The daily loss of everything is found again by itself, and a new life is not shutting down. */
function isSaved({ cause, scope }: TradingStop): boolean {
  return cause !== 'shutdown' && (cause !== 'daily-loss' || scope.of !== 'all');
}

/**
 * The stops of an earlier life. A text that can't be read halts everything: it may have held a kill switch. One that is of a later moment than now was
 * set before the clock was put back: it holds from now on, or what closes positions under it would be taken for older than it is.
 */
export function restoredStops(text: string | undefined, now: Instant): readonly TradingStop[] {
  try {
    const stops = readStops(text).filter(isSaved);
    return stops.map((stop) => (stop.since > now ? { ...stop, since: now } : stop));
  } catch (error) {
    const reason = `the saved state of trading can't be read: ${messageOf(error)}`;
    return [{ scope: ALL_TRADING, state: 'halted', cause: 'operator', orders: 'keep', reason, since: now, until: undefined }];
  }
}

/** Reads what `writeStops` wrote. Throws a `TypeError` for anything else. */
export function readStops(text: string | undefined): readonly TradingStop[] {
  if (text === undefined) return [];
  const stops: unknown = JSON.parse(text);
  if (!Array.isArray(stops)) throw new TypeError('the saved stops of trading are not a list');
  return stops.map(readStop);
}

const OF: readonly unknown[] = ['all', 'strategy', 'symbol'];
const STATES: readonly unknown[] = ['reducing', 'halted'];
const ORDERS: readonly StopOrders[] = ['keep', 'cancel', 'close'];

function readStop(value: unknown): TradingStop {
  const { scope, state, cause, orders, reason, since, until } = (value ?? {}) as Partial<TradingStop>;
  const isStop =
    OF.includes(scope?.of) &&
    typeof scope?.name === 'string' &&
    STATES.includes(state) &&
    typeof cause === 'string' &&
    ORDERS.includes(orders!) &&
    typeof reason === 'string' &&
    Number.isInteger(since) &&
    (until === undefined || Number.isInteger(until));
  if (!isStop) throw new TypeError('a saved stop of trading can not be read');
  return { scope, state: state!, cause, orders: orders!, reason, since: since!, until };
}
