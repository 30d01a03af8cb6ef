import { type Decimal, ZERO } from '../../base/decimal.ts';
import { amountOf, bigLotsOf, type Grid, priceOf } from '../../model/grid.ts';

/**
 * What was executed, in whole lots. What was executed while the lots of the pair were finer is added up in decimals, so that no execution is
 * rounded by itself.
 */
export class ExecutedLots {
  lots = 0;
  /** In base currency: less than one lot, beside the whole ones. */
  rest: Decimal = ZERO;
  /** Ticks times lots of all of it. A signal, from which the average price follows. */
  worth = 0;

  add(lots: number, worth: number): void {
    this.lots += lots;
    this.worth += worth;
  }

  addAmount(amount: Decimal, worth: number, grid: Grid): void {
    const all = this.rest.plus(amount);
    const lots = Number(bigLotsOf(grid, all, 'down'));
    this.rest = all.minus(amountOf(grid, lots));
    this.add(lots, worth);
  }

  addAll({ lots, rest, worth }: ExecutedLots, grid: Grid): void {
    this.add(lots, worth);
    if (!rest.isZero()) this.addAmount(rest, 0, grid);
  }

  /** The average price, in ticks. NaN where nothing was executed. */
  averageTicks(grid: Grid): number {
    return this.worth / (this.rest.isZero() ? this.lots : this.lots + this.rest.div(grid.lot).toNumber());
  }

  /** The same in quote currency, exact to the last digit of the division. */
  averagePrice(grid: Grid): Decimal {
    return priceOf(grid, BigInt(Math.round(this.worth))).div(this.rest.div(grid.lot).plus(this.lots));
  }
}
