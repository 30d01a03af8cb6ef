import { isoOf } from '../base/instant.ts';
import { worstStop } from '../engine/tradingStops.ts';
import { howItGoesOn, isWithin, scopeText, type TradingScope, type TradingStop } from '../model/tradingStop.ts';

/** What keeps a scope from trading after it was resumed: stops, strategies that stay paused, and those that have ended. */
export interface StillStopped {
  readonly left: readonly StopStatus[];
  readonly paused: readonly string[];
  readonly stopped: readonly StoppedStrategy[];
}

/** A strategy that has ended, because it threw or a person said so: no resume starts it again. */
export interface StoppedStrategy {
  readonly name: string;
  readonly reason: string | undefined;
}

/** Of a strategy that has ended, for people. */
export function stoppedText({ name, reason }: { readonly name: string; readonly reason?: string | undefined }): string {
  const why = reason === undefined ? '' : `: ${reason}`;
  return `${name} is stopped${why}; it begins again with the next start, or with a \`sluice reload\` that puts a changed version of it into force`;
}

/** One stop: what it is about, why, since when, and how it goes on. */
export interface StopStatus {
  /** `all`, or the name of a strategy or a symbol. */
  readonly scope: string;
  readonly state: TradingStop['state'];
  readonly cause: TradingStop['cause'];
  readonly orders: TradingStop['orders'];
  readonly reason: string;
  readonly since: string;
  /** When it goes on by itself; undefined when a person must say so. */
  readonly until: string | undefined;
  readonly goesOn: string;
}

/** Why a strategy may not trade in a market as it would, where a stop is over it. */
export function stopOver(
  { name, symbol }: { readonly name: string; readonly symbol: string },
  stops: readonly TradingStop[],
): string | undefined {
  const stop = worstStop(stops.filter(({ scope }) => isWithin(scope, name, symbol)));
  return stop && `${scopeText(stop.scope)} is ${stop.state}: ${stop.reason}`;
}

/**
 * What stops a scope. Everything is under all stops; a part is under its own, those of everything and, if it is a strategy, those of its pairs
 * (`symbols`).
 */
export function stopsOver(stops: readonly StopStatus[], { of, name }: TradingScope, symbols: readonly string[]): readonly StopStatus[] {
  return stops.filter(({ scope }) => of === 'all' || ['all', name, ...symbols].includes(scope));
}

/** A stop for people. While the kill file is there, nothing goes on. */
export function stopStatus(stop: TradingStop, killFile: string | undefined): StopStatus {
  const { scope, state, cause, orders, reason, since, until } = stop;
  return {
    scope: scope.of === 'all' ? 'all' : scope.name,
    state,
    cause,
    orders,
    reason,
    since: isoOf(since),
    until: until === undefined ? undefined : isoOf(until),
    goesOn: `${killFile === undefined ? '' : `when the kill file is gone (\`rm ${killFile}\`), `}${howItGoesOn(stop)}`,
  };
}
