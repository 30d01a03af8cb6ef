import { concat, merge, of } from 'rxjs';
import { filter, map, mergeMap, take } from 'rxjs/operators';
import { Decimal } from '../../../src/base/decimal.ts';
import type { Random } from '../../../src/base/random.ts';
import type { OrderRequest } from '../../../src/engine/deskOrders/newOrder.ts';
import type {
  ConversionRequest,
  StrategyContext,
  StrategyDefinition,
  StrategyHandlers,
  StrategyIntent,
  StrategyStreams,
} from '../../../src/engine/strategy.ts';
import { amountOf, priceOf } from '../../../src/model/grid.ts';
import { reportLine } from '../../../src/research/backtest/eventLine.ts';
import { between, isDrawn, pick } from '../drawn/draw.ts';
import type { DrawnScale } from '../drawn/drawnMarket.ts';
import { drawnStrategy, type Sights } from '../drawn/drawnStrategy.ts';
import { handlers } from '../drawn/fixtures.ts';
import { contextText, touchText } from '../drawn/sightText.ts';

/** What a strategy does besides quoting, by probability at each book or heartbeat. */
interface Hands {
  readonly scale: DrawnScale;
  readonly currencies: readonly string[];
  readonly quotes: boolean;
  readonly places: number;
  readonly markets: number;
  readonly cancels: number;
  readonly converts: number;
  readonly odd: number;
  readonly talks: number;
  readonly looks: number;
  /** It throws at this number of its books; with Infinity it never does. */
  readonly breaksAt: number;
  readonly breaks: 'throws' | 'is-async' | 'keeps-too-much' | 'wants-too-much';
}

/**
 * A strategy that quotes like drawn ones, and also places, cancels and converts by hand. Some have the stream form, and some
 * throw.
 */
export function drawnHands(random: Random, scale: DrawnScale, currencies: readonly string[], sights: Sights): StrategyDefinition {
  const quoting = drawnStrategy(random, scale, sights);
  const hands: Hands = {
    scale,
    currencies,
    quotes: isDrawn(random, 0.7),
    places: pick(random, [0, 0.05, 0.3]),
    markets: pick(random, [0, 0, 0.02, 0.1]),
    cancels: pick(random, [0.02, 0.1, 0.3]),
    converts: pick(random, [0, 0, 0.01, 0.1]),
    odd: pick(random, [0, 0, 0.1]),
    talks: pick(random, [0, 0.01, 0.1]),
    looks: pick(random, [0, 0.05]),
    breaksAt: isDrawn(random, 0.15) ? between(random, 1, 300) : Infinity,
    breaks: pick(random, ['throws', 'is-async', 'keeps-too-much', 'wants-too-much']),
  };
  if (isDrawn(random, 0.2)) return streamForm(hands, isDrawn(random, 0.2) ? between(random, 1, 200) : Infinity);
  return handlers((params, streams) => withHands(hands, quoting.setup(params, streams) as StrategyHandlers, sights.at(-1)!));
}

function withHands(hands: Hands, inner: StrategyHandlers, seen: string[]): StrategyHandlers {
  const placed: string[] = [];
  let books = 0;
  const act = (context: StrategyContext): void => {
    const { random } = context;
    for (const intent of intentsOf(hands, context)) {
      if (intent.type === 'place') {
        const id = context.place(intent);
        if (id !== undefined) placed.push(id);
        seen.push(`placed: ${id !== undefined}`);
      } else if (intent.type === 'convert') seen.push(`asked: ${context.convert(intent) !== undefined}`);
    }
    if (isDrawn(random, hands.cancels)) context.cancel(anyOrder(placed, context));
    if (isDrawn(random, hands.talks)) talk(context);
    if (isDrawn(random, hands.looks)) {
      const held = hands.currencies.map((currency) => balanceText(currency, context));
      seen.push(`hands: ${contextText(context)} | ${held.join()} | ${context.state.get('at')}`);
    }
  };
  return {
    ...inner,
    onBook(book, context, market) {
      if (hands.quotes) inner.onBook?.(book, context, market);
      act(context);
      if (++books === hands.breaksAt) return goWrong(hands.breaks, context);
    },
    onTimer(context) {
      inner.onTimer?.(context);
      if (isDrawn(context.random, 0.3)) act(context);
    },
    onReport(report, context) {
      seen.push(reportLine(context.now, report));
      // Only now and then: a strategy that always answers its own refusals would never stop.
      if (isDrawn(context.random, 0.05)) act(context);
    },
    onStop(context) {
      inner.onStop?.(context);
      context.place({ side: 'Buy', amount: hands.scale.pair.minVolume });
      seen.push(`the end: ${contextText(context)}`);
    },
  };
}

