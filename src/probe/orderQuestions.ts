import { Fault } from '../base/fault.ts';
import { judged, noted, type Question, unseen } from './finding.ts';
import { askOpenList } from './openListQuestions.ts';
import { SHOWN_WITHIN_MS, untilListed } from './orderLists.ts';
import { askReplace, askReplaceGone } from './replaceQuestions.ts';
import type { OrderContext } from './questionContext.ts';
import { askSteps } from './stepQuestions.ts';
import { answerOr } from './wire.ts';

const PLACED: Question = {
  question: 'order-placed',
  asked: 'a limit buy of the smallest amount, far below the market',
  document: { says: '201 with the order', section: '000 Spot trading' },
};
const SHOWN: Question = {
  question: 'order-shown',
  asked: 'how long after its answer an order is in the list of open orders',
  document: undefined,
};
const CANCELED: Question = {
  question: 'order-canceled',
  asked: 'to cancel an order of the probe',
  document: { says: '200 when cancelled', section: '000 Spot trading' },
};
const GONE: Question = {
  question: 'cancel-shown',
  asked: 'how long after its cancel an order is still in the list of open orders',
  document: undefined,
};
const CANCEL_ROW: Question = { question: 'cancel-row', asked: 'how a canceled order is listed among the trades', document: undefined };
const CANCEL_AGAIN: Question = {
  question: 'unknown-order-cancel',
  asked: 'to cancel an order that is over',
  document: { says: '400 for an invalid id or state', section: '000 Spot trading' },
};

const ALL = [PLACED, SHOWN, CANCELED, GONE, CANCEL_ROW, CANCEL_AGAIN];

/** What becomes of orders. Throws a `Fault` when the venue is silent, or when the probe was ended. */
export async function askOrders(context: OrderContext): Promise<void> {
  const { tell, orders, plan } = context;
  const first = await orders.place(plan.amount, orders.nextPrice);
  if (first.type === 'refused') {
    const why = `the order was refused: ${answerOr(first.answer, first.reason)}: ${first.reason}`;
    for (const question of ALL) tell(unseen(question, why));
    return;
  }
  tell(judged(PLACED, answerOr(first.answer, 'no answer, and the order was found'), first.answer?.status === 201));
  await tellShown(context, first.orderId);
  await askOpenList(context, first.orderId);
  await askReplace(context, first.orderId);
  await askSteps(context);
  await askCancel(context, await freshOrder(context));
}

/** An order to ask further questions about, where the first has gone. */
async function freshOrder({ orders, plan }: OrderContext): Promise<string> {
  const [resting] = await orders.resting();
  if (resting !== undefined) return resting.orderId;
  const placed = await orders.place(plan.amount, orders.nextPrice);
  if (placed.type === 'opened') return placed.orderId;
  throw new Fault('refused', `the venue took an order before and refuses another: ${placed.reason}`, { outcome: 'rejected' });
}

/** Measures how late an order shows. */
async function tellShown(context: OrderContext, orderId: string): Promise<void> {
  const { tell } = context;
  const ms = await untilListed(context, orderId, true);
  tell(ms === undefined ? unseen(SHOWN, `it was not there within ${SHOWN_WITHIN_MS} ms`) : noted(SHOWN, `${ms} ms`));
}

async function askCancel(context: OrderContext, orderId: string): Promise<void> {
  const { tell, orders, client, clock, learned } = context;
  const { answer } = await orders.cancel(orderId);
  tell(judged(CANCELED, answerOr(answer, 'no answer'), answer?.status === 200));
  const askedMs = clock.monotonicMs();
  const gone = await untilListed(context, orderId, false);
  tell(gone === undefined ? unseen(GONE, `it was there for ${SHOWN_WITHIN_MS} ms`) : noted(GONE, `${gone} ms`));
  await orders.untilClosed(orderId);
  const { reply } = await client.send(client.prepare('trades.list', { orderId, page: learned.pageBase ?? 0, count: 10 }));
  const row = reply.items.find(({ id }) => id === orderId);
  if (row !== undefined) learned.lagMs = Math.max(learned.lagMs ?? 0, Math.round(clock.monotonicMs() - askedMs));
  tell(noted(CANCEL_ROW, row === undefined ? 'not at all' : `${row.status}, amount ${row.amount}`));
  const again = await orders.cancel(orderId);
  tell(judged(CANCEL_AGAIN, answerOr(again.answer, 'no answer'), again.answer?.status === 400));
  await askReplaceGone(context, orderId);
}
