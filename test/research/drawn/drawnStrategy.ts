import { type Decimal, dec } from '../../../src/base/decimal.ts';
import type { Random } from '../../../src/base/random.ts';
import type { StrategyContext, StrategyDefinition, StrategyHandlers, WantedQuote } from '../../../src/engine/strategy.ts';
import type { BookView } from '../../../src/market/bookView.ts';
import { amountOf, priceOf, type Side } from '../../../src/model/grid.ts';
import { between, isDrawn, ofAnySize, pick } from './draw.ts';
import type { DrawnScale } from './drawnMarket.ts';
import { handlers } from './fixtures.ts';
import { bookText, contextText, fillText, touchText } from './sightText.ts';

/** What a strategy was shown, line by line, with one list for each time that it was set up. */
export type Sights = string[][];

/** The habits of a strategy. Ticks and lots are whole; the others are probabilities, unless stated otherwise. */
interface Habits {
  readonly scale: DrawnScale;
  /** How it says what it wants. */
  readonly form: 'touch' | 'ladder' | 'both';
  readonly sides: readonly Side[];
  /** Distance from the touch, away from the market. Below 0 it is in the spread or beyond it. */
  readonly awayTicks: number;
  readonly jitterTicks: number;
  /** Levels per side. */
  readonly levels: number;
  readonly levelTicks: number;
  readonly tags: 'none' | 'fixed' | 'changing';
  /** The most that it holds or owes. */
  readonly mostLots: number;
  /** It quotes every this many books. */
  readonly everyBooks: number;
  readonly idles: number;
  readonly silent: number;
  readonly takes: number;
  readonly resizes: number;
  readonly odd: number;
  readonly looks: number;
  readonly waitsFor: 'nothing' | 'updates' | 'replacements' | 'few';
  /** Whether it also looks at the book when it is warned and at the end. */
  readonly peeks: boolean;
  /** The kinds of news on which it acts, and those that it receives. */
  readonly actsOn: ReadonlySet<string>;
  readonly hears: ReadonlySet<string>;
}

const NEWS = ['start', 'timer', 'statistics', 'fill', 'warning', 'stop'] as const;

/** A strategy with drawn habits, which writes down everything that it sees. */
export function drawnStrategy(random: Random, scale: DrawnScale, sights: Sights): StrategyDefinition {
  const habits = drawnHabits(random, scale);
  return handlers((_params, { context }) => {
    const seen: string[] = [];
    sights.push(seen);
    return handlersOf(habits, seen, context);
  });
}

function drawnHabits(random: Random, scale: DrawnScale): Habits {
  const { halfTicks, lots } = scale;
  const isCalm = isDrawn(random, 0.4);
  return {
    scale,
    form: pick(random, ['touch', 'touch', 'ladder', 'both']),
    sides: pick(random, [['Buy', 'Sell'], ['Buy', 'Sell'], ['Buy', 'Sell'], ['Buy'], ['Sell']]),
    awayTicks: pick(random, [0, 0, 1, halfTicks, 4 * halfTicks, -Math.ceil(halfTicks / 2), -halfTicks, -3 * halfTicks]),
    jitterTicks: isCalm ? 0 : pick(random, [0, 1, 5, halfTicks]),
    levels: between(random, 1, 4),
    levelTicks: pick(random, [0, 1, halfTicks, 3 * halfTicks]),
    tags: pick(random, ['none', 'fixed', 'changing']),
    mostLots: lots * pick(random, [1, 2, 5, 20, 1_000_000]),
    everyBooks: pick(random, [1, 1, 1, 3, 20]),
    idles: isCalm ? 0 : pick(random, [0, 0.1, 0.5]),
    silent: isCalm ? 0 : pick(random, [0, 0.02, 0.2]),
    takes: pick(random, [0, 0, 0, 0.03, 0.3]),
    resizes: isCalm ? 0 : pick(random, [0, 0.05, 0.5, 1]),
    odd: isDrawn(random, 0.1) ? 0.05 : 0,
    looks: pick(random, [0, 0.02, 0.15]),
    waitsFor: pick(random, ['nothing', 'nothing', 'nothing', 'updates', 'replacements', 'few']),
    peeks: isDrawn(random, 0.1),
    actsOn: new Set(NEWS.filter(() => isDrawn(random, isCalm ? 0.05 : 0.25))),
    hears: new Set(NEWS.filter(() => isDrawn(random, 0.5))),
  };
}

