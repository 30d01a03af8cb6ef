import { dec } from '../../base/decimal.ts';
import { type Instant, instantOf } from '../../base/instant.ts';
import { type Random, seededRandom } from '../../base/random.ts';
import { type Book, type BookSide, createBook, showLevels } from '../../model/book.ts';
import type { EventBody, MarketWarningKind } from '../../model/event.ts';
import { gridOf, priceOf } from '../../model/grid.ts';
import type { Pair } from '../../model/pair.ts';

export const TRIAL_PAIR: Pair = {
  symbol: 'BTC/EUR',
  description: '',
  base: 'BTC',
  quote: 'EUR',
  grid: gridOf(2, dec('0.00001')),
  minVolume: dec('0.0001'),
  maxVolume: dec('100'),
};

/** What the market of a trial does. */
interface MarketHabits {
  readonly books: number;
  readonly everyMs: number;
  /** Of the mid, per book, in ticks. */
  readonly drift: number;
  readonly jitter: number;
  /** From the mid to the best price, in ticks, at the least and at the most. */
  readonly halfSpread: readonly [least: number, most: number];
  /** After so many books as many seconds as `gapMs` says are missing. */
  readonly gapEvery?: number;
  /** After so many books one side is empty. */
  readonly emptyEvery?: number;
}

const CALM: MarketHabits = { books: 300, everyMs: 1000, drift: 0, jitter: 500, halfSpread: [50, 50] };
const GAP_MS = 45_000;
const LEVELS = 20;
const FIRST_MID = 6_000_000;
/** A Thursday. */
const BEGINS: Instant = instantOf('2026-01-01T00:00:00Z')!;

/** The markets in which a strategy is tried. In `days` books are ten minutes apart, for schedules and hours of the day. */
export const TRIAL_MARKETS = {
  calm: CALM,
  falling: { ...CALM, drift: -600 },
  rising: { ...CALM, drift: 600 },
  wild: { ...CALM, jitter: 12_000, halfSpread: [1, 9000], emptyEvery: 50 },
  gaps: { ...CALM, jitter: 2000, gapEvery: 40 },
  days: { ...CALM, books: 1008, everyMs: 600_000, jitter: 9000 },
} as const satisfies Readonly<Record<string, MarketHabits>>;

export type TrialMarketName = keyof typeof TRIAL_MARKETS;

export interface TrialEvent {
  readonly at: Instant;
  readonly body: EventBody;
}

/** The events of a made-up market. The same seed gives the same ones. */
export function* trialEvents(name: TrialMarketName, seed: string): Generator<TrialEvent, void> {
  const habits: MarketHabits = TRIAL_MARKETS[name];
  const random = seededRandom(`${name}:${seed}`);
  let at = BEGINS;
  let mid = FIRST_MID;
  for (let i = 1; i <= habits.books; i++) {
    at += habits.everyMs;
    mid = Math.max(FIRST_MID / 10, Math.round(mid + habits.drift + random.normal() * habits.jitter));
    const isEmpty = habits.emptyEvery !== undefined && i % habits.emptyEvery === 0;
    if (isEmpty) yield { at, body: warning('empty') };
    const book = bookAround(mid, at, random, habits, isEmpty);
    yield { at, body: { type: 'book', book } };
    if (isEmpty) yield { at, body: warning('recovered') };
    if (i % 60 === 1) yield { at, body: statisticsOf(mid) };
    yield { at, body: { type: 'timer' } };
    if (habits.gapEvery === undefined || i % habits.gapEvery !== 0) continue;
    yield { at: at + 5000, body: warning('stale') };
    for (const later of [10_000, 20_000, 30_000]) yield { at: at + later, body: { type: 'timer' } };
    at += GAP_MS;
    yield { at, body: warning('recovered') };
  }
}

function warning(kind: MarketWarningKind): EventBody {
  return { type: 'market-warning', symbol: TRIAL_PAIR.symbol, kind, detail: 'a trial' };
}

function bookAround(mid: number, at: Instant, random: Random, { halfSpread: [least, most] }: MarketHabits, isEmpty: boolean): Book {
  const book = createBook(TRIAL_PAIR.symbol, TRIAL_PAIR.grid, LEVELS);
  const half = least + random.int(most - least + 1);
  const isBidless = isEmpty && random.int(2) === 0;
  fillSide(book.bids, mid - half, -1, isBidless ? 0 : LEVELS, random);
  fillSide(book.asks, mid + half, 1, isEmpty && !isBidless ? 0 : LEVELS, random);
  return Object.assign(book, { exchangeAt: at, receivedAt: at, sequence: at, depth: LEVELS });
}

function fillSide(side: BookSide, best: number, sign: 1 | -1, levels: number, random: Random): void {
  for (let level = 0; level < levels; level++) {
    side.ticks[level] = best + sign * level * 25;
    side.lots[level] = 1000 + random.int(50_000);
  }
  showLevels(side, 0, levels);
}

function statisticsOf(mid: number): EventBody {
  const price = (ticks: number) => priceOf(TRIAL_PAIR.grid, ticks);
  const row = {
    symbol: TRIAL_PAIR.symbol,
    lastPrice: price(mid),
    lowestAsk: price(mid + 50),
    highestBid: price(mid - 50),
    baseVolume: dec('1200'),
    quoteVolume: dec('72000000'),
    priceChangePercent: dec('0.4'),
    highestPrice: price(mid + 50_000),
    lowestPrice: price(mid - 50_000),
  };
  return { type: 'statistics', rows: [row] };
}
