import { present } from '../base/assert.ts';
import { isFault } from '../base/fault.ts';
import { durationText, type Instant } from '../base/instant.ts';
import { addLook, LOOK_NUMBERS } from '../market/looks.ts';
import { BookGuard } from '../market/bookGuard.ts';
import type { Pair } from '../model/pair.ts';
import type { WarmUp, WarmUpNeed } from '../model/warmUp.ts';
import { BOOK, END, type MarketCursor } from './marketCursor.ts';
import { openMarket } from './openMarket.ts';

/** Opens what is recorded of a symbol from `from` on and before `to`. Throws a `Fault` where nothing of that can be read. */
export type OpenPast = (symbol: string, from: Instant, to: Instant) => MarketCursor;

/** The recordings below a folder. */
export function pastIn(dir: string): OpenPast {
  return (symbol, from, to) => openMarket(dir, symbol, { from, to });
}

/** Looks that are told at once. */
const A_PIECE = 1000;
/** Books that are further apart have a gap between them, unless most are. */
const MOST_APART_MS = 60_000;
/** In a recording of few books, those that are so many usual times apart have a gap between them. */
const FEW_PERIODS = 2;
/** Fewer say nothing of what is usual. */
const LEAST_LONG = 4;
/** The share of the time that must be recorded. */
const ENOUGH = 0.98;

/**
 * What was recorded before `until`, as far back as the strategies need it, and never of `until` itself or later. At the end it gives what
 * people should know: which strategies are not warmed up as they should be. Those wait for their indicators as they would without.
 */
export function* warmingUp(
  needs: readonly WarmUpNeed[],
  pairs: readonly Pair[],
  until: Instant,
  open: OpenPast,
): Generator<WarmUp, readonly string[]> {
  const missing: string[] = [];
  for (const need of needs) {
    const { symbol, byStrategy } = need;
    const names = Object.keys(byStrategy);
    const since = Object.fromEntries(names.map((name) => [name, until - byStrategy[name]!]));
    try {
      const known = new KnownTime(since);
      for (const looks of looksOf(
        open(symbol, Math.min(...Object.values(since)), until),
        present(
          pairs.find((pair) => pair.symbol === symbol),
          symbol,
        ),
        until,
      )) {
        known.add(looks);
        yield { type: 'warm-up', symbol, since, looks };
      }
      known.end(until);
      missing.push(...names.flatMap((name) => shortOf(name, need, known.msOf(name)) ?? []));
    } catch (error) {
      if (!isFault(error)) throw error;
      missing.push(...names.map((name) => `${name} is not warmed up in ${symbol}: ${error.message}; it waits for its indicators`));
    }
  }
  return missing;
}

function shortOf(name: string, { symbol, byStrategy }: WarmUpNeed, knownMs: number): string | undefined {
  const wantedMs = byStrategy[name]!;
  if (knownMs >= wantedMs * ENOUGH) return undefined;
  const known = knownMs < 1000 ? 'nothing' : durationText(Math.floor(knownMs / 1000) * 1000);
  return `${name} wants the ${durationText(wantedMs)} before the start to warm up, and of ${symbol} ${known} of that is recorded; it waits for its indicators`;
}

/** The touches of the good books of a recording, in pieces. */
function* looksOf(cursor: MarketCursor, pair: Pair, until: Instant): Generator<readonly number[]> {
  const { grid } = cursor.pair;
  const guard = new BookGuard(pair.symbol);
  let looks: number[] = [];
  try {
    // Ticks and lots of another grid are other prices and amounts.
    if (grid.precision !== pair.grid.precision || !grid.lot.eq(pair.grid.lot)) return;
    for (let type = cursor.next(); type !== END && cursor.at < until; type = cursor.next()) {
      if (type !== BOOK || !guard.accept(cursor.book).deliver) continue;
      const { bids, asks } = cursor.book;
      if (bids.length === 0 || asks.length === 0) continue;
      addLook(looks, cursor.book);
      if (looks.length < A_PIECE * LOOK_NUMBERS) continue;
      yield looks;
      looks = [];
    }
    if (looks.length > 0) yield looks;
  } finally {
    cursor.close();
  }
}

/** How much of the time before the start is covered by books, for each strategy. */
class KnownTime {
  readonly #since: Readonly<Record<string, Instant>>;
  readonly #ms = new Map<string, number>();
  /** Between which books there was more time. It may be the usual one. */
  readonly #long: (readonly [from: Instant, to: Instant])[] = [];
  #short = 0;
  #last: Instant = -Infinity;

  constructor(since: Readonly<Record<string, Instant>>) {
    this.#since = since;
  }

  add(looks: readonly number[]): void {
    for (let i = 0; i < looks.length; i += LOOK_NUMBERS) this.#addUpTo(looks[i]!);
  }

  end(until: Instant): void {
    if (this.#last !== -Infinity) this.#addUpTo(until);
  }

  msOf(name: string): number {
    const since = this.#since[name]!;
    const most = this.#mostApart();
    const between = this.#long.map(([from, to]) => to - Math.max(since, from)).filter((ms) => ms > 0 && ms <= most);
    return between.reduce((sum, ms) => sum + ms, this.#ms.get(name) ?? 0);
  }

  #addUpTo(at: Instant): void {
    const from = this.#last;
    this.#last = at;
    if (at - from > MOST_APART_MS) {
      this.#long.push([from, at]);
      return;
    }
    this.#short++;
    for (const [name, since] of Object.entries(this.#since))
      if (at > since) this.#ms.set(name, (this.#ms.get(name) ?? 0) + at - Math.max(since, from));
  }

  /** Where most books are further apart than others usually are, the recording is one of few books. */
  #mostApart(): number {
    const apart = this.#long.map(([from, to]) => to - from).filter(Number.isFinite);
    if (apart.length <= Math.max(this.#short, LEAST_LONG)) return MOST_APART_MS;
    return FEW_PERIODS * apart.toSorted((a, b) => a - b)[apart.length >> 1]!;
  }
}
