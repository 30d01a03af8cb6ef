import type { Decimal } from '../../base/decimal.ts';
import { TABLE_PLACES } from '../../recording/export/parquetTable.ts';

/**
 * The price times the amount, to the places that a table has. It is a column of its own, since a query that multiplies two
 * `DECIMAL(38, 18)` overflows.
 */
export function valueOf(price: Decimal | undefined, amount: Decimal | undefined): Decimal | undefined {
  return price === undefined || amount === undefined ? undefined : price.times(amount).toDecimalPlaces(TABLE_PLACES);
}
