import { p, strategy } from 'sluice';

const MINUTES_A_DAY = 1440;

/**
 * Liquidation of a holding as a share of the traded volume. Once a minute it offers its share of a minute's volume at the best
 * bid. What was sold is the position, which restarts know.
 */
export default strategy({
  about: 'Sells a holding little by little, as a share of the volume.',
  params: {
    amount: p.decimal('0.5', { min: '0', unit: 'base', about: 'What is to be sold in all.' }),
    share: p.decimal('0.05', { min: '0', max: '0.5', about: 'Its share of the volume.' }),
    floor: p.decimal('1000', { min: '0', unit: 'quote', about: 'It does not sell below this price.' }),
    at: p.schedule('every 60s', { about: 'When it sells a part.' }),
  },
  setup({ amount, share, floor, at }) {
    return {
      onTimer(ctx) {
        const bid = ctx.book?.bestBid;
        if (!ctx.isFresh || bid === undefined || bid.lt(floor) || ctx.statistics === undefined) return;
        if (ctx.liveOrders > 0) {
          // What the last part has left over is not executed any more.
          for (const { intentId } of ctx.orders) ctx.cancel(intentId);
          return;
        }
        const left = amount.plus(ctx.position.amount);
        const part = ctx.statistics.baseVolume.div(MINUTES_A_DAY).times(share);
        const now = part.lt(left) ? part : left;
        if (now.lt(ctx.pair.minVolume) || !ctx.isDue(at)) return;
        ctx.place({ side: 'Sell', price: bid, amount: now });
        ctx.plot('left', left.minus(now).toNumber());
      },
    };
  },
});
