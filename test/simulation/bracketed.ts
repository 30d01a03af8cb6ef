import { type DeskOrder, p, strategy, type ExitOrder, type StrategyContext } from '../../src/engine/kit.ts';
import { closeWorked, noteDone, placeWorked } from './placeWorked.ts';

/** The most orders that the desk keeps for it at once. */
const MOST_KEPT = 3;

/** Places brackets, stops, trailing stops and worked orders all the time, changes and cancels some. It never sells but through its exits. */
export const bracketed = strategy({
  about: 'Brackets at random.',
  params: { size: p.decimal('0.01', { min: '0', unit: 'base', about: 'Amount of an order.' }) },
  setup: ({ size }) => ({
    onTimer(ctx) {
      const { book, deskOrders, random } = ctx;
      if (book?.bestBid === undefined || book.bestAsk === undefined || random.int(3) > 0) return;
      if (deskOrders.length > 0 && random.int(20) === 0) ctx.cancel(deskOrders[random.int(deskOrders.length)]!.id);
      if (deskOrders.length > 0 && random.int(6) === 0) amendOne(ctx, deskOrders[random.int(deskOrders.length)]!);
      if (deskOrders.length >= MOST_KEPT) return;
      if (ctx.positionLots > 0 && random.int(6) === 0) {
        ctx.place({ kind: 'trailing-stop', amount: 'position', trailBps: 2 + random.int(8) });
        return;
      }
      if (ctx.positionLots > 0 && random.int(8) === 0) return closeWorked(ctx);
      if (random.int(6) === 0) return placeWorked(ctx, size, 'Buy');
      const amount = size.times(50 + random.int(100)).div(100);
      const stop: ExitOrder =
        random.int(2) === 0 ? { kind: 'stop', lossBps: 1 + random.int(8) } : { kind: 'trailing-stop', trailBps: 1 + random.int(8) };
      const exits: readonly ExitOrder[] = [stop, { kind: 'take-profit', gainBps: 1 + random.int(8) }];
      const price = book.bestBidTicks! * (1 - random.int(4) / 10_000);
      const until = ctx.now + 5000 + random.int(30_000);
      const kinds = [
        { kind: 'market' },
        { kind: 'ioc', price: book.bestAsk },
        { kind: 'limit', price: book.priceAt(price, 'down') },
      ] as const;
      ctx.place({ kind: 'bracket', side: 'Buy', amount, until, entry: kinds[random.int(kinds.length)]!, exits });
    },
    onOrder: noteDone,
  }),
});

/** Moves an order somewhere near the book. What can't be changed is refused. The amount of a worked order stays: it is in its tag. */
function amendOne(ctx: StrategyContext, { id, kind, amount, worked }: DeskOrder): void {
  const { book, random } = ctx;
  const price = book!.priceAt(book!.bestBidTicks! * (1 - random.int(6) / 10_000), 'down');
  if (kind === 'trailing-stop') ctx.amend(id, { trailBps: 2 + random.int(8) });
  else if (kind === 'twap' || kind === 'pov' || kind === 'peg') ctx.amend(id, { limit: price });
  else if (worked !== undefined || amount === undefined || random.int(2) === 0) ctx.amend(id, { price });
  else ctx.amend(id, { price, amount: amount.times(60 + random.int(80)).div(100) });
}
