import { firstPageOf } from './firstPageOf.ts';

/** How the pages of a list are read. */
export interface PagesRead<Page, Item> {
  /** With as many items as each page of the list is to have, or with so many. */
  readonly ask: (page: number, count?: number) => Promise<Page>;
  /** How many items each page of the list is to have. */
  readonly count: number;
  readonly itemsOf: (page: Page) => readonly Item[];
  /** How many items the whole list has. Undefined where the page does not say so. */
  readonly lengthOf: (page: Page) => number | undefined;
  readonly isSame: (a: Item, b: Item) => boolean;
}

export interface FirstListPage<Page> {
  readonly answer: Page;
  readonly page: 0 | 1;
  /** A page had nothing of a list that has items by its own word. */
  readonly isDoubtful: boolean;
}

/** The first page of a list of items, as `firstPageOf` finds it, by the items and by how many the list has. */
export async function firstListPage<Page, Item>(pages: PagesRead<Page, Item>): Promise<FirstListPage<Page>> {
  const { ask, count, itemsOf, lengthOf, isSame } = pages;
  let isDoubtful = false;
  const isHollow = (page: Page): boolean => {
    const isEmpty = itemsOf(page).length === 0 && (lengthOf(page) ?? 0) > 0;
    isDoubtful ||= isEmpty;
    return isEmpty;
  };
  // In a list that counts from 0, page 1 with one item to a page has none of the items of page 1 with many to a page.
  const isFirst = async (page: Page): Promise<boolean> => {
    const [item] = itemsOf(page);
    if (item === undefined) return lengthOf(page) === 0;
    const [newest, ...others] = count === 1 ? [] : itemsOf(await ask(1, 1));
    return newest !== undefined && others.length === 0 && isSame(newest, item);
  };
  return { ...(await firstPageOf((page) => ask(page), isHollow, isFirst)), isDoubtful };
}
