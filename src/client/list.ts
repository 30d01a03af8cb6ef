import { Fault } from '../base/fault.ts';
import { jsonForPeople } from '../base/json.ts';
import type { Paging } from '../contract/operation.ts';
import { firstListPage } from './firstListPage.ts';

/** The number from which a venue counts pages (000 Common conventions 6 suggests 0, open orders suggest 1). */
export type PageBase = 0 | 1;

/** `await list` gives one page as the venue answers it. `for await (const item of list)` gives every item of every page once. */
export interface List<Page, Item> extends PromiseLike<Page>, AsyncIterable<Item> {}

export interface ListRequest {
  /** Key of the contract table. */
  readonly operation: string;
  readonly paging: Paging;
  /** Undefined when it is not known. Walks then begin at 0 and drop what page 1 repeats. */
  readonly pageBase: PageBase | undefined;
  readonly params: Readonly<Record<string, unknown>>;
  readonly ask: (params: Readonly<Record<string, unknown>>) => Promise<unknown>;
}

/** More pages than any list has that is meant to be walked. A walk stops here when a venue pages in circles. */
const MAX_PAGES = 1000;
const DEFAULT_COUNT = 100;
/**
 * A page may repeat because the venue counts from 1 and answers page 0 as page 1, or because a page's worth of items arrived
 * meanwhile. This many repeats in a row can only mean that the venue ignores the page number.
 */
const SAME_PAGES = 10;

/**
 * The `id` of these items names an order or a conversion, of which there may be several executions. So whole items are compared.
 */
const BY_CONTENT: ReadonlySet<string> = new Set(['trades.list']);

/** Their `page` has a default of its own, 1, so what is known of other lists says nothing about them (000 Spot trading, open orders). */
const OWN_PAGES: ReadonlySet<string> = new Set(['orders.list']);

/** Nothing is sent before the list is awaited or walked. */
export function listOf(request: ListRequest): List<unknown, unknown> {
  return {
    // oxlint-disable-next-line unicorn/no-thenable -- being awaitable is what a list is for
    then: (onPage, onFault) =>
      firstPage(request)
        .then(({ page }) => page)
        .then(onPage, onFault),
    [Symbol.asyncIterator]: () => walk(request),
  };
}

/**
 * Gives each item once, in the venue's order, newest first. Items that arrive meanwhile push known ones onto the next page, where
 * they are dropped.
 */
async function* walk(request: ListRequest): AsyncGenerator<unknown, void, undefined> {
  const seen = new Set<string>();
  let { page, number } = await firstPage(request);
  let before = '';
  let same = 0;
  for (let pages = 1; ; pages++) {
    const items = itemsOf(request, page);
    if (items.length === 0) return;
    const keys = items.map((item) => keyOf(request, item));
    // Equal items on one page do not repeat each other: there really are two.
    const fresh = items.filter((_, i) => !seen.has(keys[i]!));
    for (const key of keys) seen.add(key);
    yield* fresh;
    const now = keys.join('\n');
    same = now === before ? same + 1 : 0;
    if (same === SAME_PAGES) return;
    before = now;
    if (pages === MAX_PAGES) throw new Fault('venue-failure', `${request.operation}: more than ${MAX_PAGES} pages`);
    number++;
    page = await request.ask(pageParams(request, number));
  }
}

/** The page that was asked for, else the first one. */
async function firstPage(request: ListRequest): Promise<{ page: unknown; number: number }> {
  // Skip and take count items, and nobody counts skipped items from 1.
  if (request.paging.style === 'skip-take') return { page: await request.ask(pageParams(request, 0)), number: 0 };
  const asked = request.params['page'] as number | undefined;
  const number = asked ?? (OWN_PAGES.has(request.operation) ? undefined : request.pageBase);
  if (number !== undefined) return { page: await request.ask(pageParams(request, number)), number };
  const { answer, page: first } = await firstListPage<unknown, unknown>({
    ask: (page, count) => request.ask({ ...pageParams(request, page), ...(count !== undefined && { count }) }),
    count: (request.params['count'] as number | undefined) ?? DEFAULT_COUNT,
    itemsOf: (page) => itemsOf(request, page),
    lengthOf,
    isSame: (a, b) => keyOf(request, a) === keyOf(request, b),
  });
  return { page: answer, number: first };
}

function pageParams({ params, paging }: ListRequest, number: number): Readonly<Record<string, unknown>> {
  switch (paging.style) {
    case 'page-count':
      return { ...params, page: number, count: params['count'] ?? DEFAULT_COUNT };
    case 'skip-take': {
      const take = (params['take'] as number | undefined) ?? DEFAULT_COUNT;
      return { ...params, skip: ((params['skip'] as number | undefined) ?? 0) + number * take, take };
    }
  }
}

function itemsOf({ paging }: ListRequest, page: unknown): readonly unknown[] {
  return (paging.style === 'page-count' ? (page as Record<string, unknown>)[paging.items] : page) as readonly unknown[];
}

/** How many items the whole list has, where the venue says so. A `count` of 0 may be that of the page alone. */
function lengthOf(page: unknown): number | undefined {
  const { total, count } = page as { readonly total?: number; readonly count?: number };
  return total ?? (count === 0 ? undefined : count);
}

function keyOf({ operation }: ListRequest, item: unknown): string {
  const id = (item as { id?: unknown }).id;
  return typeof id === 'string' && !BY_CONTENT.has(operation) ? id : jsonForPeople(item);
}
