import { type Clock, sleep } from '../base/clock.ts';
import { Fault } from '../base/fault.ts';
import type { OperatorOrder } from '../model/event.ts';
import type { DeskOrder } from '../model/deskOrder.ts';
import type { Notice } from '../model/notice.ts';
import { refusalAdvice } from './refusalAdvice.ts';
import type { Trader } from './trader.ts';

export type ExecuteAsk = Extract<OperatorOrder, { type: 'execute' }>;

/** What became of an order that is to be worked: it has begun (`working`, for the daemon to go on), or is over. */
export interface Executed {
  readonly outcome: 'working' | 'filled' | 'expired' | 'canceled';
  readonly orderId: string;
  readonly message: string;
}

type Heard = Pick<Trader, 'notices$' | 'operator' | 'snapshot'>;

/** Begins to work an order. Throws a `Fault` `risk` when it is refused. */
export function beginExecution(trader: Heard, ask: ExecuteAsk): Executed {
  const { orderId } = ask;
  let news: Executed | Fault | undefined;
  const subscription = trader.notices$.subscribe((notice) => (news ??= newsOf(notice, orderId)));
  trader.operator(ask);
  subscription.unsubscribe();
  if (news instanceof Fault) throw news;
  const kept = keptOrder(trader, orderId);
  if (news === undefined && kept === undefined) throw new Fault('internal', `the desk has not taken ${orderId}`);
  return news ?? { outcome: 'working', orderId, message: kept!.waitsFor };
}

/** Waits until a worked order is done. With the signal it stops waiting; the order stays, and goes on when it is asked for again. */
export function executionEnd(trader: Heard, orderId: string, signal: AbortSignal): Promise<Executed> {
  return new Promise((resolve) => {
    const end = (result: Executed): void => {
      subscription.unsubscribe();
      signal.removeEventListener('abort', leave);
      resolve(result);
    };
    const leave = (): void => {
      const message = keptOrder(trader, orderId)?.waitsFor ?? 'it is over';
      end({ outcome: 'working', orderId, message: `${message}; nobody works it now: the same command goes on with it` });
    };
    const subscription = trader.notices$.subscribe((notice) => {
      const news = newsOf(notice, orderId);
      if (news !== undefined && !(news instanceof Fault)) end(news);
    });
    signal.addEventListener('abort', leave);
    if (signal.aborted) leave();
  });
}

const LOOK_EVERY_MS = 100;

/** Waits until the desk does not keep an order any more, for so long at most. True when it doesn't. */
export async function isGone(trader: Pick<Heard, 'snapshot'>, clock: Clock, orderId: string, withinMs: number): Promise<boolean> {
  const until = clock.monotonicMs() + withinMs;
  while (keptOrder(trader, orderId) !== undefined || trader.snapshot().leftOut.some(({ id }) => id === orderId)) {
    if (clock.monotonicMs() >= until) return false;
    await sleep(clock, LOOK_EVERY_MS);
  }
  return true;
}

function keptOrder(trader: Pick<Heard, 'snapshot'>, orderId: string): DeskOrder | undefined {
  return trader.snapshot().deskOrders.find(({ id }) => id === orderId);
}

function newsOf(notice: Notice, orderId: string): Executed | Fault | undefined {
  if (notice.type === 'refused' && notice.intentId === orderId) {
    const { rule, message } = notice;
    return new Fault(rule === 'not-found' ? rule : 'risk', `refused by ${rule}: ${message}`, {
      outcome: 'not-sent',
      suggestion: refusalAdvice(rule),
    });
  }
  if (notice.type !== 'worked' || notice.order.id !== orderId) return undefined;
  const { end, waitsFor } = notice.order;
  return { outcome: end === 'filled' || end === 'expired' ? end : 'canceled', orderId, message: waitsFor };
}
