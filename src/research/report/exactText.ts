import type { Decimal } from '../../base/decimal.ts';

const MOST_DECIMALS = 8;

/** An amount without the digits that only come from a division; a dash where it is not known. */
export function exactText(value: Decimal | undefined): string {
  return value === undefined ? '–' : value.toDecimalPlaces(MOST_DECIMALS).toFixed();
}
