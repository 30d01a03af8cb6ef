import { FILL_MODELS } from '../src/exchange/fillModel.ts';
import { FILLED, PLACE_REFUSED, CLOSED, OPENED } from '../src/exchange/reportQueue.ts';
import { SnapshotVenue } from '../src/exchange/snapshotVenue.ts';
import { type Book, showLevels } from '../src/model/book.ts';
import { END } from '../src/recording/marketCursor.ts';
import { SyntheticMarket } from './syntheticMarket.ts';

/** What the fill model costs for each snapshot, beside the loop that shows them and the few lines that quote. */
const SNAPSHOTS = 400;
/** The same snapshots again and again, later each time: few enough to stay in the cache, as those of a reader from disk do. */
const PASSES = 50;
const LEVELS = 50;
const ROUNDS = 100;
/** A quote follows the touch when the touch has moved by so many ticks. */
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
}

/** One quote a side, canceled and placed anew when the touch has moved away from it. */
function quote({ book, times }: History, venue: SnapshotVenue | undefined, lotsPerMs: number): Run {
  const slots = new Int32Array(2).fill(-1);
  const canceling = new Uint8Array(2);
  const quoted = new Float64Array(2);
  let requests = 0;
  let fills = 0;
  const lastsMs = times[SNAPSHOTS - 1]! - times[0]! + 500;
  const begin = process.hrtime.bigint();
  for (let n = 0; n < SNAPSHOTS * PASSES; n++) {
    const i = n % SNAPSHOTS;
    const now = times[i]! + lastsMs * ((n - i) / SNAPSHOTS);
    showLevels(book.bids, i * LEVELS, LEVELS);
    showLevels(book.asks, i * LEVELS, LEVELS);
    book.receivedAt = now;
    if (venue !== undefined) {
      while (venue.nextAt <= now && venue.take(now)) {
        const type = venue.reportType;
        const side = venue.slot === slots[0] ? 0 : 1;
        if (type === FILLED) fills++;
        else if (type === CLOSED || type === PLACE_REFUSED) {
          slots[side] = -1;
          canceling[side] = 0;
        } else if (type === OPENED) canceling[side] = 0;
      }
      venue.onBook(book);
      if (n === 0 && lotsPerMs > 0) venue.onVolume(now, lotsPerMs);
    }
    for (let side = 0; side < 2; side++) {
      const shown = side === 0 ? book.bids : book.asks;
      const touch = shown.ticks[shown.start + 2]!;
      if (slots[side] === -1) {
        slots[side] = venue === undefined ? 0 : venue.sendPlace(now, side, touch, 1000);
        quoted[side] = touch;
        requests++;
      } else if (canceling[side] === 0 && Math.abs(touch - quoted[side]!) > FOLLOW_TICKS) {
        if (venue === undefined) slots[side] = -1;
        else {
          canceling[side] = 1;
          venue.sendCancel(now, slots[side]!);
        }
        requests++;
      }
    }
  }
  return { ns: Number(process.hrtime.bigint() - begin) / (SNAPSHOTS * PASSES), requests, fills };
}

const history = historyOf();
// The least of many short rounds: what else runs on the machine only ever adds.
const least = (values: readonly number[]): number => Math.min(...values);
const bare: number[] = [];
const CASES = [
  ['pessimistic', 0],
  ['fitted, no volume known', 0],
  ['fitted', 200],
  ['optimistic', 200],
] as const;
const rows = CASES.map(([name]) => ({ name, ns: [] as number[], requests: 0, fills: 0 }));
for (let round = 0; round < ROUNDS; round++) {
  bare.push(quote(history, undefined, 0).ns);
  for (const [i, [name, lotsPerMs]] of CASES.entries()) {
    const model = FILL_MODELS[name.split(',')[0] as keyof typeof FILL_MODELS];
    const venue = new SnapshotVenue({ latency: { entryMs: 20, responseMs: 20 }, visibleEveryMs: 1000, model, mostOrders: 64 });
    const run = quote(history, venue, lotsPerMs);
    const row = rows[i]!;
    row.ns.push(run.ns);
    row.requests = run.requests;
    row.fills = run.fills;
  }
}
const loopNs = least(bare);
console.table(
  rows.map(({ name, ns, requests, fills }) => ({
    model: name,
    'requests a snapshot': (requests / SNAPSHOTS / PASSES).toFixed(2),
    fills,
    'ns a snapshot': least(ns).toFixed(0),
    'of it the venue': (least(ns) - loopNs).toFixed(0),
  })),
);
