import { p, strategy, ZScore } from 'sluice';

/**
 * Mean reversion. When the price has closed far below its mean, it buys; when it is back at the mean, it sells. A stop bounds what
 * is lost when the price does not come back.
 */
export default strategy({
  about: 'Buys far below the mean of the last candles, and sells at the mean.',
  params: {
    candle: p.text('5m', { about: 'The length of a candle.' }),
    looks: p.int(24, { min: 2, unit: 'candles', about: 'Over how many the mean is taken.' }),
    far: p.decimal('2', { min: '0', about: 'How many standard deviations are far.' }),
    amount: p.decimal('0.01', { min: '0', unit: 'base', isOrderSize: true, about: 'What it buys.' }),
    lossBps: p.int(150, { min: 1, unit: 'bps', about: 'Where it gives up.' }),
  },
  setup({ candle, looks, far, amount, lossBps }, { context }) {
    const score = context.candles(candle).use(new ZScore(looks));

    return {
      onCandle(_candle, ctx) {
        const isHeld = ctx.position.amount.gte(ctx.pair.minVolume);
        if (!ctx.isFresh) return;
        if (!isHeld && ctx.deskOrders.length === 0 && far.lte(-score.value!)) {
          ctx.place({ kind: 'bracket', side: 'Buy', amount, entry: { kind: 'market' }, exits: [{ kind: 'stop', lossBps }] });
        } else if (isHeld && score.value! >= 0) {
          ctx.place({ kind: 'market', amount: 'position' });
        }
      },
    };
  },
});
