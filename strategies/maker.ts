import { EMA, p, strategy } from '#kit';

export default strategy({
  about: 'One bid and one ask around a smoothed mid, leaning against inventory.',
  params: {
    spreadBps: p.decimal('25', { min: '1', max: '1000', unit: 'bps', about: 'Distance from bid to ask.' }),
    size: p.decimal('0.005', { min: '0', unit: 'base', about: 'Amount of each order.' }),
    smooth: p.int(20, { min: 1, max: 10_000, unit: 'books', about: 'Books over which the mid is smoothed.' }),
    maxBase: p.decimal('0.05', { min: '0', unit: 'base', about: 'Position at which only the reducing side is quoted.' }),
    moveBps: p.decimal('2', { min: '0', max: '100', unit: 'bps', about: 'Resting quotes stay while the fair price moves by less.' }),
  },
  setup({ spreadBps, size, smooth, maxBase, moveBps }) {
    const ema = new EMA(smooth);
    const halfShare = spreadBps.toNumber() / 20_000;
    const moveShare = moveBps.toNumber() / 10_000;
    let quotedAt: number | undefined;
    let quotedLoad = 0;

    return {
      onBook(book, ctx) {
        const midTicks = book.midTicks;
        if (midTicks === undefined) return;
        ema.add(midTicks);
        const smoothed = ema.value;
        if (!ema.isStable || smoothed === undefined) return;

        // A signal: how much of the allowed inventory is in use, from -1 to 1.
        const load = maxBase.isZero() ? 0 : clamp(ctx.position.amount.div(maxBase).toNumber());
        const half = smoothed * halfShare;
        const fair = smoothed - half * load;
        ctx.plot('fair', fair * book.grid.tick.toNumber());
        // Moving a quote gives up its place in the queue, so small moves are let pass.
        const settled = quotedAt !== undefined && Math.abs(fair - quotedAt) < fair * moveShare && Math.abs(load - quotedLoad) < 0.1;
        if (settled && ctx.orders.length > 0) return;
        quotedAt = fair;
        quotedLoad = load;

        const bid = { side: 'Buy', price: book.priceAt(fair - half, 'down'), amount: size } as const;
        const ask = { side: 'Sell', price: book.priceAt(fair + half, 'up'), amount: size } as const;
        ctx.quote(load >= 1 ? [ask] : load <= -1 ? [bid] : [bid, ask]);
      },
      onFill() {
        // What was filled is quoted again, at once and around the new inventory.
        quotedAt = undefined;
      },
      onWarning(warning, ctx) {
        // Without a sound book there is no fair price: pull the quotes until it is back.
        if (warning.kind === 'recovered' || warning.kind === 'poll-failed') return;
        quotedAt = undefined;
        ctx.quote([]);
      },
    };
  },
});

function clamp(value: number): number {
  return Math.max(-1, Math.min(1, value));
}
