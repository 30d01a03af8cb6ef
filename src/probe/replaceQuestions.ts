import { judged, noted, type Question, unseen } from './finding.ts';
import { newestOpen, untilListed } from './orderLists.ts';
import type { OrderContext } from './questionContext.ts';
import { answerOr } from './wire.ts';

const REPLACED: Question = {
  question: 'replace-answer',
  asked: 'another price for an order of the probe',
  document: { says: '201 with the order', section: '000 Spot trading' },
};
const REPLACE_ID: Question = { question: 'replace-id', asked: 'whether a replaced order keeps its id', document: undefined };
const REPLACE_REFUSED: Question = {
  question: 'replace-refused',
  asked: 'a replacement that is off the steps of the pair',
  document: { says: '400 for invalid input, with field errors', section: '000 Spot trading, Errors 5' },
};
const REFUSED_LEAVES: Question = {
  question: 'replace-refused-leaves',
  asked: 'whether the order is as it was after a refused replacement',
  document: undefined,
};
const AMOUNT: Question = {
  question: 'replace-amount',
  asked: 'whether the amount of a replacement is what is open afterwards or the total',
  document: undefined,
};
const UNKNOWN_ORDER: Question = {
  question: 'unknown-order-replace',
  asked: 'to replace an order that is over',
  document: { says: '400 for invalid input', section: '000 Spot trading' },
};

/** How orders are replaced. */
export async function askReplace(context: OrderContext, orderId: string): Promise<void> {
  const { orders, plan, tell, learned } = context;
  tell(unseen(AMOUNT, 'shows only on an order that is partly filled, and a probe executes nothing; the desk is right either way'));
  const replaced = await orders.replace(orderId, plan.amount, orders.nextPrice);
  if (replaced.type === 'refused') {
    tell(judged(REPLACED, answerOr(replaced.answer, replaced.reason), false));
    for (const question of [REPLACE_ID, REPLACE_REFUSED, REFUSED_LEAVES]) tell(unseen(question, 'replacements are refused'));
    return;
  }
  tell(judged(REPLACED, answerOr(replaced.answer, 'no answer, and it was found'), replaced.answer?.status === 201));
  const current = replaced.orderId;
  await untilListed(context, current, true);
  const isKept = current === orderId;
  if (!isKept) {
    const isBoth = (await newestOpen(context)).some(({ id }) => id === orderId);
    const beside = isBoth
      ? 'both were open at once'
      : 'the old one was gone at the first look; whether both are open for a moment can not be seen';
    tell(noted(REPLACE_ID, `a new id: ${beside}`));
  } else tell(noted(REPLACE_ID, 'it keeps its id'));
  const leaves = await askRefused(context, current);
  // One record that changes is never open twice. Where a new one comes, nobody can see whether the old one goes first.
  if (isKept && leaves) learned.replace = 'atomic-keeps-id';
}

/** Whether a refused replacement leaves the order alone. */
async function askRefused(context: OrderContext, orderId: string): Promise<boolean> {
  const { orders, plan, tell } = context;
  const before = (await newestOpen(context)).find(({ id }) => id === orderId);
  const refused = await orders.replace(orderId, plan.amount.plus(plan.pair.grid.lot.div(10)), orders.nextPrice);
  const isRefused = refused.type === 'refused';
  tell(judged(REPLACE_REFUSED, answerOr(refused.answer, 'no answer'), isRefused && refused.answer?.status === 400));
  if (!isRefused) {
    tell(unseen(REFUSED_LEAVES, 'it was not refused'));
    return true;
  }
  const after = (await newestOpen(context)).find(({ id }) => id === orderId);
  if (after === undefined && !refused.isProven) {
    tell(unseen(REFUSED_LEAVES, 'the probe had to cancel it to find out what came of the replacement'));
    return true;
  }
  const isSame =
    after !== undefined && before !== undefined && after.amount.eq(before.amount) && after.price?.eq(before.price ?? 0) === true;
  tell(noted(REFUSED_LEAVES, isSame ? 'it is as it was' : after === undefined ? 'the order is gone' : 'the order was changed'));
  return isSame;
}

/** Asks to replace an order that is over. */
export async function askReplaceGone({ orders, plan, tell }: OrderContext, orderId: string): Promise<void> {
  const gone = await orders.replace(orderId, plan.amount, orders.nextPrice);
  tell(judged(UNKNOWN_ORDER, answerOr(gone.answer, 'no answer'), gone.type === 'refused' && gone.answer?.status === 400));
}
