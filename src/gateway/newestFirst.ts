import { Fault } from '../base/fault.ts';

/** One page of a list that is newest first, and how long the venue says the whole list is. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly total: number | undefined;
}

export interface ListReader<T> {
  /** Reads the page at `offset` in units of `count` (000 Common conventions 6). */
  readPage(page: number, count: number): Promise<Page<T>>;
  /** Tells two items apart, to notice that the list has moved while it was read. */
  sameItem(a: T, b: T): boolean;
  /** Where the venue begins to count pages. */
  readonly firstPage: number;
}

const PAGE_ITEMS = 100;
const MOST_PAGES = 50;
const MOST_TRIES = 5;

/**
 * Reads a list until `enough` says so of the oldest item read, or to its end. The result is one consistent state of the
 * list: when more than one page is needed, the first is read again at the end, and if the list has moved meanwhile all is
 * read anew. A page number is a shifting offset, so a walk that moved would miss items or see them twice.
 *
 * Rejects when no consistent state could be read: an incomplete read counts as nothing.
 */
export async function readNewestFirst<T>(reader: ListReader<T>, enough: (oldest: T) => boolean): Promise<readonly T[]> {
  for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
    const items = await readOnce(reader, enough);
    if (items !== undefined) return items;
  }
  throw new Fault('venue-failure', `a list kept moving while it was read (${MOST_TRIES} tries)`, { retryable: true });
}

async function readOnce<T>(reader: ListReader<T>, enough: (oldest: T) => boolean): Promise<readonly T[] | undefined> {
  const first = await reader.readPage(reader.firstPage, PAGE_ITEMS);
  const items = [...first.items];
  let last = first;
  for (let page = 1; page < MOST_PAGES; page++) {
    if (isHole(last, items.length)) return undefined;
    if (isEnd(last, items.length) || enough(items.at(-1)!)) {
      return page === 1 || isSame(reader, first, await reader.readPage(reader.firstPage, PAGE_ITEMS)) ? items : undefined;
    }
    const next = await reader.readPage(reader.firstPage + page, PAGE_ITEMS);
    // A venue that counts from the other base answers the first page twice: the repeat is dropped.
    if (!isSame(reader, last, next)) items.push(...next.items);
    last = next;
  }
  throw new Fault('venue-failure', `a list has more than ${MOST_PAGES * PAGE_ITEMS} items up to where it is known`);
}

/** An empty page although the venue says that there is more. */
function isHole<T>(page: Page<T>, read: number): boolean {
  return page.items.length === 0 && page.total !== undefined && read < page.total;
}

/** A short page is the end only when the venue's own total agrees, or when there is none. */
function isEnd<T>(page: Page<T>, read: number): boolean {
  if (page.items.length === 0) return true;
  return page.items.length < PAGE_ITEMS && (page.total === undefined || read >= page.total);
}

function isSame<T>(reader: ListReader<T>, a: Page<T>, b: Page<T>): boolean {
  return a.total === b.total && a.items.length === b.items.length && a.items.every((item, i) => reader.sameItem(item, b.items[i]!));
}
