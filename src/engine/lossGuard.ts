import { type Decimal, ZERO } from '../base/decimal.ts';
import { isFarBelow } from '../base/isFarBelow.ts';
import { NearDecimal } from '../base/nearDecimal.ts';
import { ALL_TRADING, isSameScope, isWithin, type TradingScope } from '../model/tradingStop.ts';
import type { EngineState } from './engineState.ts';
import type { EntrySums } from './entrySums.ts';
import type { Seat } from './market.ts';
import { NearProfit } from './nearProfit.ts';
import type { LossCause, ProtectionAction } from './protection.ts';
import type { LossLimits, Money } from './risk/limits.ts';

/** A limit on the losses of some strategies, and what they are counted from. */
export interface Guard {
  readonly scope: TradingScope;
  readonly cause: LossCause;
  readonly most: NearDecimal;
  readonly currency: string;
  readonly action: ProtectionAction;
  readonly seats: readonly Seat[];
  /** Those whose earlier profit is not in `from` yet, since nobody could tell it so far. */
  fresh: readonly Seat[];
  /** The profit from which the loss is counted. Undefined: from the next time that it can be told. */
  from: NearDecimal | undefined;
  /** How much of what was entered in the positions is in `from`. */
  counted: Map<string, EntrySums>;
  day: number;
  /** The day before and what was counted from in it: a clock that was ahead for a while has not ended it. */
  former: { readonly day: number; readonly from: Decimal } | undefined;
  /** What each has made as it was last saved, by name and symbol, of those that are gone too. Undefined where nobody could tell it. */
  shares: Map<string, Decimal | undefined>;
  /** What those have made that do not trade any more, as it was when they did: it counts on. */
  gone: NearDecimal;
  /** Whether it was told that it is reached. */
  isReached: boolean;
  /** What is in `counted` for each of `seats`, since the last exact look. */
  countedOf: readonly (EntrySums | undefined)[];
}

const NOTHING = new NearDecimal(ZERO);

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
            most: new NearDecimal(most.amount),
            currency: most.currency,
            action,
            seats,
            fresh: [],
            from: cause === 'max-loss' ? new NearDecimal(ZERO) : undefined,
            counted: new Map(),
            day: -1,
            former: undefined,
            shares: new Map(),
            gone: NOTHING,
            isReached: false,
            countedOf: [],
          },
        ],
  );
  return [...own, ...also.flatMap((more) => guardsOf(name, more, all))];
}

const near = new NearProfit();

/**
 * Whether rounded numbers tell that a look changes nothing: no new day, nothing entered, no new peak, and no loss near the limit. What they
 * can't tell is looked at exactly.
 */
export function isFarFromLimit(guard: Guard, { day }: EngineState): boolean {
  const { cause, seats, currency, most, fresh, from, gone, countedOf } = guard;
  if (guard.day !== day || fresh.length > 0 || from === undefined) return false;
  near.begin();
  for (let i = 0; i < seats.length; i++) {
    if (countedOf[i] !== enteredOf(guard, seats[i]!) || !near.add(seats[i]!, currency)) return false;
  }
  near.less(-gone.near);
  const { profit } = near;
  const size = near.size + Math.abs(from.near) + most.near;
  if (cause === 'max-drawdown' && !isFarBelow(profit, from.near, size)) return false;
  return isFarBelow(from.near - profit, most.near, size);
}

/** Of what was saved, what belongs to strategies that do not trade any more. */
export function countGone(guard: Guard): void {
  const here = new Set(guard.seats.map(seatKeyOf));
  let sum = ZERO;
  for (const [key, made] of guard.shares) if (!here.has(key)) sum = sum.plus(made ?? ZERO);
  guard.gone = new NearDecimal(sum);
}

export function keyOf({ scope, cause, currency }: Guard): string {
  return `${cause} ${scope.name} ${currency}`;
}

export function isAlike(a: Guard, b: Guard): boolean {
  return a.cause === b.cause && isSameScope(a.scope, b.scope);
}

export function isSameLimit(a: Guard, b: Guard): boolean {
  return isSameMost(a, b) && a.action === b.action;
}

export function isSameMost(a: Guard, b: Guard): boolean {
  return a.currency === b.currency && a.most.exact.eq(b.most.exact);
}

export function seatKeyOf({ name, symbol }: Seat): string {
  return `${name} ${symbol}`;
}

/** What a position began with counts from its price for the loss in all, and for no other. */
export function enteredOf({ cause }: Guard, seat: Seat): EntrySums {
  return cause === 'max-loss' ? seat.corrected : seat.entered;
}
