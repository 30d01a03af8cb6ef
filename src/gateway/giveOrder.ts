import { ZERO } from '../base/decimal.ts';
import { Fault } from '../base/fault.ts';
import type { Clock } from '../base/clock.ts';
import { orderLane } from '../model/command.ts';
import { isSide } from '../model/grid.ts';
import type { Fill } from '../model/fill.ts';
import type { BoundOrder, FillLog, Journal, NewIntent } from '../model/journal.ts';
import type { OrderEnd } from '../model/order.ts';
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
  /** How it ended, of one that is over. */
  readonly end?: OrderEnd | undefined;
}

/** An order that now is a strategy's, with the executions that the log has of it, oldest first. */
export interface GivenOrder {
  readonly order: BoundOrder;
  readonly fills: readonly Fill[];
}

interface GivingOptions {
  readonly journal: Journal;
  readonly fillLog: FillLog;
  readonly clock: Clock;
}

/**
 * Binds an order of the account, which nobody here has placed, to a strategy. Intent, order and its end are one transaction, and
 * all that can fail comes before it: either the order stays as it was, or the caller has everything that the engine must hear.
 */
export async function giveOrder({ strategy, found, intentId, end }: Gift, { journal, fillLog, clock }: GivingOptions): Promise<GivenOrder> {
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
  const logged = await fillLog.fills({ orderId });
  const fills = logged.map(({ fill }) => ({ ...fill, intentId, strategy: strategy.name })).toReversed();
  const at = clock.now();
  const intent: NewIntent = {
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
  };
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
    closedAt: end && at,
    end,
    tag: undefined,
  };
  const evidence = 'a person has given it to the strategy';
  await journal.beginSettled(intent, { state: 'acknowledged', at, order, venueId: orderId, evidence });
  return { order, fills };
}
