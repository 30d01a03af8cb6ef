/** What `sluice strategies new` writes: a strategy that works as it is. */
export function strategyTemplate(about: string): string {
  return `import { EMA, p, strategy } from 'sluice';

export default strategy({
  about: ${JSON.stringify(about)},
  params: {
    spreadBps: p.decimal('40', { min: '1', max: '1000', unit: 'bps', about: 'Distance from bid to ask.' }),
    size: p.decimal('0.005', { min: '0', unit: 'base', about: 'Amount of each order.' }),
    smooth: p.int(20, { min: 1, max: 10_000, unit: 'books', about: 'Books over which the mid is smoothed.' }),
  },
  setup({ spreadBps, size, smooth }) {
    const ema = new EMA(smooth); // State lives here: each instance has its own.

    return {
      onBook(book, ctx) {
        if (book.midTicks === undefined) return; // A side is empty.
        ema.add(book.midTicks);
        if (!ema.isStable || ema.value === undefined) return;
        const half = (ema.value * spreadBps.toNumber()) / 20_000;

        // What should be resting. The desk sends only what differs from what rests already.
        ctx.quote([
          { side: 'Buy', price: book.priceAt(ema.value - half, 'down'), amount: size },
          { side: 'Sell', price: book.priceAt(ema.value + half, 'up'), amount: size },
        ]);
      },
    };
  },
});
`;
}
