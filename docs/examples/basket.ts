import { p, strategy } from 'sluice';

/** Basket. Each of its markets is to be worth the same; at times it buys what is worth less, and sells what is worth more. */
export default strategy({
  about: 'Keeps equal worths of several currencies.',
  markets: 'any',
  params: {
    total: p.decimal('900', { min: '0', unit: 'quote', about: 'What all of them are to be worth.' }),
    bandBps: p.int(300, { min: 1, unit: 'bps', about: 'How far one may drift from its share.' }),
    at: p.schedule('0 8 * * *', { about: 'When it looks.' }),
  },
  setup({ total, bandBps, at }) {
    return {
      onTimer(ctx) {
        if (!ctx.isFresh || ctx.liveOrders > 0 || !ctx.isDue(at)) return;
        const markets = Object.values(ctx.markets);
        const share = total.div(markets.length);
        for (const market of markets) {
          const drift = share.minus(market.worth);
          const worth = drift.abs();
          const side = drift.gt(0) ? 'Buy' : 'Sell';
          if (worth.times(10_000).gt(share.times(bandBps))) market.place({ kind: 'market', side, worth });
        }
      },
    };
  },
});
