import type { Decimal } from './decimal.ts';

/** An exact number with the nearest plain one, which tells what is far away. */
export class NearDecimal {
  readonly exact: Decimal;
  readonly near: number = 0.5;

  constructor(exact: Decimal) {
    this.exact = exact;
    this.near = exact.toNumber();
  }
}
