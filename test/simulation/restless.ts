import { type BookView, Decimal, p, strategy, type StrategyContext } from '../../src/engine/kit.ts';

/** The most orders that it wants to have. */
const MOST_ORDERS = 4;

/** Does a bit of everything, at random and all the time: what it wants makes no sense, what becomes of it has to. */
export const restless = strategy({
  about: 'Places, moves, cancels and converts at random.',
  params: {
    size: p.decimal('0.01', { min: '0', unit: 'base', about: 'Amount of an order.' }),
    busy: p.decimal('0.6', { min: '0', max: '1', about: 'Share of the seconds in which it does something.' }),
  },
  setup({ size, busy }) {
    const wants = (book: BookView, ctx: StrategyContext): void => {
      const { bestBidTicks, bestAskTicks } = book;
      if (bestBidTicks === undefined || bestAskTicks === undefined) return;
      const isBuy = ctx.random.int(2) === 0;
      // Mostly at the touch or behind it, now and then across.
      const away = (ctx.random.int(30) - 3) / 10_000;
      const ticks = isBuy ? bestBidTicks * (1 - away) : bestAskTicks * (1 + away);
      const price = book.priceAt(ticks, isBuy ? 'down' : 'up');
      const amount = size.times(50 + ctx.random.int(100)).div(100);
      ctx.place({ side: isBuy ? 'Buy' : 'Sell', price, amount });
    };
    const convert = (ctx: StrategyContext): void => {
      const { base, quote } = ctx.pair;
      const isBuy = ctx.random.int(2) === 0;
      ctx.convert({
        fromCurrency: isBuy ? quote : base,
        toCurrency: isBuy ? base : quote,
        fromAmount: isBuy ? new Decimal(20 + ctx.random.int(2000) / 100) : size.toDecimalPlaces(8),
      });
    };
    return {
      onTimer(ctx) {
        if (ctx.book === undefined || ctx.random.next() > busy.toNumber()) return;
        const { orders } = ctx;
        const chance = ctx.random.int(10);
        if (chance < 5 && orders.length < MOST_ORDERS) wants(ctx.book, ctx);
        else if (chance < 9 && orders.length > 0) ctx.cancel(orders[ctx.random.int(orders.length)]!.intentId);
        else if (chance === 9) convert(ctx);
      },
    };
  },
});
