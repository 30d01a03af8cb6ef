import { Fault, isFault } from '../base/fault.ts';

/** One page of a list that is newest first, and how long the whole list is according to the venue. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly total: number | undefined;
}

export interface ListReader<T> {
  /** Reads the page at `page` in units of `count` (000 Common conventions 6). */
  readPage(page: number, count: number): Promise<Page<T>>;
  /** Compares two items, to notice that the list has moved while it was read. */
  sameItem(a: T, b: T): boolean;
  /** Where a walk begins. 0 also works for a venue that counts from 1: its first page then comes twice and counts once. */
  readonly firstPage: number;
}

export const PAGE_ITEMS = 100;
/** More pages than an account trades in days. Only pages that go in circles would go on this long. */
const MOST_PAGES = 1000;
const MOST_TRIES = 5;

/** Why a reading goes no further back. With whole pages, the same reading of a list that only grows will never do so. */
class ListTooLong extends Error {
  readonly count: number;

  constructor(count: number) {
    super();
    this.count = count;
  }
}

/** `short-pages`: one page that was cut short may have made them so, and the next reading may go further back. */
export function tooLong(error: unknown): 'for-good' | 'short-pages' | undefined {
  if (!isFault(error) || !(error.cause instanceof ListTooLong)) return undefined;
  return error.cause.count < PAGE_ITEMS ? 'short-pages' : 'for-good';
}

/**
 * Reads a list that only grows, until `enough` says so of the oldest item read, or to its end. The result is what the list
 * held when its first page was read: no item is missing and none is doubled.
 *
 * A page number is a shifting offset: what arrives meanwhile pushes known items onto the next page. They are told by how much
 * the venue's total has grown, and must be the very items that were read last; where they are not, all is read anew.
 *
 * Rejects when no consistent state could be read: an incomplete read counts as nothing.
 */
export async function readNewestFirst<T>(reader: ListReader<T>, enough: (oldest: T) => boolean): Promise<readonly T[]> {
  const read = new Rereading<T>();
  for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
    const walk = await read.once(reader, enough);
    if (walk !== undefined) return walk.items;
  }
  throw moved();
}

/**
 * Reads the whole of a list that items also leave. Where it takes more than one page, items that leave and items that arrive may
 * cancel out between two pages, so such a list is read until two consecutive readings agree.
 */
export async function readAllNewestFirst<T>(reader: ListReader<T>): Promise<readonly T[]> {
  const read = new Rereading<T>();
  let before: readonly T[] | undefined;
  for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
    const walk = await read.once(reader, () => false);
    if (walk?.pages === 1) return walk.items;
    if (walk !== undefined && before !== undefined && isSame(reader, before, walk.items)) return walk.items;
    before = walk?.items;
  }
  throw moved();
}

interface Walk<T> {
  readonly items: readonly T[];
  readonly pages: number;
}

/**
 * Readings of one list. When a venue gives fewer items per page than it was asked for, it is asked for that number from then on.
 */
class Rereading<T> {
  #count = PAGE_ITEMS;

  /** One walk from the newest item. Undefined when the list moved meanwhile. */
  async once(reader: ListReader<T>, enough: (oldest: T) => boolean): Promise<Walk<T> | undefined> {
    const { firstPage } = reader;
    const count = this.#count;
    const first = await reader.readPage(firstPage, count);
    const items = [...first.items];
    let last = first;
    let repeats = 0;
    for (let pages = 1; pages < MOST_PAGES; pages++) {
      if (items.length > 0 && enough(items.at(-1)!)) return { items, pages };
      const isShort = last.items.length < count;
      const isComplete = first.total !== undefined && items.length >= first.total;
      if (isShort && isComplete) return { items, pages };
      if (isShort && items.length === 0) return first.total === undefined ? { items, pages } : undefined;
      if (isShort && first.total === undefined && pages === 1) {
        // The end, or the most that the venue gives to a page: pages of this length tell the two apart.
        this.#count = items.length;
        return undefined;
      }
      const next = await reader.readPage(firstPage + pages, count);
      if (pages === 1 && next.items.length > 0 && isSame(reader, first.items, next.items)) {
        repeats = 1;
        continue;
      }
      if (next.items.length === 0) return first.total === undefined || isComplete ? { items, pages: pages + 1 } : undefined;
      if (isShort) {
        this.#count = Math.max(1, last.items.length);
        return undefined;
      }
      const arrived = first.total === undefined || next.total === undefined ? undefined : next.total - first.total;
      const known = readBefore(
        reader,
        items,
        next.items,
        arrived === undefined ? undefined : items.length - (pages - repeats) * count + arrived,
      );
      // A page without news, where nothing says that any should be left: pages that go in circles.
      if (known === undefined || (arrived === undefined && known === next.items.length)) return undefined;
      items.push(...next.items.slice(known));
      last = next;
    }
    throw new Fault('venue-failure', `a list has more than ${(MOST_PAGES - 1) * count} items up to where it is known`, {
      cause: new ListTooLong(count),
    });
  }
}

/**
 * How many items at the head of the next page were read before. `expected` follows from the totals, where the venue gives
 * them. Undefined when they are not the very items that were read last.
 */
function readBefore<T>(reader: ListReader<T>, items: readonly T[], next: readonly T[], expected: number | undefined): number | undefined {
  const known = expected ?? seenAtHead(reader, items, next);
  if (known < 0 || known > items.length) return undefined;
  const overlap = Math.min(known, next.length);
  const from = items.length - known;
  return isSame(reader, items.slice(from, from + overlap), next.slice(0, overlap)) ? overlap : undefined;
}

function seenAtHead<T>(reader: ListReader<T>, items: readonly T[], next: readonly T[]): number {
  let count = 0;
  while (count < next.length && items.some((item) => reader.sameItem(item, next[count]!))) count++;
  return count;
}

function isSame<T>(reader: ListReader<T>, a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((item, i) => reader.sameItem(item, b[i]!));
}

function moved(): Fault {
  return new Fault('venue-failure', `a list kept moving while it was read (${MOST_TRIES} tries)`, { retryable: true });
}
