import { p, strategy, ZScore } from 'sluice';

/**
 * Pairs. Two markets that go together: when their ratio is far from its mean, it buys the cheap one, and sells the dear one if it
 * holds any. It is never short.
 */
export default strategy({
  about: 'Holds the cheaper one of two markets that go together.',
  markets: ['left', 'right'],
  params: {
    looks: p.int(120, { min: 2, unit: 'looks', about: 'Over how many looks, about a second apart, the mean is taken.' }),
    far: p.decimal('2', { min: '0', about: 'How many standard deviations are far.' }),
    worth: p.decimal('250', { min: '0', unit: 'quote', isOrderSize: true, about: 'What it buys for.' }),
  },
  setup({ looks, far, worth }, { context }) {
    const { left, right } = context.markets;
    const score = new ZScore(looks);

    return {
      onTimer(ctx) {
        if (!ctx.isFresh) return;
        const [a, b] = [left.book?.midTicks, right.book?.midTicks];
        if (a === undefined || b === undefined) return;
        const z = score.add(Math.log(a / b));
        if (!score.isStable || far.gt(Math.abs(z)) || ctx.liveOrders > 0) return;

        const [cheap, dear] = z < 0 ? [left, right] : [right, left];
        if (cheap.deskOrders.length > 0 || dear.deskOrders.length > 0) return;
        if (dear.position.amount.gte(dear.pair.minVolume)) dear.place({ kind: 'market', amount: 'position' });
        else if (cheap.position.amount.lt(cheap.pair.minVolume)) cheap.place({ kind: 'market', side: 'Buy', worth });
      },
    };
  },
});
