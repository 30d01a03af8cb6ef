import { howItGoesOn, scopeText, type TradingStop } from '../../model/tradingStop.ts';
import type { EngineState } from '../engineState.ts';
import type { Leg } from './deskOrder.ts';

/** How it goes on after a check has refused its last order, where more is to be said than that it is tried again. */
const GOES_ON: ReadonlyMap<string, string> = new Map([
  ['price-collar', 'it goes once its price lies within `risk.priceCollar` of the mid, by the market or by another limit'],
  ['budget', 'it goes once the budget has room, by less that is held or by a larger `budget`'],
  ['exposure', 'it goes once the exposure has room'],
  ['balance', 'it goes once the balance is large enough'],
  ['order-rate', 'it goes once the rate of orders allows it'],
  ['symbol-rate', 'it goes once the rate of orders of its symbol allows it'],
  ['turnover', 'it goes once the turnover has room'],
  ['daily-loss', 'it goes once the loss of the day is within `risk.maxDailyLoss` again'],
  ['loss-unknown', 'it goes once the losses are known'],
  ['stale-data', 'it goes with the next good book'],
]);

/** What keeps the next order of a leg from being sent, and how it goes on. Undefined when nothing is known but its turn. */
export function keptBack(leg: Leg, state: EngineState): string | undefined {
  const held = heldText(leg, state);
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

/** Which check has refused the last order of a leg. Undefined when none has, or when what it asked about is over. */
export function heldText({ heldBy, order }: Leg, { stops }: EngineState): string | undefined {
  if (heldBy === undefined) return undefined;
  const isOfStop = heldBy === 'halted' || heldBy === 'reducing';
  if (isOfStop && stops.against(order.seat.name, order.market.symbol) === undefined) return undefined;
  const goesOn = GOES_ON.get(heldBy);
  return `the check ${heldBy} has refused its last order: ${goesOn ?? 'it is tried again, see `sluice status`'}`;
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
