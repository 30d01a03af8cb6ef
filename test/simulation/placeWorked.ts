import type { Decimal } from '../../src/base/decimal.ts';
import type { DeskOrder, NewOrder, StrategyContext } from '../../src/engine/kit.ts';

const LEAST_MS = 20_000;
const MORE_MS = 120_000;

/** The names under which a strategy keeps its counter, and what was told of each worked order that is done. */
const COUNTER = 'worked';
export const DONE = 'done ';

/** Places the next worked order, of any kind. It is known by its tag, its number and its amount, which is its key too: so none is placed twice. */
export function placeWorked(ctx: StrategyContext, size: Decimal, side: 'Buy' | 'Sell'): void {
  const { random, pair, book } = ctx;
  if (book?.bestBid === undefined || book.bestAsk === undefined) return;
  const number = Number(ctx.state.get(COUNTER) ?? '0') + 1;
  ctx.state.set(COUNTER, String(number));
  const { lot } = pair.grid;
  const amount = lot.times(Math.floor((size.div(lot).toNumber() * (50 + random.int(300))) / 100));
  if (amount.lt(pair.minVolume)) return;
  const tag = `${number} of ${amount.toFixed()}`;
  const until = ctx.now + LEAST_MS + random.int(MORE_MS);
  const near = side === 'Buy' ? book.bestBid : book.bestAsk;
  const far = side === 'Buy' ? book.bestAsk : book.bestBid;
  const show = amount.div(1 + random.int(4));
  const ways: readonly NewOrder[] = [
    { side, amount, kind: 'twap', over: LEAST_MS + random.int(MORE_MS), ...(random.int(2) === 0 && { limit: far }) },
    { side, amount, kind: 'pov', share: 0.02 + random.next() / 2, until },
    { side, amount, kind: 'iceberg', show: show.lt(pair.minVolume) ? amount : show, price: random.int(2) === 0 ? near : far, until },
    { side, amount, kind: 'peg', offsetTicks: random.int(5) - 2, limit: far, until },
  ];
  ctx.place({ ...ways[random.int(ways.length)]!, tag, once: tag });
}

/** Closes the position by a worked order. */
export function closeWorked({ random, book, pair, now, place }: StrategyContext): void {
  if (book?.bestBid === undefined || book.bestAsk === undefined) return;
  const until = now + LEAST_MS + random.int(MORE_MS);
  const ways: readonly NewOrder[] = [
    { amount: 'position', kind: 'twap', over: LEAST_MS + random.int(MORE_MS) },
    { amount: 'position', kind: 'iceberg', show: pair.minVolume.times(1 + random.int(20)), price: book.bestBid, until },
    { amount: 'position', kind: 'peg', offsetTicks: random.int(3), limit: book.bestBid, until },
  ];
  place(ways[random.int(ways.length)]!);
}

/** Writes down what was told of a worked order that is done. */
export function noteDone({ state, worked, tag, filled }: DeskOrder, ctx: StrategyContext): void {
  if (state === 'done' && worked !== undefined && tag !== undefined) ctx.state.set(DONE + tag, filled.toFixed());
}
