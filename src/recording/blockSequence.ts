import { assert } from '../base/assert.ts';
import type { Instant } from '../base/instant.ts';
import type { Pair } from '../model/pair.ts';
import type { PairStatistics } from '../model/statistics.ts';
import { BlockCursor } from './blockCursor.ts';
import { type BookBlock, bytesOf, decodeBlock } from './bookBlock.ts';
import { type BookRows, receivedAtOf, type RowBook } from './bookRows.ts';
import { BOOK, END, type MarketCursor, type MarketGap, type MarketRecordType } from './marketCursor.ts';

/** Small enough to waste little memory, and large enough that the borders between blocks cost nothing. */
const SNAPSHOTS_A_BLOCK = 1 << 14;

/** Decodes the rest of a cursor and closes it. Undefined when that would take more memory than `mostBytes`. */
export function decodeBlocks(cursor: MarketCursor, mostBytes: number): readonly BookBlock[] | undefined {
  const blocks: BookBlock[] = [];
  let bytes = 0;
  try {
    for (let block = decodeBlock(cursor, SNAPSHOTS_A_BLOCK); block !== undefined; block = decodeBlock(cursor, SNAPSHOTS_A_BLOCK)) {
      bytes += bytesOf(block);
      if (bytes > mostBytes) return undefined;
      blocks.push(block);
    }
    return blocks;
  } finally {
    cursor.close();
  }
}

/** Walks over consecutive blocks without copying. */
export class BlockSequence implements MarketCursor {
  readonly #blocks: readonly BookBlock[];
  #current: BlockCursor;
  #following: BlockCursor | undefined;
  #index: number;
  nextBookAt: Instant = -Infinity;
  #statistics: PairStatistics | undefined;
  #gap: MarketGap | undefined;

  /** Blocks that end before `from` are skipped whole. */
  constructor(blocks: readonly BookBlock[], from: Instant = -Infinity) {
    assert(blocks.length > 0, 'a sequence needs a block');
    this.#blocks = blocks;
    this.#index = 0;
    while (this.#index < blocks.length - 1 && lastAtOf(blocks[this.#index]!) < from) this.#index++;
    this.#current = new BlockCursor(blocks[this.#index]!);
    this.#following = this.#followingOf(this.#index);
  }

  get pair(): Pair {
    return this.#current.pair;
  }
  get book(): RowBook {
    return this.#current.book;
  }
  get statistics(): PairStatistics | undefined {
    return this.#current.statistics ?? this.#statistics;
  }
  get gap(): MarketGap | undefined {
    return this.#current.gap ?? this.#gap;
  }
  get at(): Instant {
    return this.#current.at;
  }
  get nextAt(): Instant {
    const at = this.#current.nextAt;
    return at === Infinity ? (this.#following?.nextAt ?? Infinity) : at;
  }
  get nextType(): MarketRecordType {
    const type = this.#current.nextType;
    return type === END ? (this.#following?.nextType ?? END) : type;
  }

  lookAhead(): void {
    this.#current.lookAhead();
    const { nextBookAt } = this.#current;
    this.nextBookAt = nextBookAt === -Infinity && this.nextType === BOOK ? this.nextAt : nextBookAt;
  }

  next(): MarketRecordType {
    const type = this.#current.next();
    if (type !== END || this.#following === undefined) return type;
    this.#statistics = this.statistics;
    this.#gap = this.gap;
    this.#current = this.#following;
    this.#following = this.#followingOf(++this.#index);
    return this.#current.next();
  }

  /** Rows up to the end of the current block. Those of the next block are there once its first book has come. */
  get rows(): BookRows {
    return this.#current.rows;
  }

  skipTo(row: number): void {
    this.#current.skipTo(row);
  }

  get goesBack(): boolean {
    let last = -Infinity;
    for (const block of this.#blocks) {
      const { events, snapshots } = block;
      let event = 0;
      for (let row = 0; row <= snapshots; row++) {
        for (; event < events.length && events[event]!.before <= row; event++) {
          const { at } = events[event]!;
          if (at < last) return true;
          last = at;
        }
        if (row === snapshots) break;
        const at = receivedAtOf(block, row);
        if (at < last) return true;
        last = at;
      }
    }
    return false;
  }

  close(): void {
    this.#current.close();
    this.#following = undefined;
  }

  #followingOf(index: number): BlockCursor | undefined {
    const block = this.#blocks[index + 1];
    return block === undefined ? undefined : new BlockCursor(block);
  }
}

function lastAtOf(block: BookBlock): Instant {
  const bookAt = block.snapshots === 0 ? -Infinity : receivedAtOf(block, block.snapshots - 1);
  return Math.max(bookAt, block.events.at(-1)?.at ?? -Infinity);
}
