import { type Decimal, ZERO } from '../base/decimal.ts';
import { Fault } from '../base/fault.ts';
import type { StrategySettings } from '../engine/strategySettings.ts';
import type { Instant } from '../base/instant.ts';
import { isOnAmountGrid } from '../model/grid.ts';
import { currenciesOf, type Pair } from '../model/pair.ts';
import type { PositionEntry } from '../model/positionEntry.ts';

/** What of a currency is in the wallet, and what of that belongs to the positions of strategies. */
export interface Owned {
  readonly total: Decimal;
  readonly held: Decimal;
}

/** What the position of a strategy begins with. Undefined where the configuration gives nothing. */
export function openingOf({ name, symbol, opening }: StrategySettings, at: Instant): PositionEntry | undefined {
  if (opening === undefined || symbol === undefined) return undefined;
  const { amount, price } = opening;
  return { id: `opening-${name}-${symbol}`, cause: 'opening', strategy: name, symbol, amount, price, at, note: undefined };
}

/**
 * What the positions begin with, where nothing came before and the wallet holds just these balances. Throws a `Fault` `configuration` as
 * `checkOpening` does.
 */
export function checkedOpenings(
  strategies: readonly StrategySettings[],
  pairs: readonly Pair[],
  balances: Readonly<Record<string, Decimal>>,
  at: Instant,
): readonly PositionEntry[] {
  const held = new Map<string, Decimal>();
  return strategies.flatMap((one) => {
    const opening = openingOf(one, at);
    if (opening === undefined) return [];
    checkOpening(opening, pairs, (currency) => ({ total: balances[currency] ?? ZERO, held: held.get(currency) ?? ZERO }));
    const { base } = currenciesOf(opening.symbol)!;
    held.set(base, (held.get(base) ?? ZERO).plus(opening.amount));
    return [opening];
  });
}

/** Throws a `Fault` `configuration` when the pair has no such amount or the wallet does not hold it. */
export function checkOpening(
  { strategy, symbol, amount }: PositionEntry,
  pairs: readonly Pair[],
  owned: (currency: string) => Owned,
): void {
  const pair = pairs.find((one) => one.symbol === symbol);
  const field = `strategies.${strategy}.opening.amount is ${amount}`;
  if (pair === undefined) throw new Fault('configuration', `${field}, and ${symbol} is not traded here`);
  const { base, grid } = pair;
  if (!isOnAmountGrid(grid, amount)) {
    throw new Fault('configuration', `${field}: expected a whole number of steps of ${grid.lot} ${base}`, {
      suggestion: 'what is less than a step can not be sold either: leave it out',
    });
  }
  const { total, held } = owned(base);
  const free = total.minus(held);
  if (amount.lte(free)) return;
  const others = held.isZero() ? '' : `, of which positions of strategies hold ${held}`;
  throw new Fault(
    'configuration',
    `${field} ${base}, and the wallet has ${total}${others}: expected ${free.isPositive() ? free : ZERO} at most`,
    {
      suggestion: '`sluice balances` and `sluice status` show both',
    },
  );
}
