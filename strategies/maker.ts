import { type BookView, EMA, p, strategy, type StrategyContext } from '#kit';

/** How many levels of each side tell on which one more is wanted. */
const LEVELS = 5;

export default strategy({
  about: 'One bid and one ask around a smoothed mid, leaning against inventory; wider in a fast market and with the order flow, if wanted.',
  params: {
    spreadBps: p.decimal('25', { min: '1', max: '1000', unit: 'bps', about: 'Distance from bid to ask.' }),
    size: p.decimal('0.005', { min: '0', unit: 'base', isOrderSize: true, about: 'Amount of each order.' }),
    smooth: p.int(20, { min: 1, max: 10_000, unit: 'books', about: 'Books over which the mid is smoothed.' }),
    maxBase: p.decimal('0.05', { min: '0', unit: 'base', about: 'Position at which only the reducing side is quoted.' }),
    moveBps: p.decimal('2', { min: '0', max: '100', unit: 'bps', about: 'Resting quotes stay while the fair price moves by less.' }),
    volatilityTimes: p.decimal('0', {
      min: '0',
      max: '100',
      about: 'The spread is at least so many times what the mid moves from book to book (root mean square); 0 takes no account of it.',
    }),
    flowBps: p.decimal('0', {
      min: '0',
      max: '1000',
      unit: 'bps',
      about: 'By how much the fair price moves when all order flow goes one way; 0 takes no account of it.',
    }),
    flowWindow: p.text('30s', { about: 'Over how long order flow counts.' }),
    imbalanceBps: p.decimal('0', {
      min: '0',
      max: '1000',
      unit: 'bps',
      about: 'By how much the fair price moves when all of the best five levels is on one side; 0 takes no account of it.',
    }),
  },
  setup({ spreadBps, size, smooth, maxBase, moveBps, volatilityTimes, flowBps, flowWindow, imbalanceBps }, { context }) {
    const ema = new EMA(smooth);
    const squares = new EMA(smooth);
    const flow = flowBps.isZero() ? undefined : context.orderFlow(flowWindow);
    const [flowShare, imbalanceShare] = [flowBps.toNumber() / 10_000, imbalanceBps.toNumber() / 10_000];
    const volatilityFactor = volatilityTimes.toNumber();
    let lastMid: number | undefined;
    const halfShare = spreadBps.toNumber() / 20_000;
    const moveShare = moveBps.toNumber() / 10_000;
    const limit = maxBase.toNumber();
    const tick = context.pair.grid.tick.toNumber();
    const lot = context.pair.grid.lot.toNumber();
    let quoted: { readonly fair: number; readonly half: number; readonly load: number } | undefined;

    /** Where buyers or sellers press the price to, as a share of it. */
    function pressureOf(book: BookView): number {
      const byFlow = flow?.isStable === true ? flow.pressure * flowShare : 0;
      return imbalanceShare === 0 ? byFlow : byFlow + (book.imbalance(LEVELS) ?? 0) * imbalanceShare;
    }

    function quoteAround(smoothed: number, book: BookView, ctx: StrategyContext): void {
      const { bestBidTicks, bestAskTicks } = book;
      if (bestBidTicks === undefined || bestAskTicks === undefined) return;
      // How much of the allowed inventory is in use, from -1 to 1. The more there is, the further the quotes lean against it.
      const load = limit === 0 ? 0 : clamp((ctx.positionLots * lot) / limit);
      const half = smoothed * Math.max(halfShare, (volatilityFactor * Math.sqrt(squares.value ?? 0)) / 2);
      const fair = smoothed - half * load + smoothed * pressureOf(book);
      ctx.plot('fair', fair * tick);

      // Moving a quote gives up its place in the queue, so small moves are ignored.
      const mayMove = fair * moveShare;
      const isNear =
        quoted !== undefined &&
        Math.abs(fair - quoted.fair) < mayMove &&
        Math.abs(half - quoted.half) <= mayMove &&
        Math.abs(load - quoted.load) < 0.1;
      if (isNear && ctx.liveOrders > 0) return;
      quoted = { fair, half, load };

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
        if (lastMid !== undefined) squares.add((midTicks / lastMid - 1) ** 2);
        lastMid = midTicks;
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
