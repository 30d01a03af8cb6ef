import { invalid, type RefusalAnswer } from './answer.ts';
import type { VenueBehaviour } from './simulatorOptions.ts';

/** The specification names no limit for these lists. */
const MOST_RECORDS = 1000;

/** The refusal of a request for more records than a list gives at once. */
export function tooManyRecords(count: number): RefusalAnswer | undefined {
  return count > MOST_RECORDS ? invalid({ count: [`must be at most ${MOST_RECORDS}`] }) : undefined;
}

/** The number of the first page of lists whose `page` is required. */
export function firstPage(behaviour: VenueBehaviour): 0 | 1 {
  return behaviour.pageBase ?? 0;
}

/**
 * One page of a list, and how many records there are in all (000 Common conventions 6). `page` is an offset in units of
 * `count`, counted from `base`. Page 0 is the first one too at a venue that counts from 1.
 */
export function pageOf<T>(records: readonly T[], page: number, count: number, base: 0 | 1): { total: number; items: readonly T[] } {
  const start = Math.max(0, page - base) * count;
  return { total: records.length, items: records.slice(start, start + count) };
}
