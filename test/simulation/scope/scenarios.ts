import { dec, Decimal } from '../../../src/base/decimal.ts';
import type { StrategyContext } from '../../../src/engine/kit.ts';
import { type BookOrder, orderIdOf } from '../../../src/exchange/bookOrder.ts';
import { priceOf, type Side } from '../../../src/model/grid.ts';
import type { VenueBehaviour } from '../../../src/simulator/simulatorOptions.ts';
import type { Venue } from '../../../src/simulator/venue.ts';
import type { Fate } from '../fate.ts';

/** What a strategy does once: the intent that came of it, or true where none did; undefined as long as it could not. */
export type Deed = (ctx: StrategyContext) => string | true | undefined;

/** A few deeds of one strategy on one symbol. Each is done once, however many lives that takes, and again when nothing came of it. */
export interface Scenario {
  readonly name: string;
  readonly deeds: readonly Deed[];
  readonly behaviour?: VenueBehaviour;
  /** How many orders of the lane nobody may know the outcome of until it is shut; default one. */
  readonly unknownPerLane?: number;
  /** Begins to settle what becomes of requests; undefined where the way decides. */
  readonly fates?: () => (operation: string, nowMs: number) => Fate | undefined;
  /** What a person does at the same account so long before the first life begins. */
  readonly before?: { readonly ms: number; readonly act: (venue: Venue) => void };
}

const AMOUNT = dec('0.02');
/** It has so few lots that no amount is lowered. */
const COARSE = dec('0.005');

/** An order so far behind the touch, as a share of the price; across the touch where that is negative. */
function place(side: Side, behind: number, amount = AMOUNT): Deed {
  return (ctx) => {
    const price = behindTouch(ctx, side, behind);
    return price && ctx.place({ side, price, amount });
  };
}

const cancel: Deed = (ctx) => {
  const open = ctx.orders.filter(({ state }) => state === 'open');
  for (const { intentId } of open) ctx.cancel(intentId);
  return open.length > 0 || ctx.orders.length === 0 ? true : undefined;
};

/** One order that the desk keeps there: where it rests elsewhere, it is moved. */
function keep(side: Side, behind: number): Deed {
  return (ctx) => {
    const price = behindTouch(ctx, side, behind);
    if (price === undefined) return undefined;
    const isThere = ctx.orders.some(({ state, price: now }) => state === 'open' && now?.eq(price) === true);
    const isTaken = ctx.position.amount.gt(0);
    // What was bought is enough.
    ctx.quote(isTaken ? [] : [{ side, price, amount: AMOUNT }]);
    return isThere || isTaken ? true : undefined;
  };
}

/** Does nothing until the world is so old. */
function until(ms: number): Deed {
  let bornAt: number | undefined;
  return ({ now }) => (now - (bornAt ??= now) >= ms ? true : undefined);
}

const convert: Deed = (ctx) => {
  const { base, quote } = ctx.pair;
  return ctx.convert({ fromCurrency: quote, toCurrency: base, fromAmount: dec('25.37') });
};

export const SCENARIOS: readonly Scenario[] = [
  { name: 'place-cancel', deeds: [place('Buy', 0.002), cancel] },
  { name: 'place-alike', deeds: [place('Buy', 0.002), place('Buy', 0.002)] },
  { name: 'take-place', deeds: [place('Buy', -0.002), place('Sell', 0.002)] },
  { name: 'keep-move', deeds: [keep('Buy', 0.002), keep('Buy', 0.004)] },
  { name: 'convert-place', deeds: [convert, place('Sell', 0.002)] },
  // The answers to all but the last order are lost, and what became of them shows late: the last one goes beside them.
  { name: 'beside-one', deeds: [place('Buy', -0.002), place('Buy', 0.002)], unknownPerLane: 2, ...lostAndLate(1) },
  {
    name: 'beside-two',
    deeds: [place('Buy', 0.002), place('Buy', -0.004), place('Sell', 0.002)],
    unknownPerLane: 3,
    ...lostAndLate(2),
  },
];

