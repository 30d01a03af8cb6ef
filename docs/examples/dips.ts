import { dec, p, strategy } from 'sluice';

/**
 * Accumulation on dips. It buys when the mid has fallen by so much from its high, and counts the next dip from there. The high is
 * kept over restarts, so that no dip is bought twice.
 */
export default strategy({
  about: 'Buys a fixed amount at each dip below the high, up to a position.',
  params: {
    dipBps: p.int(60, { min: 1, unit: 'bps', about: 'Depth of a dip.' }),
    amount: p.decimal('0.002', { min: '0', unit: 'base', isOrderSize: true, about: 'Bought at each dip.' }),
    most: p.decimal('0.05', { min: '0', unit: 'base', about: 'The position at which it stops.' }),
  },
  setup({ dipBps, amount, most }) {
    return {
      onBook({ mid }, ctx) {
        if (mid === undefined || !ctx.isFresh) return;
        const high = dec(ctx.state.get('high') ?? mid.toFixed());
        const isDip = mid.lte(high.times(1 - dipBps / 10_000));
        if (mid.lt(high) && !isDip) return;

        const mayBuy = ctx.liveOrders === 0 && ctx.position.amount.plus(amount).lte(most);
        if (isDip && (!mayBuy || ctx.place({ side: 'Buy', amount }) === undefined)) return;
        ctx.state.set('high', mid.toFixed());
      },
    };
  },
});
