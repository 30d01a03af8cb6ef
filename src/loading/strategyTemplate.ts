/** What `sluice strategies new` writes: a strategy that works as it is. */
export function strategyTemplate(about: string): string {
  return `import { EMA, p, strategy } from 'sluice';

export default strategy({
  about: ${JSON.stringify(about)},
  params: {
    spreadBps: p.decimal('40', { min: '1', max: '1000', unit: 'bps', about: 'Distance from bid to ask. It has to pay for two fees.' }),
    size: p.decimal('0.005', { min: '0', unit: 'base', isOrderSize: true, about: 'Amount of each order.' }),
    smooth: p.int(20, { min: 1, max: 10_000, unit: 'books', about: 'Books over which the mid is smoothed.' }),
    minMoveBps: p.decimal('4', { min: '0', max: '100', unit: 'bps', about: 'Orders stay while the smoothed mid moves by less.' }),
    maxBase: p.decimal('0.05', { min: '0', unit: 'base', about: 'Position at which only the side that makes it smaller is quoted.' }),
  },
  setup({ spreadBps, size, smooth, minMoveBps, maxBase }) {
    const ema = new EMA(smooth); // State lives here: each instance has its own.
    const halfShare = spreadBps.toNumber() / 20_000;
    const moveShare = minMoveBps.toNumber() / 10_000;
    let centre: number | undefined;

    return {
      onBook(book, ctx) {
        if (book.midTicks === undefined) return; // A side is empty.
        ema.add(book.midTicks);
        if (!ema.isStable || ema.value === undefined) return;

        // An order that moves costs a request and its place in the queue.
        if (centre === undefined || Math.abs(ema.value - centre) >= centre * moveShare) centre = ema.value;
        const half = centre * halfShare;
        const bid = { side: 'Buy', price: book.priceAt(centre - half, 'down'), amount: size } as const;
        const ask = { side: 'Sell', price: book.priceAt(centre + half, 'up'), amount: size } as const;

        // What should be resting. The desk sends only what differs from what rests already.
        const held = ctx.position.amount;
        ctx.quote(held.gte(maxBase) ? [ask] : held.lte(maxBase.neg()) ? [bid] : [bid, ask]);
      },
    };
  },
});
`;
}
