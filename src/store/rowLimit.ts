import { assert } from '../base/assert.ts';

/** The most rows that one reading may give. */
export const MAX_ROWS = 1_000_000;

/** Refuses an invalid limit. */
export function rowLimit(limit: number): number {
  assert(Number.isInteger(limit) && limit >= 1 && limit <= MAX_ROWS, `a limit must be from 1 to ${MAX_ROWS}, not ${limit}`);
  return limit;
}
