import { Fault, isFault, messageOf } from '../base/fault.ts';
import { ALL_TRADING, scopeNamed, type TradingStop } from '../model/tradingStop.ts';
import type { Canceled, StopTrading } from './operations.ts';

/** A stop that a person has asked for on another machine, as it stands in the store. */
export interface AskedStop extends Pick<TradingStop, 'state' | 'orders' | 'reason'> {
  /** A strategy or a symbol. Without it, everything. */
  readonly what?: string | undefined;
}

/** What the owner has done, or why not. */
export type AskedAnswer = Canceled | { readonly refused: string };

export function askedStopText(stop: AskedStop): string {
  return JSON.stringify(stop);
}

/** Stops trading as it was asked for through the store, and answers what came of it. */
export async function doAskedStop(text: string, stop: (order: StopTrading) => Promise<Canceled>): Promise<string> {
  let answer: AskedAnswer;
  try {
    answer = await stop({ type: 'stop-trading', ...stopOf(text) });
  } catch (error) {
    // What could not be written down is not done: it is asked for again.
    if (isFault(error, 'store')) throw error;
    answer = { refused: messageOf(error) };
  }
  return JSON.stringify(answer);
}

const STATES: readonly unknown[] = ['halted', 'reducing'];
const ORDERS: readonly unknown[] = ['keep', 'cancel', 'close'];

function stopOf(text: string): Omit<StopTrading, 'type'> {
  const { what, state, orders, reason } = JSON.parse(text) as Partial<AskedStop>;
  if (!STATES.includes(state) || !ORDERS.includes(orders) || typeof reason !== 'string' || (what !== undefined && typeof what !== 'string'))
    throw new Fault('usage', `${text} is no stop that this version knows`);
  return { scope: what === undefined ? ALL_TRADING : scopeNamed(what), state: state!, orders: orders!, reason };
}
