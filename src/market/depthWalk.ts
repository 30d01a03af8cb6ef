import { assert } from '../base/assert.ts';
import { Decimal, ZERO } from '../base/decimal.ts';
import type { Book } from '../model/book.ts';
import { amountOf, type Grid, lotsOf, priceOf, type Side } from '../model/grid.ts';

/**
 * What would happen if an amount were taken out of the book at once, as far as the polled levels show. Where they do not hold
 * enough, the rest is unknown and not free: `value` and the prices are those of the part up to `coveredTo` alone.
 */
export interface DepthWalk {
  /** The amount asked for, rounded down to whole lots. */
  readonly amount: Decimal;
  /** How much of it the polled levels hold. */
  readonly coveredTo: Decimal;
  /** Whether the polled levels hold all of it. */
  readonly sufficed: boolean;
  /** Whether the side is known to its end. If it is not, more may rest beyond the polled levels. */
  readonly complete: boolean;
  /** In quote currency, exact and without fees: what a buy pays or a sell receives. */
  readonly value: Decimal;
  /** `value` divided by `coveredTo`, to 40 digits. Undefined when nothing is covered. */
  readonly averagePrice: Decimal | undefined;
  /** The last price that the walk reached. */
  readonly worstPrice: Decimal | undefined;
}

/** Walks the asks for a buy and the bids for a sell, best first. */
export function walkDepth(book: Book, side: Side, amount: Decimal): DepthWalk {
  assert(amount.gte(ZERO), () => `an amount to walk for must be 0 or more, not ${amount}`);
  const { grid, depth } = book;
  const levels = side === 'Buy' ? book.asks : book.bids;
  const wanted = lotsOf(grid, amount, 'down');
  const sum = new ProductSum();
  let missing = wanted;
  const end = levels.start + levels.length;
  let reached = levels.start - 1;
  while (missing > 0 && reached + 1 < end) {
    reached++;
    const taken = Math.min(levels.lots[reached]!, missing);
    sum.add(levels.ticks[reached]!, taken);
    missing -= taken;
  }
  const coveredTo = amountOf(grid, wanted - missing);
  const value = valueOf(grid, sum.total());
  return {
    amount: amountOf(grid, wanted),
    coveredTo,
    sufficed: missing === 0,
    complete: levels.length < depth,
    value,
    averagePrice: coveredTo.gt(ZERO) ? value.div(coveredTo) : undefined,
    worstPrice: reached < levels.start ? undefined : priceOf(grid, levels.ticks[reached]!),
  };
}

/** Adds up products of whole numbers exactly, as a Number below 2^53 and as a BigInt beyond. */
class ProductSum {
  #small = 0;
  #large = 0n;

  add(a: number, b: number): void {
    const product = a * b;
    if (product > Number.MAX_SAFE_INTEGER) this.#large += BigInt(a) * BigInt(b);
    else if (this.#small + product > Number.MAX_SAFE_INTEGER) {
      this.#large += BigInt(this.#small);
      this.#small = product;
    } else this.#small += product;
  }

  total(): bigint {
    return this.#large + BigInt(this.#small);
  }
}

/** Ticks times lots as quote currency. */
function valueOf(grid: Grid, units: bigint): Decimal {
  return new Decimal(`${units * BigInt(grid.lotUnits)}e-${grid.precision + grid.lotDecimals}`);
}
