import { howItGoesOn, scopeText, type TradingStop } from '../../model/tradingStop.ts';
import type { EngineState } from '../engineState.ts';
import type { RefusedBy } from '../risk/riskGate.ts';
import type { Leg } from './deskOrder.ts';

type StoppedBy = 'halted' | 'reducing';

/** How it goes on after a check has refused its last order. After a halt or a reduction, the stop itself says so. */
const GOES_ON: Readonly<Record<Exclude<RefusedBy, StoppedBy>, string>> = {
  symbol: 'it goes once `risk.symbols` has its symbol',
  'price-grid': 'it goes once its price lies on the grid of the pair',
  'amount-grid': 'it goes once its amount lies on the grid of the pair',
  'min-volume': 'it goes once what is left is at least the least volume of the pair',
  'max-volume': 'it goes in orders of at most the largest volume of the pair',
  'stale-data': 'it goes with the next good book',
  'price-collar': 'it goes once its price lies within `risk.priceCollar` of the mid, by the market or by another limit',
  'order-amount': 'it goes once `risk.maxOrderAmount` allows it',
  'order-value': 'it goes once `risk.maxOrderValue` allows it',
  budget: 'it goes once the budget has room, by less that is held or by a larger `budget`',
  'open-orders': 'it goes once fewer orders are open than `risk.maxOpenOrders`',
  'open-value': 'it goes once less is open than `risk.maxOpenValue`',
  exposure: 'it goes once the exposure is below `risk.maxExposure`',
  duplicate: 'it goes once fewer orders are alike than `risk.maxAlike`',
  'self-trade': 'it goes once the own order that it would meet is gone',
  balance: 'it goes once the balance is large enough',
  turnover: 'it goes once the turnover has room',
  'symbol-rate': 'it goes once the rate of orders of its symbol allows it',
  'order-rate': 'it goes once the rate of orders allows it',
  'loss-unknown': 'it goes once the losses are known',
  'daily-loss': 'it goes once the loss of the day is within `risk.maxDailyLoss` again',
  'lane-frozen': 'it goes once the unknown order that it could be taken for is found',
};

/** What keeps the next order of a leg from being sent, and how it goes on. Undefined when nothing is known but its turn. */
export function keptBack(leg: Leg, state: EngineState): string | undefined {
  const held = heldText(leg);
  return shutText(leg, state) ?? (held === undefined ? undefined : `its turn to be sent (${held})`);
}

/** What is shut to it, so that its next order is not even tried. */
export function shutText(leg: Leg, state: EngineState): string | undefined {
  const { seat, market } = leg.order;
  const { name, instance } = seat;
  const stop = state.stops.against(name, market.symbol);
  if (stop !== undefined && (stop.state === 'halted' || leg.heldBy === 'reducing')) return stopText(stop);
  if (isPaused(leg))
    return `its strategy to go on: ${name} is paused (${instance.reason ?? 'by a person'}); it goes on by \`sluice resume ${name}\``;
  return market.frozen === undefined ? undefined : `its lane to open: ${market.frozen}`;
}

/** Which check has refused the last order of a leg, and while there may be another one, how it goes on. Undefined when none has. */
export function heldText({ heldBy, order }: Leg): string | undefined {
  if (heldBy === undefined || heldBy === 'halted' || heldBy === 'reducing') return undefined;
  const refused = `the check ${heldBy} has refused its last order`;
  return order.end === undefined ? `${refused}: ${GOES_ON[heldBy]}` : refused;
}

/** What only reduces goes on while its strategy is paused, and a person's orders have no strategy. */
function isPaused({ reduces, order }: Leg): boolean {
  const { seat } = order;
  return !reduces && seat.state === 'paused' && seat.instance.settings !== undefined;
}

function stopText(stop: TradingStop): string {
  const { scope, state, reason } = stop;
  const what = state === 'halted' ? 'is halted' : 'may only reduce positions';
  return `trading to be allowed again: ${scopeText(scope)} ${what} (${reason}); it goes on ${howItGoesOn(stop)}`;
}
