import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isFault } from '../../src/base/fault.ts';
import { type ListReader, readAllNewestFirst, readNewestFirst } from '../../src/gateway/newestFirst.ts';

interface Item {
  readonly id: number;
  readonly at: number;
}

/** Between two pages the list may grow at its head, get a late item, or lose one. */
type Move =
  | { readonly type: 'arrive'; readonly count: number }
  | { readonly type: 'late' | 'leave'; readonly index: number }
  | { readonly type: 'rest' };

interface Venue {
  readonly base: 0 | 1;
  /** The most items that it gives to a page, whatever was asked for. */
  readonly mostOnPage: number;
  readonly tellsTotal: boolean;
  /** Pages that come empty though they are not. */
  readonly emptyPages: readonly number[];
}

class MovingList {
  items: Item[];
  readonly #venue: Venue;
  readonly #moves: readonly Move[];
  #reads = 0;
  #next: number;
  /** What it held when each first page was read. */
  readonly snapshots: Item[][] = [];

  constructor(size: number, venue: Venue, moves: readonly Move[]) {
    // Ties: three items to an instant.
    this.items = Array.from({ length: size }, (_, i) => ({ id: size - i, at: Math.floor((size - i) / 3) }));
    this.#next = size + 1;
    this.#venue = venue;
    this.#moves = moves;
  }

  reader(firstPage = 0): ListReader<Item> {
    return {
      firstPage,
      sameItem: (a, b) => a.id === b.id,
      readPage: async (page, count) => {
        const { base, mostOnPage, tellsTotal, emptyPages } = this.#venue;
        const given = Math.min(count, mostOnPage);
        const start = Math.max(0, page - base) * count;
        if (page === firstPage) this.snapshots.push([...this.items]);
        const items = emptyPages.includes(this.#reads) ? [] : this.items.slice(start, start + given);
        const total = tellsTotal ? this.items.length : undefined;
        const move = this.#moves[this.#reads++];
        if (move !== undefined) this.#move(move);
        return { items, total };
      },
    };
  }

  #move(move: Move): void {
    if (move.type === 'arrive') for (let i = 0; i < move.count; i++) this.items = [this.#fresh(), ...this.items];
    if (move.type === 'late') this.items.splice(move.index % (this.items.length + 1), 0, this.#fresh());
    if (move.type === 'leave' && this.items.length > 0) this.items.splice(move.index % this.items.length, 1);
  }

  #fresh(): Item {
    const id = this.#next++;
    return { id, at: Math.floor(id / 3) };
  }
}

const growing: fc.Arbitrary<Move> = fc.oneof(
  fc.constant<Move>({ type: 'rest' }),
  fc.record({ type: fc.constant('arrive' as const), count: fc.integer({ min: 1, max: 250 }) }),
);
const anyMove: fc.Arbitrary<Move> = fc.oneof(
  { weight: 3, arbitrary: growing },
  fc.record({ type: fc.constantFrom('late' as const, 'leave' as const), index: fc.nat(1000) }),
);
const venue: fc.Arbitrary<Venue> = fc.record({
  base: fc.constantFrom(0 as const, 1 as const),
  mostOnPage: fc.constantFrom(1000, 1000, 100, 50, 7),
  tellsTotal: fc.boolean(),
  emptyPages: fc.oneof(fc.constant([]), fc.array(fc.nat(4), { maxLength: 1 })),
});

/** The result, or undefined for a rejection: an incomplete read counts as nothing. */
async function orNothing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (!isFault(error)) throw error;
    return undefined;
  }
}

test('a list that grows while it is read is read without a missed or a doubled item, or not at all', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(450), venue, fc.array(growing, { maxLength: 12 }), fc.nat(200), async (size, given, moves, back) => {
      // Without a total an empty page is the end: only a venue that counts can be caught at leaving one out.
      const told = given.tellsTotal ? given : { ...given, emptyPages: [] };
      const list = new MovingList(size, told, moves);
      const since = Math.floor(size / 3) - back;
      const items = await orNothing(readNewestFirst(list.reader(), (oldest) => oldest.at < since));
      if (items === undefined) return;
      const snapshot = list.snapshots.at(-1)!;
      expect(items).toEqual(snapshot.slice(0, items.length));
      expect(
        snapshot.slice(items.length).every((item) => item.at < since),
        'nothing newer is missing',
      ).toBe(true);
    }),
    { numRuns: 400 },
  );
});

test('whatever a list does while it is read, no item that stays in it is missed and none comes twice, or it is not read at all', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(320), venue, fc.array(anyMove, { maxLength: 12 }), async (size, given, moves) => {
      const told = given.tellsTotal ? given : { ...given, tellsTotal: true };
      const list = new MovingList(size, told, moves);
      const items = await orNothing(readAllNewestFirst(list.reader()));
      if (items === undefined) return;
      const ids = items.map((item) => item.id);
      expect(new Set(ids).size).toBe(ids.length);
      const stayed = list.items.filter((item) => list.snapshots.every((snapshot) => snapshot.some((other) => other.id === item.id)));
      const missed = stayed.filter((item) => !ids.includes(item.id));
      expect(missed).toEqual([]);
    }),
    { numRuns: 400 },
  );
});

const still: Venue = { base: 0, mostOnPage: 1000, tellsTotal: true, emptyPages: [] };

test.each([
  ['empty', 0],
  ['of one page', 100],
  ['of a page and one', 101],
  ['of three pages', 300],
])('a list %s is read whole, from either base', async (_, size) => {
  for (const base of [0, 1] as const) {
    const list = new MovingList(size, { ...still, base }, []);
    expect(await readNewestFirst(list.reader(), () => false)).toEqual(list.items);
    expect(await readAllNewestFirst(list.reader())).toEqual(list.items);
  }
});

test('an empty page in the middle is a hole and no end', async () => {
  const list = new MovingList(250, { ...still, emptyPages: [1] }, []);
  expect(await readNewestFirst(list.reader(), () => false)).toHaveLength(250);
  const holed = new MovingList(250, { ...still, emptyPages: [1, 3, 5, 7, 9, 11] }, []);
  await expect(readNewestFirst(holed.reader(), () => false)).rejects.toThrow(/kept moving/);
});

test('a first page that is empty while the venue counts items is nothing to conclude from', async () => {
  const list = new MovingList(3, { ...still, emptyPages: [0, 1, 2, 3, 4, 5] }, []);
  await expect(readAllNewestFirst(list.reader())).rejects.toThrow(/kept moving/);
});

test('a venue that gives short pages is asked for pages of that length', async () => {
  const list = new MovingList(230, { ...still, mostOnPage: 50 }, []);
  expect(await readNewestFirst(list.reader(), () => false)).toEqual(list.items);
});

test('a list that is longer than anybody should read is refused', async () => {
  const list = new MovingList(110_000, still, []);
  await expect(readNewestFirst(list.reader(), () => false)).rejects.toThrow(/more than/);
});

test('a venue without totals whose later pages all come alike is found out soon', async () => {
  let reads = 0;
  const reader: ListReader<Item> = {
    firstPage: 0,
    sameItem: (a, b) => a.id === b.id,
    readPage: async (page, count) => {
      reads++;
      const from = page === 0 ? 2 * count : count;
      return { items: Array.from({ length: count }, (_, i) => ({ id: from - i, at: from - i })), total: undefined };
    },
  };
  await expect(readNewestFirst(reader, () => false)).rejects.toThrow(/kept moving/);
  expect(reads).toBeLessThan(30);
});
