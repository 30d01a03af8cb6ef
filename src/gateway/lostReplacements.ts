import type { Clock } from '../base/clock.ts';
import { type Decimal, maxDecimal, minDecimal, ZERO } from '../base/decimal.ts';
import { orderLane } from '../model/command.ts';
import type { Intent } from '../model/intent.ts';
import type { BoundOrder, Journal, NewIntent } from '../model/journal.ts';
import { currenciesOf } from '../model/pair.ts';
import type { AccountLists, OpenOrderRow } from './accountLists.ts';
import { settleAdopted } from './adopting.ts';
import { candidatesOf } from './candidates.ts';
import { meaningOf, type TradeRow } from './fillRows.ts';
import { orderFingerprint, orderShapeOf } from './fingerprint.ts';
import { isWorsePrice } from './isWorsePrice.ts';
import { mostOf } from './mostOf.ts';

export interface LostReplacementsOptions {
  readonly journal: Journal;
  readonly lists: Pick<AccountLists, 'openOrders' | 'tradesOf'>;
  readonly clock: Clock;
  readonly skewMs: number;
  readonly newId: () => string;
}

const FOUND = 'the journal was rebuilt: the order is no longer as the journal knows it, so it was replaced in the part that is lost';
const AS_SEEN = 'the journal was rebuilt: whatever came of the replacement, the order is now as the venue shows it';
const NOT_MOVED = 'the journal was rebuilt, and the order is open as it was';

/** One of our orders, and what the venue shows of it now. */
interface Seen {
  readonly order: BoundOrder;
  /** As the venue shows it. */
  readonly now: BoundOrder;
  readonly isOpen: boolean;
  /** Whether what the journal knows is enough for the order to be as it is. */
  readonly isExplained: boolean;
  /** A replacement that was on its way when the journal was last whole. */
  readonly onItsWay: Intent | undefined;
  /** The worst price of its executions, where neither what the journal knows nor what the venue shows now asks for it. */
  readonly executedAt: Decimal | undefined;
}

/**
 * A journal that has lost its end may know an order that was replaced after that, under the same id: it then rests at another
 * price, was executed at a worse one, or has come to more than was ordered. Journals such a replacement, so that the order is known as it is now. One that
 * was on its way before is settled by what the order is now, since orders of the same shape may have come and gone in the part
 * that is lost.
 *
 * To be called before anything is booked, and when nothing can be on its way any more. Rejects when a list can't be read; what was
 * journalled until then is true all the same.
 */
export async function adoptLostReplacements(options: LostReplacementsOptions): Promise<void> {
  const { journal, lists } = options;
  const open = new Map((await lists.openOrders()).map((row) => [row.id, row]));
  for (const order of await journal.openOrders()) {
    const seen = await standing(order, open.get(order.orderId), options);
    if (seen === undefined) continue;
    await settleOnItsWay(seen, options);
    if (seen.executedAt !== undefined && seen.isOpen) await journalReplacement({ ...seen.now, price: seen.executedAt }, options);
    if (!seen.isExplained) await journalReplacement(seen.now, options);
  }
}

/**
 * What is executed between the two lists stands in both. So what looks like more than was ordered counts only where the order is the same
 * before and after its executions were read.
 */
async function standing(order: BoundOrder, open: OpenOrderRow | undefined, options: LostReplacementsOptions): Promise<Seen | undefined> {
  const { journal, lists, skewMs } = options;
  const seen = await look(order, open, await lists.tradesOf(order.orderId, order.openedAt - skewMs), journal);
  if (seen === undefined || open === undefined || seen.isExplained) return seen;
  const again = (await lists.openOrders()).find(({ id }) => id === order.orderId);
  return again?.amount.eq(open.amount) === true && isSame(again.price, open.price) ? seen : standing(order, again, options);
}

