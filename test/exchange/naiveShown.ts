import type { Book } from '../../src/model/book.ts';
import { copyBook } from '../model/copyBook.ts';

export type Level = readonly [ticks: number, lots: number];

export interface NaiveOrder {
  readonly id: number;
  readonly side: number;
  ticks: number;
  lots: number;
  state: 'sent' | 'open' | 'ended';
  ahead: number;
  shown: number | undefined;
  depth: number;
  arrivedAt: number;
  rank: number;
  endedAt: number;
  isListed: boolean;
}

export interface NaiveRequest {
  readonly kind: 'place' | 'replace' | 'cancel';
  readonly order: NaiveOrder;
  readonly ticks: number;
  readonly lots: number;
  readonly arriveAt: number;
}

/** A look, and what our own orders have taken of it since the levels were last seen to change. */
export class NaiveShown {
  #book: Book | undefined;
  #taken: { side: number; ticks: number; shown: number; lots: number }[] = [];

  look(book: Book): void {
    this.#book = copyBook(book);
    this.#taken = this.#taken.filter(({ side, ticks, shown }) => {
      const level = this.levels(side).find((candidate) => candidate[0] === ticks);
      return level === undefined ? this.isBeyond(side, ticks) : level[1] === shown;
    });
  }

  get mid(): number | undefined {
    const [bid, ask] = [this.levels(0)[0]?.[0], this.levels(1)[0]?.[0]];
    return bid === undefined || ask === undefined ? undefined : (bid + ask) / 2;
  }

  /** Best first. */
  levels(side: number): Level[] {
    const { ticks, lots, length } = side === 0 ? this.#book!.bids : this.#book!.asks;
    return Array.from({ length }, (_, i) => [ticks[i]!, lots[i]!] as const);
  }

  /** Levels of which something is left. */
  left(side: number): Level[] {
    const taken = (ticks: number): number => this.#taken.find((entry) => entry.side === side && entry.ticks === ticks)?.lots ?? 0;
    return this.levels(side)
      .map(([ticks, lots]) => [ticks, lots - taken(ticks)] as const)
      .filter(([, lots]) => lots > 0);
  }

  /** Fewer than none: so many were not taken after all. */
  take(side: number, ticks: number, lots: number): void {
    if (lots < 0 && !this.#taken.some((entry) => entry.side === side && entry.ticks === ticks)) return;
    const known = this.#taken.find((entry) => entry.side === side && entry.ticks === ticks);
    if (known !== undefined) known.lots += lots;
    else this.#taken.push({ side, ticks, shown: this.shownAt(side, ticks), lots });
  }

  shownAt(side: number, ticks: number): number {
    return this.levels(side).find((level) => level[0] === ticks)?.[1] ?? 0;
  }

  betterThan(side: number, ticks: number): number {
    const better = this.levels(side).filter((level) => (side === 0 ? level[0] > ticks : level[0] < ticks));
    return better.reduce((sum, [, lots]) => sum + lots, 0);
  }

  /** It stands alone before the others of its side, nearer to the other side than to its own. */
  isPastMid({ side, ticks }: NaiveOrder): boolean {
    const best = this.levels(side)[0]?.[0];
    if (this.mid === undefined || best === undefined) return false;
    return side === 0 ? ticks > Math.max(best, this.mid) : ticks < Math.min(best, this.mid);
  }

  /** Out of sight: worse than the last level of a side that may go on. */
  isBeyond(side: number, ticks: number): boolean {
    const levels = this.levels(side);
    return levels.length >= this.#book!.depth && levels.every((level) => (side === 0 ? level[0] > ticks : level[0] < ticks));
  }
}

/** A market order, at 0 ticks, reaches everything. */
export function reaches({ side, ticks: limit }: NaiveOrder, ticks: number): boolean {
  return limit === 0 || (side === 0 ? limit >= ticks : limit <= ticks);
}