function handlersOf(habits: Habits, seen: string[], atSetup: StrategyContext): StrategyHandlers {
  const { actsOn, hears, looks } = habits;
  const quoter = new Quoter(habits);
  let books = 0;
  const look = (what: string, context: StrategyContext, book: string | undefined): void => {
    seen.push(`${what}: ${contextText(context)} | ${book ?? 'no book'}`);
  };
  const onNews = (kind: (typeof NEWS)[number], what: string, context: StrategyContext, chance: number): void => {
    const book = (kind === 'warning' || kind === 'stop') && !habits.peeks ? undefined : context.book;
    if (isDrawn(context.random, chance)) look(what, context, book && touchText(book));
    if (actsOn.has(kind)) quoter.act(context, book);
  };
  const isHeard = (kind: (typeof NEWS)[number]): boolean => actsOn.has(kind) || hears.has(kind);
  look('setup', atSetup, atSetup.book && bookText(atSetup.book));
  return {
    ...(isHeard('start') && { onStart: (context) => onNews('start', 'start', context, 1) }),
    ...(isHeard('timer') && { onTimer: (context) => onNews('timer', 'timer', context, looks) }),
    ...(isHeard('statistics') && { onStats: ({ baseVolume }, context) => onNews('statistics', `volume ${baseVolume}`, context, 1) }),
    ...(isHeard('fill') && { onFill: (fill, context) => onNews('fill', fillText(fill), context, 1) }),
    ...(isHeard('warning') && { onWarning: ({ kind, detail }, context) => onNews('warning', `${kind} ${detail}`, context, 1) }),
    ...(isHeard('stop') && { onStop: (context) => onNews('stop', 'stop', context, 1) }),
    onBook(book, context) {
      if (isDrawn(context.random, looks)) look('book', context, bookText(book));
      if (books++ % habits.everyBooks === 0) quoter.act(context, book);
    },
  };
}

/** Says what it wants, according to its habits. */
class Quoter {
  readonly #habits: Habits;
  #lots: number;
  #amount: Decimal;
  /** The touch as it last saw it. */
  #bid: number | undefined;
  #ask: number | undefined;

  constructor(habits: Habits) {
    this.#habits = habits;
    this.#lots = habits.scale.lots;
    this.#amount = amountOf(habits.scale.pair.grid, this.#lots);
  }

