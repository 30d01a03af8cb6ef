import { EMA, p, strategy } from 'sluice';

/**
 * Momentum with a trailing stop. It buys when the fast average of candles crosses the slow one upwards. The desk keeps the stop,
 * over restarts too; it follows the bid and sells when that falls by so much from its highest.
 */
export default strategy({
  about: 'Buys when a fast average crosses a slow one, with a trailing stop.',
  params: {
    fast: p.int(4, { min: 1, unit: 'candles', about: 'Length of the fast average.' }),
    slow: p.int(16, { min: 2, unit: 'candles', about: 'Length of the slow average.' }),
    candle: p.text('15m', { about: 'The length of a candle.' }),
    amount: p.decimal('0.01', { min: '0', unit: 'base', isOrderSize: true, about: 'What it buys.' }),
    trailBps: p.int(150, { min: 1, unit: 'bps', about: 'How far the bid may fall from its highest.' }),
  },
  setup({ fast, slow, candle, amount, trailBps }, { context }) {
    const bars = context.candles(candle);
    const quick = bars.use(new EMA(fast));
    const calm = bars.use(new EMA(slow));
    let wasAbove = true; // The first crossing counts, and not where the averages begin.

    return {
      onCandle(_candle, ctx) {
        const isAbove = quick.value! > calm.value!;
        const isFree = ctx.isFresh && ctx.deskOrders.length === 0 && ctx.position.amount.lt(ctx.pair.minVolume);
        if (isAbove && !wasAbove && isFree) {
          ctx.place({
            kind: 'bracket',
            side: 'Buy',
            amount,
            entry: { kind: 'market' },
            exits: [{ kind: 'trailing-stop', trailBps }],
          });
        }
        wasAbove = isAbove;
      },
    };
  },
});
