import { judged, noted, type Question, unseen } from './finding.ts';
import { newestOpen, openPage, untilListed } from './orderLists.ts';
import type { OrderContext } from './questionContext.ts';

const NEWEST_FIRST: Question = {
  question: 'orders-newest-first',
  asked: 'the list of open orders with two orders of the probe in it',
  document: { says: 'lists are returned newest first', section: '000 Common conventions 3' },
};
const DEFAULT_PAGE: Question = {
  question: 'orders-default-page',
  asked: 'open orders without a page, and page 1',
  document: { says: 'page 1 is the default', section: '000 Limits' },
};
const PAGE_BASE: Question = {
  question: 'orders-page-base',
  asked: 'pages 0, 1 and 2 of the open orders, one order each',
  document: undefined,
};
const FILTER: Question = {
  question: 'orders-filter',
  asked: 'open orders with the id of one of two',
  document: { says: 'orderId filters the list', section: '000 Spot trading' },
};

/** How the list of open orders is paged and ordered. It needs a second order for that, and cancels it again. */
export async function askOpenList(context: OrderContext, firstId: string): Promise<void> {
  const { orders, plan, tell, client } = context;
  const second = await orders.place(plan.amount, orders.nextPrice);
  if (second.type === 'refused') {
    for (const question of [NEWEST_FIRST, DEFAULT_PAGE, PAGE_BASE, FILTER])
      tell(unseen(question, `a second order was refused: ${second.reason}`));
    return;
  }
  await untilListed(context, second.orderId, true);
  const ids = (await newestOpen(context)).map(({ id }) => id);
  const [at, before] = [ids.indexOf(second.orderId), ids.indexOf(firstId)];
  tell(judged(NEWEST_FIRST, at < before ? 'newest first' : 'the older order comes first', at >= 0 && at < before));
  const idOn = async (page: number | undefined): Promise<string | undefined> => (await openPage(context, page, 1))?.[0]?.id;
  const [none, zero, one, two] = [await idOn(undefined), await idOn(0), await idOn(1), await idOn(2)];
  tell(judged(DEFAULT_PAGE, none === one ? 'the same' : 'another order', none === one));
  tell(noted(PAGE_BASE, baseText(zero, one, two)));
  const { items } = await client.orders.list({ orderId: firstId, count: 10 });
  const isFiltered = items.length > 0 && items.every(({ id }) => id === firstId);
  tell(judged(FILTER, isFiltered ? 'that order alone' : `${items.length} orders`, isFiltered));
  await orders.cancel(second.orderId);
  await orders.untilClosed(second.orderId);
}

function baseText(zero: string | undefined, one: string | undefined, two: string | undefined): string {
  if (one === two) return 'can not be told: pages 1 and 2 are alike';
  if (zero === undefined) return 'they count from 1, and page 0 is refused';
  return zero === one ? 'they count from 1, and page 0 is the first too' : 'they count from 0';
}