  act(context: StrategyContext, book: BookView | undefined): void {
    const { form, idles, silent, resizes } = this.#habits;
    const { random } = context;
    if (this.#mustWait(context) || isDrawn(random, idles)) return;
    if (isDrawn(random, resizes)) this.#resize(random);
    const asTouch = form === 'touch' || (form === 'both' && isDrawn(random, 0.7));
    if (book !== undefined) [this.#bid, this.#ask] = [book.bestBidTicks, book.bestAskTicks];
    const [bid, ask] = [this.#bid, this.#ask];
    if (bid === undefined || ask === undefined || isDrawn(random, silent)) {
      // Now and then it keeps its quotes although the book has only one side.
      if (isDrawn(random, 0.3)) return;
      if (asTouch) context.quoteTicks(bid ?? 0, 0, ask ?? 0, 0);
      else context.quote([]);
    } else if (asTouch) this.#quoteTouch(context, bid, ask);
    else this.#quoteLadder(context, bid, ask);
  }

  #quoteTouch(context: StrategyContext, bid: number, ask: number): void {
    const { odd } = this.#habits;
    const { random } = context;
    const lots = (side: Side): number => (this.#wants(side, context) ? this.#lots : 0);
    const wanted = [this.#ticks('Buy', bid, ask, random), lots('Buy'), this.#ticks('Sell', bid, ask, random), lots('Sell')] as const;
    const asked = wanted.map((number) => (isDrawn(random, odd) ? this.#oddOf(number, random) : number)) as typeof wanted & number[];
    context.quoteTicks(asked[0], asked[1], asked[2], asked[3]);
  }

  #quoteLadder(context: StrategyContext, bid: number, ask: number): void {
    const { sides, levels, levelTicks, odd } = this.#habits;
    const { random } = context;
    const wanted: WantedQuote[] = [];
    for (const side of sides) {
      if (!this.#wants(side, context)) continue;
      const best = this.#ticks(side, bid, ask, random);
      for (let level = 0; level < levels; level++) {
        const quote = this.#quoteAt(side, best + (side === 'Buy' ? -1 : 1) * level * levelTicks, level, random);
        wanted.push(isDrawn(random, odd) ? oddQuoteOf(quote, random) : quote);
      }
    }
    context.quote(wanted);
  }

  #quoteAt(side: Side, ticks: number, level: number, random: Random): WantedQuote {
    const { tags, scale } = this.#habits;
    const { grid } = scale.pair;
    const price = isDrawn(random, 0.3) ? (ticks + random.next()) / 10 ** grid.precision : priceOf(grid, ticks);
    const amount = isDrawn(random, 0.2) ? this.#amount.plus(grid.lot.times(dec('0.4'))) : this.#amount;
    if (tags === 'none') return { side, price, amount };
    return { side, price, amount, tag: tags === 'fixed' ? `${side} ${level}` : `tag ${random.int(3)}` };
  }

  #ticks(side: Side, bid: number, ask: number, random: Random): number {
    const { awayTicks, jitterTicks, takes } = this.#habits;
    const away = (isDrawn(random, takes) ? bid - ask : awayTicks) + (jitterTicks > 0 ? random.int(jitterTicks + 1) : 0);
    return side === 'Buy' ? Math.max(1, bid - away) : Math.max(1, ask + away);
  }

  #wants(side: Side, { positionLots }: StrategyContext): boolean {
    const { sides, mostLots } = this.#habits;
    return sides.includes(side) && (side === 'Buy' ? positionLots < mostLots : positionLots > -mostLots);
  }

  #resize(random: Random): void {
    const { lots, pair } = this.#habits.scale;
    this.#lots = Math.max(1, isDrawn(random, 0.7) ? Math.round(lots * (0.3 + random.next())) : ofAnySize(random, 1, 2 * lots));
    this.#amount = amountOf(pair.grid, this.#lots);
  }

  #mustWait(context: StrategyContext): boolean {
    switch (this.#habits.waitsFor) {
      case 'nothing':
        return false;
      case 'updates':
        return context.orders.some(({ updatedAt }) => context.now - updatedAt < 2000);
      case 'replacements':
        return context.orders.some(({ replacing, canceling }) => replacing !== undefined || canceling);
      case 'few':
        return context.liveOrders > 2;
    }
  }

  /** A value that is not a valid price or amount. */
  #oddOf(number: number, random: Random): number {
    return pick(random, [number + 0.5, -number, NaN, Infinity, 1, number * 1000, 2 ** 53, 0]);
  }
}

function oddQuoteOf(quote: WantedQuote, random: Random): WantedQuote {
  const none = dec('0');
  return pick<WantedQuote>(random, [
    { ...quote, price: none },
    { ...quote, price: NaN },
    { ...quote, amount: none },
    { ...quote, amount: quote.amount.times(100_000) },
    { ...quote, amount: 1 as unknown as Decimal },
    { ...quote, side: 'buy' as unknown as Side },
    { ...quote, price: undefined as unknown as Decimal },
    { ...quote, amount: quote.amount.negated() },
  ]);
}
