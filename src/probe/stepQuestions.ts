import type { Decimal } from '../base/decimal.ts';
import { judged, type Question, unseen } from './finding.ts';
import { newestOpen } from './orderLists.ts';
import type { OrderContext } from './questionContext.ts';
import { answerOr, refusalShape } from './wire.ts';

const FIELD_ERRORS = { says: '400 with field errors', section: '000 Trading pair, Errors 5' };
const BAD_AMOUNT: Question = {
  question: 'amount-off-step',
  asked: 'an order whose amount is no multiple of volumeStep',
  document: FIELD_ERRORS,
};
const BAD_PRICE: Question = {
  question: 'price-off-precision',
  asked: 'an order whose price has a decimal more than precision',
  document: FIELD_ERRORS,
};
const BELOW: Question = { question: 'amount-below-minimum', asked: 'an order of a step less than minVolumeTrade', document: FIELD_ERRORS };

/** What becomes of orders that the rules of their pair don't allow. What is taken all the same is canceled. */
export async function askSteps(context: OrderContext): Promise<void> {
  const { plan, orders, tell } = context;
  const { grid, minVolume } = plan.pair;
  await askWrong(context, BAD_AMOUNT, plan.amount.plus(grid.lot.div(10)), orders.nextPrice);
  await askWrong(context, BAD_PRICE, plan.amount, orders.nextPrice.plus(grid.tick.div(10)));
  const below = minVolume.minus(grid.lot);
  if (below.gt(0)) await askWrong(context, BELOW, below, orders.nextPrice);
  else tell(unseen(BELOW, `nothing lies between 0 and the least amount of ${plan.pair.symbol}`));
}

async function askWrong(context: OrderContext, question: Question, amount: Decimal, price: Decimal): Promise<void> {
  const { orders, tell } = context;
  const sent = await orders.place(amount, price);
  if (sent.type === 'refused') {
    const proof = sent.isProven ? '' : '; nothing came of it';
    tell(
      judged(
        question,
        `${answerOr(sent.answer, sent.reason)}${proof}`,
        sent.answer?.status === 400 && refusalShape(sent.answer) === 'validation',
      ),
    );
    return;
  }
  const order = (await newestOpen(context)).find(({ id }) => id === sent.orderId);
  const as = order === undefined ? 'taken' : `taken as ${order.amount} at ${order.price ?? 'no price'}, asked for ${amount} at ${price}`;
  tell(judged(question, as, false));
  await orders.cancel(sent.orderId);
  await orders.untilClosed(sent.orderId);
}
