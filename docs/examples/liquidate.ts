import { p, strategy } from 'sluice';

/**
 * Liquidation of a holding as a share of the traded volume. The desk counts the volume, sells its share, and goes on with it after
 * a restart; the key keeps it from being placed again.
 */
export default strategy({
  about: 'Sells a holding little by little, as a share of the volume.',
  params: {
    amount: p.decimal('0.5', { min: '0', unit: 'base', about: 'What is to be sold in all.' }),
    share: p.decimal('0.05', { min: '0', max: '0.5', about: 'Its share of the volume.' }),
    floor: p.decimal('1000', { min: '0', unit: 'quote', about: 'It does not sell below this price.' }),
  },
  setup({ amount, share, floor }) {
    return {
      onStart(ctx) {
        ctx.place({ side: 'Sell', kind: 'pov', amount, share, limit: floor, once: 'all of it' });
      },
      onOrder(order, ctx) {
        if (order.state === 'done') ctx.alert(order.waitsFor);
      },
    };
  },
});
