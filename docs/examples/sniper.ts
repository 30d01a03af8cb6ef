import { p, strategy } from 'sluice';

/**
 * Sniper on the spread. While the spread is narrow it does nothing. When it opens, one bid stands inside it; what that bought is
 * offered a little above what it cost.
 */
export default strategy({
  about: 'Buys inside a wide spread, and sells what it bought a little higher.',
  params: {
    wideBps: p.int(8, { min: 1, unit: 'bps', about: 'From here on a spread is wide.' }),
    gainBps: p.int(15, { min: 1, unit: 'bps', about: 'By how much higher it sells.' }),
    amount: p.decimal('0.005', { min: '0', unit: 'base', isOrderSize: true, about: 'Amount of a bid.' }),
  },
  setup({ wideBps, gainBps, amount }) {
    return {
      onBook(book, ctx) {
        const { amount: held, averagePrice } = ctx.position;
        if (held.gte(ctx.pair.minVolume) && averagePrice !== undefined) {
          ctx.quote([{ side: 'Sell', price: averagePrice.times(1 + gainBps / 10_000), amount: held }]);
          return;
        }
        const { bestBidTicks, midTicks, spreadBps = 0 } = book;
        if (bestBidTicks === undefined || midTicks === undefined || spreadBps < wideBps) {
          ctx.quote([]);
          return;
        }
        ctx.quote([{ side: 'Buy', price: book.priceAt((bestBidTicks + midTicks) / 2, 'down'), amount }]);
      },
      onWarning(warning, ctx) {
        if (warning.kind !== 'recovered') ctx.quote([]);
      },
    };
  },
});
