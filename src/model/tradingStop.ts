import { type Instant, isoOf } from '../base/instant.ts';

/** `reducing` admits cancels and orders that make a position smaller; `halted` admits only cancels. */
export type TradingState = 'active' | 'reducing' | 'halted';

/** What a stop is about: everything, one strategy or one symbol. `name` is empty for everything. */
export interface TradingScope {
  readonly of: 'all' | 'strategy' | 'symbol';
  readonly name: string;
}

/** Who or what has stopped trading. There is one stop of each cause in each scope. */
export type StopCause = 'operator' | 'daily-loss' | 'max-loss' | 'max-drawdown' | 'protection' | 'shutdown';

/** What happens to the orders of the scope. `close` cancels them and then closes the positions of its strategies. */
export type StopOrders = 'keep' | 'cancel' | 'close';

/** Why trading is not `active`, since when, and until when if it ends by itself. */
export interface TradingStop {
  readonly scope: TradingScope;
  readonly state: Exclude<TradingState, 'active'>;
  readonly cause: StopCause;
  readonly orders: StopOrders;
  readonly reason: string;
  readonly since: Instant;
  /** Undefined: until a person lifts it. */
  readonly until: Instant | undefined;
}

export const ALL_TRADING: TradingScope = { of: 'all', name: '' };

/** The scope that a person has named. A symbol has a slash, and the name of a strategy has none. */
export function scopeNamed(name: string): TradingScope {
  return { of: name.includes('/') ? 'symbol' : 'strategy', name };
}

export function isSameScope(a: TradingScope, b: TradingScope): boolean {
  return a.of === b.of && a.name === b.name;
}

/** Whether the scope includes the orders of a strategy on a symbol. */
export function isWithin({ of, name }: TradingScope, strategy: string, symbol: string): boolean {
  return of === 'all' || name === (of === 'strategy' ? strategy : symbol);
}

export function scopeText({ of, name }: TradingScope): string {
  return of === 'all' ? 'all trading' : name;
}

/** The exact command with which a person lets the scope trade again. */
export function resumeCommand({ of, name }: TradingScope): string {
  return `sluice resume ${of === 'all' ? '--all' : name}`;
}

/** How trading goes on after a stop: by itself, or by which command. */
export function howItGoesOn({ cause, scope, until }: Pick<TradingStop, 'cause' | 'scope' | 'until'>): string {
  if (cause === 'shutdown') return 'with the next start, by `sluice run`';
  const command = `\`${resumeCommand(scope)}\``;
  const isCounted = cause === 'max-loss' || cause === 'max-drawdown';
  if (until === undefined) return `by ${command}${isCounted ? ', and the loss is counted anew from then on' : ''}`;
  const byItself = `by itself at ${isoOf(until)}`;
  if (cause !== 'daily-loss') return `${byItself}, or sooner by ${command}`;
  return scope.of === 'all'
    ? `${byItself}, then ${command} for what is paused; sooner only with a higher risk.maxDailyLoss and a new start`
    : byItself;
}
