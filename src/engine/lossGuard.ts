import { type Decimal, ZERO } from '../base/decimal.ts';
import { ALL_TRADING, isSameScope, isWithin, type TradingScope } from '../model/tradingStop.ts';
import type { EngineState } from './engineState.ts';
import type { EntrySums } from './entrySums.ts';
import type { Seat } from './market.ts';
import type { LossCause, ProtectionAction } from './protection.ts';
import { DOUBT } from './purse.ts';
import type { LossLimits, Money } from './risk/limits.ts';

/** A limit on the losses of some strategies, and what they are counted from. */
export interface Guard {
  readonly scope: TradingScope;
  readonly cause: LossCause;
  readonly most: Money;
  readonly action: ProtectionAction;
  readonly seats: readonly Seat[];
  /** Those whose earlier profit is not in `from` yet, since nobody could tell it so far. */
  fresh: readonly Seat[];
  /** The profit from which the loss is counted. Undefined: from the next time that it can be told. */
  from: Decimal | undefined;
  /** How much of what was entered in the positions is in `from`. */
  counted: Map<string, EntrySums>;
  day: number;
  /** Whether it was told that it is reached. */
  isReached: boolean;
  /** `from` as a rounded number, for `isFarFromLimit`; NaN until the next exact look. */
  fromNear: number;
  readonly mostNear: number;
  /** What is in `counted` for each of `seats`. */
  countedOf: readonly (EntrySums | undefined)[];
}

export function guardsOf(
  name: string,
  { maxLoss, maxDailyLoss, maxDrawdown, action, also = [] }: LossLimits,
  all: readonly Seat[],
): Guard[] {
  const scope: TradingScope = name === '' ? ALL_TRADING : { of: 'strategy', name };
  const seats = all.filter((seat) => isWithin(scope, seat.name, seat.symbol));
  const limits: readonly (readonly [LossCause, Money | undefined])[] = [
    ['max-loss', maxLoss],
    ['daily-loss', maxDailyLoss],
    ['max-drawdown', maxDrawdown],
  ];
  const own = limits.flatMap(([cause, most]): Guard[] =>
    // The loss in all is counted from nothing.
    most === undefined
      ? []
      : [
          {
            scope,
            cause,
            most,
            action,
            seats,
            fresh: [],
            from: cause === 'max-loss' ? ZERO : undefined,
            counted: new Map(),
            day: -1,
            isReached: false,
            fromNear: NaN,
            mostNear: most.amount.toNumber(),
            countedOf: [],
          },
        ],
  );
  return [...own, ...also.flatMap((more) => guardsOf(name, more, all))];
}

/**
 * Whether rounded numbers tell that a look changes nothing: no new day, nothing entered, no new peak, and no loss near the limit. What they
 * can't tell is looked at exactly.
 */
export function isFarFromLimit(guard: Guard, { day }: EngineState): boolean {
  const { cause, seats, most, mostNear, fresh, fromNear, countedOf } = guard;
  if (guard.day !== day || fresh.length > 0) return false;
  // A sum of fractions begins as a fraction: what once held a whole number would have to be converted later.
  let profit = 0.5 - 0.5;
  let size = mostNear + Math.abs(fromNear);
  for (let i = 0; i < seats.length; i++) {
    const seat = seats[i]!;
    const { market, base, flow } = seat;
    if (market === undefined || market.quote.currency !== most.currency || seat.hasOtherFees) return false;
    if (countedOf[i] !== enteredOf(guard, seat)) return false;
    if (seat.fills === 0) continue;
    const worth = (base.near * market.twoMids * market.perTickLot.near) / (2 * market.perLot.near);
    profit += (flow.near + worth) / market.quoteOne;
    size += (Math.abs(flow.near) + Math.abs(worth)) / market.quoteOne;
  }
  const doubt = size * DOUBT;
  // No comparison with NaN is true.
  if (cause === 'max-drawdown' && !(profit < fromNear - doubt)) return false;
  return fromNear - profit < mostNear - doubt;
}

export function keyOf({ scope, cause, most }: Guard): string {
  return `${cause} ${scope.name} ${most.currency}`;
}

export function isAlike(a: Guard, b: Guard): boolean {
  return a.cause === b.cause && isSameScope(a.scope, b.scope);
}

export function isSameLimit(a: Guard, b: Guard): boolean {
  return isSameMost(a, b) && a.action === b.action;
}

export function isSameMost({ most: a }: Guard, { most: b }: Guard): boolean {
  return a.currency === b.currency && a.amount.eq(b.amount);
}

export function seatKeyOf({ name, symbol }: Seat): string {
  return `${name} ${symbol}`;
}

/** What a position began with counts from its price for the loss in all, and for no other. */
export function enteredOf({ cause }: Guard, seat: Seat): EntrySums {
  return cause === 'max-loss' ? seat.corrected : seat.entered;
}
