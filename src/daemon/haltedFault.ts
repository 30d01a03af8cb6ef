import { Fault } from '../base/fault.ts';
import { howItGoesOn, scopeText, type TradingStop } from '../model/tradingStop.ts';

/** Nothing is sent because of a stop: which one, and how it goes on. */
export function haltedFault(stop: TradingStop): Fault {
  const what = stop.scope.of === 'all' ? scopeText(stop.scope) : `trading of ${scopeText(stop.scope)}`;
  return new Fault('halted', `${what} is halted: ${stop.reason}`, { outcome: 'not-sent', suggestion: `it goes on ${howItGoesOn(stop)}` });
}
