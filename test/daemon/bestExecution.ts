import { type Decimal, dec, ONE, ZERO } from '../../src/base/decimal.ts';
import { seededRandom } from '../../src/base/random.ts';
import { type BookLeg, bookLeg } from '../../src/engine/execution/bookLeg.ts';
import { DEFAULT_EXECUTION } from '../../src/engine/execution/executionSettings.ts';
import { strategy } from '../../src/engine/kit.ts';
import type { Book } from '../../src/model/book.ts';
import type { Command } from '../../src/model/command.ts';
import type { Report } from '../../src/model/event.ts';
import type { Notice } from '../../src/model/notice.ts';
import type { Pair } from '../../src/model/pair.ts';
import { configured, simulatedWorld } from './simulatedWorld.ts';

/** One leg of a trade. Rates are what one unit given brings, all-in. */
export interface DecidedLeg {
  readonly isBook: boolean;
  /** By the quote and by the book, for all that was left. Undefined where it could not be had. */
  readonly quote: Decimal | undefined;
  readonly book: Decimal | undefined;
  /** At the last level that the book's walk reached. */
  readonly bookAtWorst: Decimal | undefined;
  /** What it came to. */
  readonly rate: Decimal;
}

/** One trade on one seed. */
export interface Executed {
  readonly outcome: string | undefined;
  readonly message: string | undefined;
  readonly gave: Decimal;
  readonly legs: readonly DecidedLeg[];
  readonly rate: Decimal;
}

/** The spreads of the venue's quotes: better than the book with its fee of 0.2 %, as good, and worse. */
const SPREADS = ['0', '0.001', '0.0018', '0.002', '0.0022', '0.003', '0.006'];
const MOST_MS = 240_000;
const { takerFee } = DEFAULT_EXECUTION;

/** Executes a deal of some size in the best way, against a simulated venue whose market moves on meanwhile. */
export async function executeBest(seed: number): Promise<Executed> {
  const random = seededRandom(`best:${seed}`);
  const isBuy = random.int(2) === 0;
  const worth = 100 + random.int(40_000);
  const [fromCurrency, toCurrency] = isBuy ? (['EUR', 'BTC'] as const) : (['BTC', 'EUR'] as const);
  const fromAmount = isBuy ? dec(worth) : dec(worth).div(60_000).toDecimalPlaces(5);
  const deal = { fromCurrency, toCurrency, fromAmount };
  const once = strategy({
    about: 'Executes one deal.',
    params: {},
    setup: () => {
      let isBegun = false;
      return {
        onBook(_, ctx) {
          isBegun ||= ctx.trade(deal) !== undefined;
        },
      };
    },
  });
  const world = await simulatedWorld({
    seed,
    strategies: [configured('deal', 'BTC/EUR', once)],
    latencyMs: [4, 20, 80, 250][random.int(4)]!,
    pairs: 1,
    conversionSpread: dec(SPREADS[random.int(SPREADS.length)]!),
    balances: { EUR: '200000', BTC: '10' },
  });
  const notes = new Notes(deal);
  world.trader.events$.subscribe((event) => {
    if (event.type === 'book') notes.look(world.trader.pairs[0]!, event.book);
    else if (event.type === 'report') notes.report(event.report);
  });
  world.trader.commands$.subscribe((command) => notes.command(command));
  world.trader.notices$.subscribe((notice) => notes.notice(notice));
  await world.start();
  for (let passed = 0; notes.end === undefined && passed < MOST_MS; passed += 1000) await world.pass(1000);
  await world.stop('cancel');
  await world.end();
  return notes.executed();
}

interface Deal {
  readonly fromCurrency: string;
  readonly toCurrency: string;
  readonly fromAmount: Decimal;
}

interface Noted extends Omit<DecidedLeg, 'rate'> {
  gave: Decimal;
  brought: Decimal;
}

/** Notes what was known at each decision, and what came of it, from what goes through the engine's door. */
class Notes {
  end: Extract<Notice, { type: 'trade' }> | undefined = undefined;
  readonly #deal: Deal;
  readonly #legs = new Map<string, Noted>();
  #quote: Decimal | undefined = undefined;
  #book: BookLeg | undefined = undefined;

  constructor(deal: Deal) {
    this.#deal = deal;
  }

  look(pair: Pair, book: Book): void {
    const { fromAmount, ...currencies } = this.#deal;
    const left = [...this.#legs.values()].reduce((rest, { gave }) => rest.minus(gave), fromAmount);
    const leg = bookLeg({ pair, book }, { ...currencies, size: { fromAmount: left } }, takerFee);
    this.#book = typeof leg === 'string' ? undefined : leg;
  }

  command(command: Command): void {
    if (command.type === 'request-quote') this.#quote = undefined;
    if (command.type !== 'place' && command.type !== 'convert') return;
    const book = this.#book;
    this.#legs.set(command.intentId, {
      isBook: command.type === 'place',
      quote: this.#quote,
      book: book && book.brings.div(book.gives),
      bookAtWorst: book && rateAt(book.side, book.worstPrice),
      gave: ZERO,
      brought: ZERO,
    });
  }

  report(report: Report): void {
    if (report.type === 'quoted') this.#quote = report.quote.toAmount.div(report.quote.fromAmount);
    else if (report.type === 'converted') this.#add(report.conversion.intentId, report.conversion.fromAmount, report.conversion.toAmount);
    else if (report.type === 'fill') {
      const { side, price, amount, fee, intentId } = report.fill;
      const value = price.times(amount);
      if (side === 'Buy') this.#add(intentId, value, amount.minus(fee));
      else this.#add(intentId, amount, value.minus(fee));
    }
  }

  notice(notice: Notice): void {
    if (notice.type === 'trade') this.end = notice;
  }

  executed(): Executed {
    const { outcome, message, gave = ZERO, brought = ZERO } = this.end ?? {};
    const legs = [...this.#legs.values()].filter((leg) => !leg.gave.isZero());
    return {
      outcome,
      message,
      gave,
      rate: gave.isZero() ? ZERO : brought.div(gave),
      legs: legs.map(({ gave: given, brought: got, ...leg }) => ({ ...leg, rate: got.div(given) })),
    };
  }

  #add(intentId: string | undefined, gave: Decimal, brought: Decimal): void {
    const leg = this.#legs.get(intentId!)!;
    leg.gave = leg.gave.plus(gave);
    leg.brought = leg.brought.plus(brought);
  }
}

function rateAt(side: BookLeg['side'], price: Decimal): Decimal {
  const kept = ONE.minus(takerFee);
  return side === 'Sell' ? price.times(kept) : kept.div(price);
}
