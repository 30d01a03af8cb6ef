import { didYouMean } from '../base/didYouMean.ts';
import type { StrategyDefinition, StrategyHandlers } from './strategy.ts';

const DEFINITION: Readonly<Record<keyof StrategyDefinition, true>> = { about: true, params: true, markets: true, setup: true };
const HANDLERS: Readonly<Record<keyof StrategyHandlers, true>> = {
  onStart: true,
  onBook: true,
  onStats: true,
  onFill: true,
  onReport: true,
  onOrder: true,
  onQuote: true,
  onCandle: true,
  onWarning: true,
  onTimer: true,
  onStop: true,
};

/** The members that a strategy's definition may have, for those who check one that types did not check. */
export const DEFINITION_KEYS: readonly string[] = Object.keys(DEFINITION);

/** The handlers that a strategy may have. */
export const HANDLER_NAMES: readonly string[] = Object.keys(HANDLERS);

/** The members of what `setup` has returned: its own, and of an object made by a class also those methods that look like handlers. */
export function memberNames(handlers: object): readonly string[] {
  const names = new Set(Object.keys(handlers));
  for (let at = prototypeOf(handlers); at !== null && at !== Object.prototype; at = prototypeOf(at)) {
    for (const name of Object.getOwnPropertyNames(at)) if (/^on/i.test(name)) names.add(name);
  }
  return [...names];
}

/** The name that was meant most likely, or all that there are. */
export function nearestKey(name: string, known: readonly string[]): string {
  const near = didYouMean(name, known);
  return near === undefined ? `there are ${known.join(', ')}` : `did you mean ${near}?`;
}

/** Why a strategy can't run as it is: a member that looks like a handler would never be called. */
export function handlerProblem(handlers: object): string | undefined {
  const wrong = memberNames(handlers).find((name) => !HANDLER_NAMES.includes(name) && looksLikeHandler(name));
  return wrong && `there is no handler ${wrong}, so it would never be called: ${nearestKey(wrong, HANDLER_NAMES)}`;
}

/** Whether somebody who wrote it meant a handler: `onBok`, `onbook`, `OnBook` and `on_book`, and not `once` or `only`. */
function looksLikeHandler(name: string): boolean {
  return /^on[A-Z]/.test(name) || (/^on/i.test(name) && didYouMean(name, HANDLER_NAMES) !== undefined);
}

function prototypeOf(of: object): object | null {
  return Object.getPrototypeOf(of) as object | null;
}
