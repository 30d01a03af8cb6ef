import { dec } from '../../base/decimal.ts';
import { type Instant, instantOf } from '../../base/instant.ts';
import { type Random, seededRandom } from '../../base/random.ts';
import { type Book, type BookSide, createBook, showLevels } from '../../model/book.ts';
import type { EventBody, MarketWarningKind } from '../../model/event.ts';
import { priceOf } from '../../model/grid.ts';
import type { Pair } from '../../model/pair.ts';
import type { PairStatistics } from '../../model/statistics.ts';
import { MONEY, type TrialPair } from './trialPairs.ts';

/** What the market of a trial does. */
interface MarketHabits {
  readonly books: number;
  readonly everyMs: number;
  /** How far the mid moves per book, in ticks of BTC/EUR; the same share elsewhere. */
  readonly drift: number;
  readonly jitter: number;
  /** From the mid to the best price, in ticks of BTC/EUR, at the least and at the most. */
  readonly halfSpread: readonly [least: number, most: number];
  /** After so many books as many seconds as `gapMs` says are missing. */
  readonly gapEvery?: number;
  /** After so many books one side is empty. */
  readonly emptyEvery?: number;
}

const CALM: MarketHabits = { books: 300, everyMs: 1000, drift: 0, jitter: 500, halfSpread: [50, 50] };
const GAP_MS = 45_000;
const LEVELS = 20;
const LEVEL_STEP = 25;
/** So many steps is each currency worth at the beginning. */
const FIRST_STEPS = 6_000_000;
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

/** The events of made-up markets. The same seed gives the same ones. */
export function* trialEvents(name: TrialMarketName, seed: string, pairs: readonly TrialPair[]): Generator<TrialEvent, void> {
  const habits: MarketHabits = TRIAL_MARKETS[name];
  const random = seededRandom(`${name}:${seed}`);
  const values = new TrialValues(`${name}:${seed}`, random, habits, pairs);
  let at = BEGINS;
  for (let i = 1; i <= habits.books; i++) {
    at += habits.everyMs;
    values.move();
    const isEmpty = habits.emptyEvery !== undefined && i % habits.emptyEvery === 0;
    if (isEmpty) yield { at, body: warning(pairs[0]!, 'empty') };
    for (const [k, pair] of pairs.entries()) {
      yield { at, body: { type: 'book', book: bookAround(pair, values.midOf(pair), at, random, habits, isEmpty && k === 0) } };
    }
    if (isEmpty) yield { at, body: warning(pairs[0]!, 'recovered') };
    if (i % 60 === 1) yield { at, body: { type: 'statistics', rows: pairs.map((pair) => statisticsOf(pair, values.midOf(pair))) } };
    yield { at, body: { type: 'timer' } };
    if (habits.gapEvery === undefined || i % habits.gapEvery !== 0) continue;
    for (const pair of pairs) yield { at: at + 5000, body: warning(pair, 'stale') };
    for (const later of [10_000, 20_000, 30_000]) yield { at: at + later, body: { type: 'timer' } };
    at += GAP_MS;
    for (const pair of pairs) yield { at, body: warning(pair, 'recovered') };
  }
}

/** What each currency is worth, as it wanders: whole steps, of which each has as many at the beginning. */
class TrialValues {
  readonly #habits: MarketHabits;
  readonly #steps = new Map<string, number>();
  readonly #randoms: ReadonlyMap<string, Random>;

  constructor(seed: string, first: Random, habits: MarketHabits, pairs: readonly TrialPair[]) {
    const currencies = [...new Set(pairs.flatMap(({ base, quote }) => [base, quote]))].filter((currency) => currency !== MONEY);
    this.#habits = habits;
    this.#randoms = new Map(currencies.map((currency, i) => [currency, i === 0 ? first : seededRandom(`${seed}:${currency}`)]));
  }

  move(): void {
    const { drift, jitter } = this.#habits;
    for (const [currency, random] of this.#randoms) {
      const before = this.#steps.get(currency) ?? FIRST_STEPS;
      this.#steps.set(currency, Math.max(FIRST_STEPS / 10, Math.round(before + drift + random.normal() * jitter)));
    }
  }

  /** In ticks of the pair. */
  midOf({ base, quote, firstMid }: TrialPair): number {
    const share = (this.#steps.get(base) ?? FIRST_STEPS) / (this.#steps.get(quote) ?? FIRST_STEPS);
    return Math.round(firstMid * share);
  }
}

function warning({ symbol }: Pair, kind: MarketWarningKind): EventBody {
  return { type: 'market-warning', symbol, kind, detail: 'a trial' };
}

function bookAround(
  pair: TrialPair,
  mid: number,
  at: Instant,
  random: Random,
  { halfSpread: [least, most] }: MarketHabits,
  isEmpty: boolean,
): Book {
  const { symbol, grid, firstMid, lotsScale } = pair;
  const book = createBook(symbol, grid, LEVELS);
  const scale = firstMid / FIRST_STEPS;
  const half = Math.max(1, Math.round((least + random.int(most - least + 1)) * scale));
  const step = Math.max(1, Math.round(LEVEL_STEP * scale));
  const isBidless = isEmpty && random.int(2) === 0;
  fillSide(book.bids, mid - half, -step, isBidless ? 0 : LEVELS, random, lotsScale);
  fillSide(book.asks, mid + half, step, isEmpty && !isBidless ? 0 : LEVELS, random, lotsScale);
  return Object.assign(book, { exchangeAt: at, receivedAt: at, sequence: at, depth: LEVELS });
}

function fillSide(side: BookSide, best: number, step: number, levels: number, random: Random, lotsScale: number): void {
  for (let level = 0; level < levels; level++) {
    side.ticks[level] = best + level * step;
    side.lots[level] = (1000 + random.int(50_000)) * lotsScale;
  }
  showLevels(side, 0, levels);
}

function statisticsOf({ symbol, grid }: TrialPair, mid: number): PairStatistics {
  return {
    symbol,
    lastPrice: priceOf(grid, mid),
    lowestAsk: priceOf(grid, mid + 50),
    highestBid: priceOf(grid, mid - 50),
    baseVolume: dec('1200'),
    quoteVolume: priceOf(grid, mid).times(1200),
    priceChangePercent: dec('0.4'),
    highestPrice: priceOf(grid, Math.round(mid * 1.01)),
    lowestPrice: priceOf(grid, Math.round(mid * 0.99)),
  };
}
