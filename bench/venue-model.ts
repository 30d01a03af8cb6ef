import { FILL_MODELS } from '../src/exchange/fillModel.ts';
import { FILLED, PLACE_REFUSED, CLOSED, OPENED } from '../src/exchange/reportQueue.ts';
import { SnapshotVenue } from '../src/exchange/snapshotVenue.ts';
import { type Book, type BookSide, showLevels } from '../src/model/book.ts';
import { END } from '../src/recording/marketCursor.ts';
import { SyntheticMarket } from './syntheticMarket.ts';

/** The cost of the fill model per snapshot, without the loop that shows the snapshots and the few lines that quote. */
const SNAPSHOTS = 400;
/**
 * The same snapshots are shown again and again, each time later. They are few enough to stay in the cache, like those of a reader
 * from disk. A round is as short as one turn on a shared core.
 */
const PASSES = 5;
const LEVELS = 50;
const ROUNDS = 1000;
/** A quote follows when the touch has moved by this many ticks. */
const FOLLOW_TICKS = 3;

interface History {
  readonly book: Book;
  readonly times: Float64Array;
}

function historyOf(): History {
  const market = new SyntheticMarket({ pace: 'calm', snapshots: SNAPSHOTS });
  const side = () => ({
    ticks: new Int32Array(SNAPSHOTS * LEVELS),
    lots: new Float64Array(SNAPSHOTS * LEVELS),
    start: 0,
    length: LEVELS,
    bestTicks: 0,
    bestLots: 0,
  });
  const book: Book = { ...market.book, bids: side(), asks: side(), depth: LEVELS };
  const times = new Float64Array(SNAPSHOTS);
  for (let i = 0; market.next() !== END; i++) {
    times[i] = market.at;
    for (const name of ['bids', 'asks'] as const) {
      const from = market.book[name];
      book[name].ticks.set(from.ticks.subarray(from.start, from.start + LEVELS), i * LEVELS);
      book[name].lots.set(from.lots.subarray(from.start, from.start + LEVELS), i * LEVELS);
    }
  }
  return { book, times };
}

interface Run {
  readonly ns: number;
  readonly requests: number;
  readonly fills: number;
  /** A sum over every field of every report. Two versions of the model with the same sum have done the same work. */
  readonly checksum: number;
}

/** One quote per side. It is canceled and placed anew when the touch has moved away from it. */
class Quoter {
  requests = 0;
  fills = 0;
  checksum = 0;
  readonly #history: History;
  readonly #venue: SnapshotVenue | undefined;
  readonly #beganAt: number;
  readonly #lastsMs: number;
  readonly #slots = new Int32Array(2).fill(-1);
  readonly #canceling = new Uint8Array(2);
  readonly #quoted = new Float64Array(2);

  constructor(history: History, venue: SnapshotVenue | undefined) {
    this.#history = history;
    this.#venue = venue;
    this.#beganAt = history.times[0]!;
    this.#lastsMs = history.times[SNAPSHOTS - 1]! - history.times[0]! + 500;
  }

  /** A method of its own, since a loop that is compiled while it runs leaves the compiled code at each of its inner loops. */
  look(n: number): void {
    const { book, times } = this.#history;
    const venue = this.#venue;
    const i = n % SNAPSHOTS;
    const now = times[i]! + this.#lastsMs * ((n - i) / SNAPSHOTS);
    showLevels(book.bids, i * LEVELS, LEVELS);
    showLevels(book.asks, i * LEVELS, LEVELS);
    book.receivedAt = now;
    if (venue !== undefined) {
      this.#readUntil(now, venue);
      venue.onBook(book);
      this.#readUntil(now, venue);
    }
    this.#quote(0, book.bids, now);
    this.#quote(1, book.asks, now);
  }

  #readUntil(now: number, venue: SnapshotVenue): void {
    while (venue.nextAt <= now) if (venue.take(venue.nextAt)) this.#read(venue);
  }

  #read(venue: SnapshotVenue): void {
    const { reportType: type, slot } = venue;
    const side = slot === this.#slots[0] ? 0 : 1;
    if (type === FILLED) this.fills++;
    else if (type === CLOSED || type === PLACE_REFUSED) {
      this.#slots[side] = -1;
      this.#canceling[side] = 0;
    } else if (type === OPENED) this.#canceling[side] = 0;
    const when = venue.reportAt - this.#beganAt + 7 * (venue.tradedAt - this.#beganAt);
    this.checksum =
      (Math.imul(this.checksum, 31) + type + 3 * slot + 5 * venue.ticks + 11 * venue.lots + (venue.isTaker ? 13 : 0) + when) | 0;
  }

  #quote(side: number, { ticks, start }: BookSide, now: number): void {
    const touch = ticks[start + 2]!;
    if (this.#slots[side] === -1) {
      this.#slots[side] = this.#venue === undefined ? 0 : this.#venue.sendPlace(now, side, touch, 1000);
      this.#quoted[side] = touch;
      this.requests++;
    } else if (this.#canceling[side] === 0 && Math.abs(touch - this.#quoted[side]!) > FOLLOW_TICKS) {
      if (this.#venue === undefined) this.#slots[side] = -1;
      else {
        this.#canceling[side] = 1;
        this.#venue.sendCancel(now, this.#slots[side]!);
      }
      this.requests++;
    }
  }
}

function run(history: History, venue: SnapshotVenue | undefined, lotsPerMs: number): Run {
  const quoter = new Quoter(history, venue);
  const begin = process.hrtime.bigint();
  quoter.look(0);
  if (lotsPerMs > 0) venue?.onVolume(history.times[0]!, lotsPerMs);
  for (let n = 1; n < SNAPSHOTS * PASSES; n++) quoter.look(n);
  const ns = Number(process.hrtime.bigint() - begin) / (SNAPSHOTS * PASSES);
  const { requests, fills, checksum } = quoter;
  return { ns, requests, fills, checksum };
}

const history = historyOf();
// The least of many short rounds counts, since other work on the machine can only add.
const least = (values: readonly number[]): number => Math.min(...values);
const bare: number[] = [];
const CASES = [
  ['pessimistic', 0],
  ['fitted, no volume known', 0],
  ['fitted', 200],
  ['optimistic', 200],
] as const;
const rows = CASES.map(([name]) => ({ name, ns: [] as number[], requests: 0, fills: 0, checksum: 0 }));
for (let round = 0; round < ROUNDS; round++) {
  bare.push(run(history, undefined, 0).ns);
  for (const [i, [name, lotsPerMs]] of CASES.entries()) {
    const model = FILL_MODELS[name.split(',')[0] as keyof typeof FILL_MODELS];
    const venue = new SnapshotVenue({ latency: { entryMs: 20, responseMs: 20 }, visibleEveryMs: 1000, model, mostOrders: 64 });
    const { ns, ...did } = run(history, venue, lotsPerMs);
    rows[i]!.ns.push(ns);
    Object.assign(rows[i]!, did);
  }
}
const loopNs = least(bare);
console.table(
  rows.map(({ name, ns, requests, fills, checksum }) => ({
    model: name,
    'requests a snapshot': (requests / SNAPSHOTS / PASSES).toFixed(2),
    fills,
    checksum,
    'ns a snapshot': least(ns).toFixed(0),
    'of it the venue': (least(ns) - loopNs).toFixed(0),
  })),
);
