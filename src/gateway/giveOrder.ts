import { ZERO } from '../base/decimal.ts';
import { Fault } from '../base/fault.ts';
import type { Clock } from '../base/clock.ts';
import { orderLane } from '../model/command.ts';
import { isSide } from '../model/grid.ts';
import type { BoundOrder, Journal } from '../model/journal.ts';
import { currenciesOf } from '../model/pair.ts';
import type { Receiver } from '../model/verdict.ts';
import type { Candidate } from './candidates.ts';
import { orderFingerprint } from './fingerprint.ts';
import { assertUnbound } from './resolvedByHand.ts';

interface Gift {
  readonly strategy: Receiver;
  readonly found: Candidate;
  /** The id of the intent under which the journal has the order. */
  readonly intentId: string;
}

/**
 * Binds an open order of the account, which nobody here has placed, to a strategy. It stands in the journal as an intent that was
 * adopted: a process that dies in between leaves one of which nothing was sent, and the order stays as it was.
 */
export async function giveOrder(
  { strategy, found, intentId }: Gift,
  { journal, clock }: { readonly journal: Journal; readonly clock: Clock },
): Promise<BoundOrder> {
  const { orderId, symbol, side, type, price, amount, openedAt } = found;
  await assertUnbound(found, journal);
  if (!isSide(side) || (type !== 'Limit' && type !== 'Market')) {
    throw new Fault('refused', `order ${orderId} is a ${type} ${side}: no strategy can have such an order`, { outcome: 'not-sent' });
  }
  if (!strategy.symbols.includes(symbol)) {
    const traded = strategy.symbols.join(' and ');
    throw new Fault('refused', `order ${orderId} is of ${symbol}, and ${strategy.name} trades ${traded}`, { outcome: 'not-sent' });
  }
  const { base = '', quote = '' } = currenciesOf(symbol) ?? {};
  const at = clock.now();
  await journal.begin({
    id: intentId,
    kind: 'place',
    decision: `given ${orderId}`,
    lane: orderLane(symbol),
    strategy: strategy.name,
    fingerprint: orderFingerprint({ symbol, side, type, amount, price }),
    body: '',
    bodyHash: '',
    createdAt: at,
    venueAt: undefined,
    expiresAt: undefined,
    exposure: side === 'Sell' ? amount : (price ?? ZERO).times(amount),
    exposureCurrency: side === 'Sell' ? base : quote,
    targetId: undefined,
  });
  const order: BoundOrder = {
    orderId,
    intentId,
    strategy: strategy.name,
    symbol,
    side,
    type,
    price,
    amount,
    openedAt: openedAt ?? at,
    closedAt: undefined,
    end: undefined,
    tag: undefined,
  };
  await journal.settle(intentId, { state: 'acknowledged', at, order, venueId: orderId, evidence: 'a person has given it to the strategy' });
  return order;
}
