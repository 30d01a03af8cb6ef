import { type Decimal, minDecimal, ZERO } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';

/** How what is sold is matched with what was bought: the oldest first, or all at its average cost. */
export type GainsMethod = 'fifo' | 'average';

/** A part of what is held, with what it has cost. Where it was sold before it was bought, the amount is below zero, and the cost is what it has brought. */
export interface Lot {
  readonly amount: Decimal;
  readonly cost: Decimal;
  /** When it was bought. */
  readonly at: Instant;
}

/** A part of a cost is rounded to so many decimals, half to even. The last part gets the rest, so that nothing is lost. */
export const COST_DECIMALS = 8;

/** What is held of one currency, oldest first. All lots are above zero, or all below. */
export class Lots {
  readonly #method: GainsMethod;
  #lots: Lot[] = [];

  constructor(method: GainsMethod) {
    this.#method = method;
  }

  get all(): readonly Lot[] {
    return this.#lots;
  }

  /** Buys (above zero) or sells so much for a value, and answers what was gained by it. */
  change(amount: Decimal, value: Decimal, at: Instant): Decimal {
    let gain = ZERO;
    let rest = { amount, cost: value, at };
    while (!rest.amount.isZero()) {
      const lot = this.#lots[0];
      if (lot === undefined || lot.amount.isPositive() === rest.amount.isPositive()) break;
      const size = minDecimal(lot.amount.abs(), rest.amount.abs());
      const [ours, theirs] = [divided(lot, size), divided(rest, size)];
      const isSale = lot.amount.isPositive();
      gain = gain.plus(isSale ? theirs.part.cost.minus(ours.part.cost) : ours.part.cost.minus(theirs.part.cost));
      if (ours.rest === undefined) this.#lots.shift();
      else this.#lots[0] = ours.rest;
      rest = theirs.rest ?? { ...rest, amount: ZERO };
    }
    if (!rest.amount.isZero()) this.#put([rest]);
    return gain;
  }

  /** Takes so much away with its cost. Fewer are taken when there are not so many. */
  take(amount: Decimal): readonly Lot[] {
    const taken: Lot[] = [];
    let rest = amount;
    while (rest.gt(0) && this.#lots[0]?.amount.gt(0) === true) {
      const { part, rest: left } = divided(this.#lots[0], minDecimal(rest, this.#lots[0].amount));
      taken.push(part);
      rest = rest.minus(part.amount);
      if (left === undefined) this.#lots.shift();
      else this.#lots[0] = left;
    }
    return taken;
  }

  /** Puts lots to those that are here. They first cover what was sold before they came; answers what was gained by that. */
  give(lots: readonly Lot[]): Decimal {
    const rest = [...lots];
    let gain = ZERO;
    while (rest.length > 0 && this.#lots[0]?.amount.isNegative() === true) {
      const { amount, cost, at } = rest.shift()!;
      gain = gain.plus(this.change(amount, cost, at));
    }
    if (rest.length > 0) this.#put(rest);
    return gain;
  }

  /** Each at the place that its age gives it. */
  #put(lots: readonly Lot[]): void {
    // What is bought is mostly the newest, and there may be very many.
    const isNewest = lots.length === 1 && lots[0]!.at >= (this.#lots.at(-1)?.at ?? -Infinity);
    if (isNewest) this.#lots.push(lots[0]!);
    else this.#lots = [...this.#lots, ...lots].toSorted((a, b) => a.at - b.at);
    if (this.#method === 'average' && this.#lots.length > 1) this.#lots = [merged(this.#lots)];
  }
}

function merged(lots: readonly Lot[]): Lot {
  return lots.reduce((sum, { amount, cost }) => ({ amount: sum.amount.plus(amount), cost: sum.cost.plus(cost), at: sum.at }));
}

/** A part of a lot, of this size, and what is left of it. */
function divided(lot: Lot, size: Decimal): { readonly part: Lot; readonly rest: Lot | undefined } {
  const whole = lot.amount.abs();
  if (size.eq(whole)) return { part: lot, rest: undefined };
  const amount = lot.amount.isPositive() ? size : size.negated();
  const cost = lot.cost.times(size).div(whole).toDecimalPlaces(COST_DECIMALS);
  return { part: { ...lot, amount, cost }, rest: { ...lot, amount: lot.amount.minus(amount), cost: lot.cost.minus(cost) } };
}
