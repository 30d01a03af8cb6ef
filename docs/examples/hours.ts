import { p, strategy } from 'sluice';

/** Time of day. It holds an amount between two hours of the day, in UTC, and nothing outside of them. */
export default strategy({
  about: 'Holds an amount between two hours of the day.',
  params: {
    from: p.int(8, { min: 0, max: 23, unit: 'h UTC', about: 'The hour in which it buys.' }),
    to: p.int(16, { min: 1, max: 24, unit: 'h UTC', about: 'The hour in which it sells.' }),
    amount: p.decimal('0.01', { min: '0', unit: 'base', about: 'What it holds between them.' }),
  },
  setup({ from, to, amount }) {
    return {
      onBook(_book, ctx) {
        if (!ctx.isFresh || ctx.liveOrders > 0) return;
        const hour = new Date(ctx.now).getUTCHours();
        const isInside = hour >= from && hour < to;
        const held = ctx.position.amount;

        // What fees and rounding leave out of the amount is not bought again.
        if (isInside && held.lt(amount.div(2))) ctx.place({ side: 'Buy', amount });
        else if (!isInside && held.gte(ctx.pair.minVolume)) ctx.place({ side: 'Sell', amount: held });
      },
    };
  },
});
