import { type BookView, EMA, p, strategy, type StrategyContext } from '#kit';

export default strategy({
  about: 'One bid and one ask around a smoothed mid, leaning against inventory.',
  params: {
    spreadBps: p.decimal('25', { min: '1', max: '1000', unit: 'bps', about: 'Distance from bid to ask.' }),
    size: p.decimal('0.005', { min: '0', unit: 'base', about: 'Amount of each order.' }),
    smooth: p.int(20, { min: 1, max: 10_000, unit: 'books', about: 'Books over which the mid is smoothed.' }),
    maxBase: p.decimal('0.05', { min: '0', unit: 'base', about: 'Position at which only the reducing side is quoted.' }),
    moveBps: p.decimal('2', { min: '0', max: '100', unit: 'bps', about: 'Resting quotes stay while the fair price moves by less.' }),
  },
  setup({ spreadBps, size, smooth, maxBase, moveBps }, { context }) {
    const ema = new EMA(smooth);
    const halfShare = spreadBps.toNumber() / 20_000;
    const moveShare = moveBps.toNumber() / 10_000;
    const limit = maxBase.toNumber();
    const tick = context.pair.grid.tick.toNumber();
    const lot = context.pair.grid.lot.toNumber();
    let quoted: { readonly fair: number; readonly load: number } | undefined;

    function quoteAround(smoothed: number, book: BookView, ctx: StrategyContext): void {
      const { bestBidTicks, bestAskTicks } = book;
      if (bestBidTicks === undefined || bestAskTicks === undefined) return;
      // How much of the allowed inventory is in use, from -1 to 1. The more there is, the further the quotes lean against it.
      const load = limit === 0 ? 0 : clamp((ctx.positionLots * lot) / limit);
      const half = smoothed * halfShare;
      const fair = smoothed - half * load;
      ctx.plot('fair', fair * tick);

      // Moving a quote gives up its place in the queue, so small moves are ignored.
      const isNear = quoted !== undefined && Math.abs(fair - quoted.fair) < fair * moveShare && Math.abs(load - quoted.load) < 0.1;
      if (isNear && ctx.liveOrders > 0) return;
      quoted = { fair, load };

      // A maker does not take, so each quote stays on its side of the touch where the average lags behind.
      const bidTicks = Math.min(fair - half, bestAskTicks - 1);
      const askTicks = Math.max(fair + half, bestBidTicks + 1);
      const bid = { side: 'Buy', price: book.priceAt(bidTicks, 'down'), amount: size } as const;
      const ask = { side: 'Sell', price: book.priceAt(askTicks, 'up'), amount: size } as const;
      ctx.quote(load >= 1 ? [ask] : load <= -1 ? [bid] : [bid, ask]);
    }

    return {
      onBook(book, ctx) {
        const { midTicks } = book;
        if (midTicks === undefined) return;
        const smoothed = ema.add(midTicks);
        if (ema.isStable) quoteAround(smoothed, book, ctx);
      },
      onFill(_fill, ctx) {
        if (quoted === undefined || ctx.book === undefined || ema.value === undefined) return;
        // Quote at once, around the new inventory: the fill may be part of a sweep that goes on.
        quoted = undefined;
        quoteAround(ema.value, ctx.book, ctx);
      },
      onWarning(warning, ctx) {
        // Without a sound book there is no fair price, so pull the quotes until it is back.
        if (warning.kind === 'recovered' || warning.kind === 'poll-failed') return;
        quoted = undefined;
        ctx.quote([]);
      },
    };
  },
});

function clamp(value: number): number {
  return Math.max(-1, Math.min(1, value));
}