/** Those in which one rule carries all the weight; one fault shows it, or none. */
export const SPECIAL: readonly Scenario[] = [
  { name: 'listed-twice', deeds: [place('Buy', -0.002)], behaviour: { tradesTwice: () => true } },
  // The amount that was asked for, which a person types, at the same price: it stands there while ours is looked for.
  { name: 'person-alike', deeds: [place('Buy', 0.002)], before: { ms: 0, act: (venue) => void placeAlike(venue, AMOUNT) } },
  // The very amounts that ours may have, placed and canceled before ours was decided.
  { name: 'alike-before', deeds: [place('Buy', 0.002)], before: { ms: 12_000, act: (venue) => placeAndCancel(venue) } },
  { name: 'lying-venue', deeds: [place('Buy', 0.002)], fates: lyingOnce },
  // Two takers of one amount and of unlike prices: only the first is unknown and shows late, so the second looks like it.
  {
    name: 'alike-beside',
    deeds: [place('Buy', -0.002, COARSE), place('Buy', -0.004, COARSE)],
    unknownPerLane: 2,
    ...lostAndLate(2, (index) => (index === 0 ? 30_000 : 0)),
  },
  // A network makes two orders of a request, whose answer comes, or is lost.
  { name: 'doubled', deeds: [place('Buy', 0.002)], fates: () => doubledOnce(2) },
  { name: 'doubled-unknown', deeds: [place('Buy', 0.002)], fates: () => doubledOnce(Infinity) },
  // It rests at the venue, holds money there, and is in no list for longer than anything should be.
  { name: 'hidden-order', deeds: [place('Buy', 0.002)], ...lostAndLate(1, () => 200_000) },
  // It was executed at once, which shows late. A new life has not seen what the balances were before.
  { name: 'late-trades', deeds: [place('Buy', -0.002)], behaviour: { tradesLateMs: () => 60_000 } },
  { name: 'unreadable-list', deeds: [place('Buy', 0.002), until(160_000)], fates: () => unreadableOrders },
];

/** The answers to the first orders are lost, and all that they led to shows late. */
function lostAndLate(lost: number, lateMs: (index: number) => number = () => 15_000): Pick<Scenario, 'behaviour' | 'fates'> {
  return {
    behaviour: { tradesLateMs: lateMs, ordersLateMs: lateMs },
    fates: () => {
      let left = lost;
      return (operation) => (operation === 'orders.place' && left-- > 0 ? { kind: 'lost-answer', outMs: 2, backMs: Infinity } : undefined);
    },
  };
}

function doubledOnce(backMs: number): (operation: string) => Fate | undefined {
  let left = 1;
  return (operation) => {
    return operation === 'orders.place' && left-- > 0 ? { kind: 'doubled-request', outMs: 2, againMs: 2, backMs } : undefined;
  };
}

/** The venue refuses the first order in words that prove that it was not placed, and places it all the same. */
function lyingOnce(): (operation: string) => Fate | undefined {
  let lies = 1;
  const instead = { status: 400, body: '{"code":"insufficient-balance","message":"Insufficient balance"}' };
  return (operation) => {
    return operation === 'orders.place' && lies-- > 0 ? { kind: 'false-refusal', isLie: true, outMs: 2, backMs: 2, instead } : undefined;
  };
}

/** Once an order rests, the list of open orders fails for longer than anything takes to become visible. */
function unreadableOrders(operation: string, nowMs: number): Fate | undefined {
  if (operation !== 'orders.list' || nowMs < 2000 || nowMs > 150_000) return undefined;
  return { kind: 'failed-read', outMs: Infinity, backMs: Infinity, instead: { status: 500, body: '' } };
}

function placeAlike(venue: Venue, amount: Decimal): BookOrder {
  const market = venue.exchange.market('BTC/EUR')!;
  const price = priceOf(market.pair.grid, Math.floor(market.bids.levels.at(-1)!.ticks * 0.998));
  const placed = venue.exchange.place(venue.user, { symbol: 'BTC/EUR', side: 'Buy', type: 'Limit', amount, price }, venue.now());
  if ('code' in placed) throw new Error(`a person's order was refused: ${placed.code}`);
  return placed;
}

function placeAndCancel(venue: Venue): void {
  for (const lots of [1, 2]) {
    const placed = placeAlike(venue, AMOUNT.minus(new Decimal(lots).times('0.00001')));
    venue.exchange.cancel(venue.user, orderIdOf(placed), venue.now());
  }
}

function behindTouch({ book }: StrategyContext, side: Side, behind: number): Decimal | undefined {
  const { bestBidTicks, bestAskTicks } = book ?? {};
  if (book === undefined || bestBidTicks === undefined || bestAskTicks === undefined) return undefined;
  const isBuy = side === 'Buy';
  const touch = isBuy === behind < 0 ? bestAskTicks : bestBidTicks;
  return book.priceAt(touch * (isBuy ? 1 - behind : 1 + behind), isBuy ? 'down' : 'up');
}
