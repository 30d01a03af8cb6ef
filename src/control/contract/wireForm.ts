import type { Decimal } from '../../base/decimal.ts';

/** A value after it has crossed the control interface as JSON: money is text with all its digits, and what is undefined is not there. */
export type WireForm<T> = T extends Decimal
  ? string
  : T extends string | number | boolean | null | undefined
    ? T
    : { readonly [Key in keyof T]: WireForm<T[Key]> };
