import { durationText, type Instant } from '../../base/instant.ts';
import { Fault } from '../../base/fault.ts';
import { booksOfLooks } from '../../market/looks.ts';
import type { Book } from '../../model/book.ts';
import type { Pair } from '../../model/pair.ts';
import type { PairStatistics } from '../../model/statistics.ts';
import { BOOK, END, GAP, type MarketCursor, type MarketGap, type MarketRecordType, STATISTICS } from '../../recording/marketCursor.ts';
import { SessionReader } from '../../session/sessionReader.ts';

type Ahead =
  | { readonly type: typeof END; readonly at: Instant }
  | { readonly type: typeof BOOK; readonly at: Instant; readonly book: Book }
  | { readonly type: typeof STATISTICS; readonly at: Instant; readonly row: PairStatistics }
  | { readonly type: typeof GAP; readonly at: Instant; readonly gap: MarketGap };

/** The market of one symbol as recorded in a session: exactly what the daemon was shown, its warm-up as books of one level a side. */
export class SessionCursor implements MarketCursor {
  readonly pair: Pair;
  statistics: PairStatistics | undefined;
  gap: MarketGap | undefined;
  at: Instant = 0;
  nextBookAt: Instant = -Infinity;
  readonly #records: Generator<Ahead>;
  #book: Book | undefined;
  #ahead: Ahead;

  /** Books that are further apart than `unseenAfterMs` have a gap between them, as in a recording. */
  constructor(folder: string, pair: Pair, from: Instant, unseenAfterMs: number) {
    this.pair = pair;
    this.#records = recordsOf(new SessionReader(folder), pair, from, unseenAfterMs);
    this.#ahead = this.#read();
  }

  get book(): Book {
    if (this.#book === undefined) throw new Fault('internal', 'there is no book before the first one');
    return this.#book;
  }

  get nextAt(): Instant {
    return this.#ahead.at;
  }

  get nextType(): MarketRecordType {
    return this.#ahead.type;
  }

  lookAhead(): void {
    this.nextBookAt = this.#ahead.type === BOOK ? this.#ahead.at : -Infinity;
  }

  next(): MarketRecordType {
    const record = this.#ahead;
    switch (record.type) {
      case END:
        return END;
      case BOOK:
        this.#book = record.book;
        break;
      case STATISTICS:
        this.statistics = record.row;
        break;
      case GAP:
        this.gap = record.gap;
    }
    this.at = record.at;
    this.#ahead = this.#read();
    return record.type;
  }

  close(): void {
    this.#records.return(undefined);
  }

  /** A session keeps four books of a symbol whole, so reading one ahead does not change the one that is shown. */
  #read(): Ahead {
    const step = this.#records.next();
    return step.done === true ? { type: END, at: Infinity } : step.value;
  }
}

/** Polls that failed or hung become a gap once a book has come again. */
function* recordsOf(reader: SessionReader, pair: Pair, from: Instant, unseenAfterMs: number): Generator<Ahead, undefined> {
  const { symbol } = pair;
  let lastAt: Instant | undefined;
  let failing: Pick<MarketGap, 'from' | 'detail'> | undefined;
  for (const { event } of reader.steps()) {
    if (event.at < from) continue;
    if (event.type === 'warm-up' && event.symbol === pair.symbol) {
      for (const book of booksOfLooks(pair, event.looks)) if (book.receivedAt >= from) yield { type: BOOK, at: book.receivedAt, book };
    }
    if (event.type === 'market-warning' && event.symbol === symbol && event.kind === 'poll-failed') {
      failing ??= { from: lastAt ?? event.at, detail: event.detail };
    } else if (event.type === 'statistics') {
      const row = event.rows.find((one) => one.symbol === symbol);
      if (row !== undefined) yield { type: STATISTICS, at: event.at, row };
    } else if (event.type === 'book' && event.book.symbol === symbol) {
      const { book } = event;
      const at = book.receivedAt;
      if (lastAt !== undefined && at - lastAt > unseenAfterMs)
        failing ??= { from: lastAt, detail: `no book for ${durationText(at - lastAt)}` };
      if (failing !== undefined) yield { type: GAP, at, gap: { ...failing, to: at, reason: 'poll-failed' } };
      failing = undefined;
      lastAt = at;
      yield { type: BOOK, at, book };
    }
  }
  return undefined;
}
