import type { Decimal } from '../base/decimal.ts';
import { ZERO } from '../base/decimal.ts';
import type { Conversion } from '../model/conversion.ts';
import type { Fill } from '../model/fill.ts';
import type { PositionSums } from '../model/historySums.ts';
import type { PositionEntry } from '../model/positionEntry.ts';
import type { EngineState } from './engineState.ts';
import { type EntrySums, withEntry } from './entrySums.ts';
import { type Position, positionAfterConversion, positionAfterEntry, positionAfterFill, positionFrom, unrealisedOf } from './portfolio.ts';
import type { Seat } from './market.ts';

/**
 * A strategy's position with cost and profit. These need divisions, so executions are worked in only when somebody asks, in the
 * order in which they came. What the risk checks need is always kept in whole units.
 */
export function positionOf(state: EngineState, seat: Seat): Position {
  for (const fill of state.sink.takeUnfolded(seat)) seat.position = positionAfterFill(seat.position, fill);
  return seat.position;
}

/** The average price of a position, in ticks. NaN without one. */
export function averageTicksOf(state: EngineState, seat: Seat): number {
  const { averagePrice } = positionOf(state, seat);
  return averagePrice === undefined ? NaN : averagePrice.div(seat.market!.pair.grid.tick).toNumber();
}

/** Books an execution that is not reported in whole numbers. */
export function bookFill(seat: Seat, { side, price, amount, fee, feeCurrency }: Fill): void {
  const { market, base, flow } = seat;
  if (market === undefined) return;
  const value = price.times(amount);
  base.addDecimal(side === 'Buy' ? amount : amount.negated());
  flow.addDecimal(side === 'Buy' ? value.negated() : value);
  if (feeCurrency === market.base.currency) base.addDecimal(fee.negated());
  else if (feeCurrency === market.quote.currency) flow.addDecimal(fee.negated());
  else if (!fee.isZero()) seat.hasOtherFees = true;
  if (!amount.isZero()) seat.fills++;
  countLots(seat);
}

/** Begins with what an earlier life has left, which nothing has been booked on yet. */
export function restorePosition(seat: Seat, sums: PositionSums): void {
  if (seat.market?.symbol !== sums.symbol || seat.fills > 0) return;
  seat.position = positionFrom(sums);
  seat.base.addDecimal(sums.amount);
  seat.flow.addDecimal(sums.quoteFlow);
  seat.hasOtherFees = Object.keys(sums.otherFees).length > 0;
  seat.fills = sums.fills;
  countLots(seat);
}

/** Books a conversion. In the market of its two currencies it counts as a trade; all others it leaves alone. */
export function bookConversion(state: EngineState, strategy: string, conversion: Conversion): void {
  for (const seat of state.seatsOf(strategy)) if (seat.market !== undefined) bookOn(state, seat, conversion);
}

function bookOn(state: EngineState, seat: Seat, conversion: Conversion): void {
  const before = positionOf(state, seat);
  const after = positionAfterConversion(before, seat.symbol, conversion);
  if (after !== before) takePosition(seat, before, after);
}

/** Books what no execution made. It is no trade of the strategy: those who follow its executions compare with the position from here on. */
export function bookEntry(state: EngineState, entry: PositionEntry): void {
  const seat = noteEntry(state, entry);
  if (seat === undefined) return;
  const before = positionOf(state, seat);
  takePosition(seat, before, positionAfterEntry(before, entry));
  seat.isQuiet = false;
  for (const watch of seat.watches ?? []) watch.begin();
}

/** Adds an entry to what guards on losses do not count. Answers whose position it changes, or has changed in an earlier life. */
export function noteEntry(state: EngineState, entry: PositionEntry): Seat | undefined {
  const seat = state.seat(entry.strategy, entry.symbol);
  if (seat?.market?.symbol !== entry.symbol) return undefined;
  seat.entered = withEntry(seat.entered, entry);
  if (entry.cause === 'correction') seat.corrected = withEntry(seat.corrected, entry);
  return seat;
}

function takePosition(seat: Seat, before: Position, after: Position): void {
  seat.position = after;
  seat.base.addDecimal(after.amount.minus(before.amount));
  seat.flow.addDecimal(after.quoteFlow.minus(before.quoteFlow));
  seat.fills++;
  countLots(seat);
}

/** One strategy's realised and unrealised profit after fees, in a currency. Undefined when no book tells. */
export function profitOf(state: EngineState, seat: Seat, currency: string): Decimal | undefined {
  if (seat.fills === 0) return ZERO;
  const { market } = seat;
  const position = positionOf(state, seat);
  if (market === undefined || (market.mid === undefined && !position.amount.isZero())) return undefined;
  const unrealised = market.mid === undefined ? position.cost.negated() : unrealisedOf(position, market.mid);
  let sum = state.worth(position.realised.plus(unrealised), market.quote.currency, currency);
  for (const [feeCurrency, fee] of Object.entries(position.otherFees)) {
    const worth = state.worth(fee, feeCurrency, currency);
    sum = worth === undefined ? undefined : sum?.minus(worth);
  }
  return sum;
}

/**
 * By how much the seat's profit was changed by what was entered after `counted`, up to `entered`, at the mid. It is exact in quote currency.
 * Undefined while no book tells.
 */
export function gainBetween(
  state: EngineState,
  { market }: Seat,
  counted: EntrySums,
  entered: EntrySums,
  currency: string,
): Decimal | undefined {
  const amount = entered.amount.minus(counted.amount);
  const value = entered.value.minus(counted.value);
  const worth = amount.isZero() ? ZERO : market?.mid?.times(amount);
  return market && worth && state.worth(worth.minus(value), market.quote.currency, currency);
}

/** Whether all that was entered is in what the seat had made before. Without its pair it has no position. */
export function isEnteredBefore({ market, entered, enteredBefore }: Seat): boolean {
  return market === undefined || enteredBefore === entered;
}

/** Works out how many whole lots a strategy holds, after its position has changed. */
export function countLots(seat: Seat): void {
  const { base, market } = seat;
  if (market === undefined) return;
  const isSmall = base.high === 0 && base.rest === undefined && market.perLot.near <= Number.MAX_SAFE_INTEGER;
  const lots = isSmall ? Math.trunc(base.low / market.perLot.near) : base.decimal.div(market.pair.grid.lot).trunc().toNumber();
  // Adding 0 turns minus zero into zero.
  seat.positionLots = lots + 0;
}
