import { BookView } from '../market/bookView.ts';
import type { Book } from '../model/book.ts';

/** A feed rotates through a few books. */
const MOST_VIEWS = 8;

/** Books are reused, so there are as many views of them as a feed has books. */
export class BookViews {
  readonly #views: BookView[] = [];

  of(book: Book): BookView {
    const views = this.#views;
    for (let i = 0; i < views.length; i++) if (views[i]!.raw === book) return views[i]!;
    const view = new BookView(book);
    if (views.length === MOST_VIEWS) views.length = 0;
    views.push(view);
    return view;
  }
}