/** The same as a stream of intents. The stream ends after `most` of them, which stops the strategy. */
function streamForm(hands: Hands, most: number): StrategyDefinition {
  const { grid } = hands.scale.pair;
  return handlers((_params, { book$, timer$, fill$, warning$, context }: StrategyStreams) => {
    const quotes = book$.pipe(
      filter((book) => book.bestBidTicks !== undefined && book.bestAskTicks !== undefined),
      map((book): StrategyIntent => {
        const amount = amountOf(grid, hands.scale.lots);
        const away = context.random.int(3) * hands.scale.halfTicks;
        const bid = { side: 'Buy', price: priceOf(grid, Math.max(1, book.bestBidTicks! - away)), amount } as const;
        const ask = { side: 'Sell', price: priceOf(grid, book.bestAskTicks! + away), amount, tag: 'stream' } as const;
        return { type: 'quote', wanted: context.positionLots > 0 ? [ask] : [bid, ask] };
      }),
    );
    const byHand = merge(timer$, fill$).pipe(mergeMap(() => intentsOf(hands, context)));
    const cancels = warning$.pipe(mergeMap(() => context.orders.map(({ intentId }): StrategyIntent => ({ type: 'cancel', intentId }))));
    const all = merge(quotes, byHand, cancels);
    return most === Infinity ? all : concat(all.pipe(take(most)), of<StrategyIntent>({ type: 'quote', wanted: [] }));
  });
}

function intentsOf(hands: Hands, context: StrategyContext): StrategyIntent[] {
  const { random } = context;
  const intents: StrategyIntent[] = [];
  if (isDrawn(random, hands.places)) intents.push({ type: 'place', ...limitOrder(hands, context) });
  if (isDrawn(random, hands.markets))
    intents.push({ type: 'place', side: pick(random, ['Buy', 'Sell']), amount: amountFor(hands, random) });
  if (isDrawn(random, hands.converts)) intents.push({ type: 'convert', ...conversion(hands, random) });
  return intents;
}

function limitOrder(hands: Hands, { random, book }: StrategyContext): OrderRequest {
  const { scale } = hands;
  const { grid } = scale.pair;
  const side = pick(random, ['Buy', 'Sell'] as const);
  const best = (side === 'Buy' ? book?.bestBidTicks : book?.bestAskTicks) ?? scale.midTicks;
  const away = pick(random, [0, 1, scale.halfTicks, 5 * scale.halfTicks, -scale.halfTicks, -3 * scale.halfTicks]);
  const ticks = Math.max(1, side === 'Buy' ? best - away : best + away);
  const price = isDrawn(random, 0.3) ? (ticks + random.next()) / 10 ** grid.precision : priceOf(grid, ticks);
  const order = { side, price, amount: amountFor(hands, random), ...(isDrawn(random, 0.5) && { tag: `hand ${random.int(3)}` }) };
  if (!isDrawn(random, hands.odd)) return order;
  return pick<OrderRequest>(random, [
    { ...order, price: 0 },
    { ...order, price: NaN },
    { ...order, price: priceOf(grid, ticks).times(3) },
    { ...order, amount: new Decimal(0) },
    { ...order, amount: order.amount.times(100_000) },
    { ...order, amount: order.amount.negated() },
  ]);
}

function amountFor({ scale }: Hands, random: Random): Decimal {
  return amountOf(scale.pair.grid, Math.max(1, Math.round(scale.lots * pick(random, [0.3, 1, 1, 3]))));
}

function conversion({ scale, currencies, odd }: Hands, random: Random): ConversionRequest {
  const { base, quote } = scale.pair;
  const [fromCurrency, toCurrency] = isDrawn(random, 0.8)
    ? pick(random, [[base, quote] as const, [quote, base] as const])
    : ([pick(random, currencies), pick(random, [...currencies, 'XRP'])] as const);
  const size = (currency: string): Decimal => {
    if (isDrawn(random, odd)) return new Decimal(pick(random, ['0', '-1', '0.000000001', '1e12']));
    const usual = currency === base ? scale.worth / (scale.midTicks / 10 ** scale.pair.grid.precision) : scale.worth;
    return new Decimal(usual * (0.05 + random.next())).toDecimalPlaces(8).plus('0.00000001');
  };
  const amounts = isDrawn(random, 0.7) ? { fromAmount: size(fromCurrency) } : { toAmount: size(toCurrency) };
  const isStrict = isDrawn(random, 0.2);
  return { fromCurrency, toCurrency, ...amounts, ...(isStrict && { worstRate: new Decimal(pick(random, ['0.00000001', '1000000000'])) }) };
}

/** An order that it placed by hand, one of the desk's, or one that does not exist. */
function anyOrder(placed: readonly string[], { random, orders }: StrategyContext): string {
  const kind = random.int(10);
  if (kind === 0) return 'unheard of';
  if (kind < 3 && orders.length > 0) return pick(random, orders).intentId;
  return placed[placed.length - 1 - random.int(Math.min(4, Math.max(1, placed.length)))] ?? 'none yet';
}

function talk({ random, now, ...context }: StrategyContext): void {
  const level = pick(random, ['info', 'warn', 'error'] as const);
  context.log(`at ${now}`, level);
  context.plot('now', now % 1000);
  context.state.set('at', String(now));
}

function balanceText(currency: string, context: StrategyContext): string {
  const balance = context.balance(currency);
  return balance === undefined ? `${currency} unknown` : [currency, balance.total, balance.available].join(' ');
}

function goWrong(how: Hands['breaks'], context: StrategyContext): void {
  switch (how) {
    case 'throws':
      throw new Error(`wrong at ${context.book === undefined ? 'no book' : touchText(context.book)}`);
    case 'is-async':
      return Promise.resolve() as unknown as void;
    case 'keeps-too-much':
      context.state.set('all', 'x'.repeat(100_001));
      return;
    case 'wants-too-much':
      context.quote(Array.from({ length: 201 }, () => ({ side: 'Buy' as const, price: 1, amount: context.pair.minVolume })));
  }
}
