import { p, strategy, type WorkedOrder } from '#kit';

export default strategy({
  about: 'Buys or sells an amount in parts: over a time, as a share of the volume, a little at a time, or at the best price of its side.',
  params: {
    kind: p.pick(['twap', 'pov', 'iceberg', 'peg'], 'twap', {
      about: 'How: over a time, by volume, a visible part at a price, or at the best price.',
    }),
    side: p.pick(['Buy', 'Sell'], 'Buy', { about: 'Which way.' }),
    amount: p.decimal('0.1', { min: '0.000000000001', unit: 'base', isOrderSize: 'in parts', about: 'How much in all.' }),
    limit: p.maybe(
      p.decimal('50000', { min: '0.000000000001', unit: 'quote', about: 'The worst price; the price of an iceberg. A peg needs it too.' }),
    ),
    over: p.duration('1h', { min: '1s', max: '8760h', about: 'A TWAP: in which time.' }),
    share: p.decimal('0.05', { min: '0.0001', max: '1', about: 'A POV: its share of what is traded; 0.05 is 5 %.' }),
    show: p.decimal('0.01', {
      min: '0.000000000001',
      unit: 'base',
      isOrderSize: ({ kind }) => kind === 'iceberg',
      about: 'An iceberg: how much is visible.',
    }),
    offsetTicks: p.int(0, { about: 'A peg: so many ticks behind the best price; below 0 before it.' }),
    within: p.maybe(
      p.duration('24h', { min: '1s', about: 'What is not done after this time is left. Without it, only a TWAP ends by itself.' }),
    ),
    key: p.text('1', { about: 'The order is placed once for each key: another one places it anew.' }),
  },
  setup({ kind, side, amount, limit, over, share, show, offsetTicks, within, key }) {
    const atMost = limit === undefined ? {} : { limit };
    // Without its price or its limit, an iceberg or a peg is refused, which is told.
    const ways: Record<typeof kind, WorkedOrder> = {
      twap: { kind: 'twap', over, ...atMost },
      pov: { kind: 'pov', share, ...atMost },
      iceberg: { kind: 'iceberg', show, price: limit! },
      peg: { kind: 'peg', offsetTicks, limit: limit! },
    };

    return {
      onStart(ctx) {
        const until = within === undefined ? {} : { until: ctx.now + within };
        ctx.place({ side, amount, once: key, ...until, ...ways[kind] });
      },
      onOrder(order, ctx) {
        if (order.state === 'done') ctx.alert(`${order.kind} ${order.waitsFor}`);
      },
    };
  },
});