/** Undefined where the venue shows nothing of the order. */
async function look(
  order: BoundOrder,
  open: OpenOrderRow | undefined,
  rows: readonly TradeRow[],
  journal: Journal,
): Promise<Seen | undefined> {
  if (open === undefined && rows.length === 0) return undefined;
  const onItsWay = (await journal.unresolved()).find(({ kind, targetId }) => kind === 'replace' && targetId === order.orderId);
  const executed = rows.reduce((sum, row) => (meaningOf(row) === 'execution' ? sum.plus(row.amount) : sum), ZERO);
  const total = executed.plus(open?.amount ?? ZERO);
  const isEnough = total.lte(await mostOf(order, journal));
  const worst = worstPriceOf(order, rows);
  const known = [order.price, askedPrice(onItsWay)];
  const isAskedFor = (asked: readonly (Decimal | undefined)[]): boolean =>
    order.price === undefined || asked.some((price) => price !== undefined && !isWorsePrice(order.side, worst, price));
  if (open === undefined) {
    const executedAt = isAskedFor(known) ? undefined : worst;
    const now = { ...order, price: executedAt ?? order.price, amount: maxDecimal(order.amount, total) };
    return { order, now, isOpen: false, isExplained: isEnough && executedAt === undefined, onItsWay, executedAt };
  }
  const { price, amount } = candidatesOf([open], rows).get(order.orderId)!;
  const executedAt = isAskedFor([...known, price]) ? undefined : worst;
  const isKnown = known.some((one) => isSame(one, price)) && executedAt === undefined;
  const now = { ...order, price, amount: maxDecimal(amount, total) };
  return { order, now, isOpen: true, isExplained: isEnough && isKnown, onItsWay, executedAt };
}

function worstPriceOf({ side, symbol }: BoundOrder, rows: readonly TradeRow[]): Decimal | undefined {
  const own = rows.filter((row) => meaningOf(row) === 'execution' && row.side === side && row.symbol === symbol);
  const prices = own.flatMap(({ price }) => (price === undefined ? [] : [price]));
  const worse = side === 'Buy' ? maxDecimal : minDecimal;
  return prices.length === 0 ? undefined : prices.reduce((worst, price) => worse(worst, price));
}

async function settleOnItsWay({ order, now, isOpen, isExplained, onItsWay }: Seen, options: LostReplacementsOptions): Promise<void> {
  if (onItsWay === undefined) return;
  const isAsItWas = isOpen && isExplained && isSame(order.price, now.price) && !isSame(askedPrice(onItsWay), now.price);
  if (isAsItWas) await options.journal.settle(onItsWay.id, { state: 'not-sent', at: options.clock.now(), evidence: NOT_MOVED });
  else await settleAdopted(onItsWay, now, { evidence: AS_SEEN, replaced: order.orderId }, options);
}

function askedPrice(replacement: Intent | undefined): Decimal | undefined {
  return replacement && orderShapeOf(replacement.fingerprint).price;
}

function isSame(a: Decimal | undefined, b: Decimal | undefined): boolean {
  return a !== undefined && b?.eq(a) === true;
}

async function journalReplacement(order: BoundOrder, { journal, clock, newId }: LostReplacementsOptions): Promise<void> {
  const { orderId, symbol, side, type, price, amount, strategy } = order;
  const { base = '', quote = '' } = currenciesOf(symbol) ?? {};
  const id = newId();
  const at = clock.now();
  const intent: NewIntent = {
    id,
    kind: 'replace',
    decision: `found ${id}`,
    lane: orderLane(symbol),
    strategy,
    fingerprint: orderFingerprint({ symbol, side, type, amount, price }),
    body: '',
    bodyHash: '',
    createdAt: at,
    venueAt: undefined,
    expiresAt: undefined,
    exposure: side === 'Sell' ? amount : (price ?? ZERO).times(amount),
    exposureCurrency: side === 'Sell' ? base : quote,
    targetId: orderId,
  };
  await journal.beginSettled(intent, { state: 'acknowledged', at, order, venueId: orderId, replaced: orderId, evidence: FOUND });
}
