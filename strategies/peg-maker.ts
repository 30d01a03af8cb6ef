import { type BookView, dec, Decimal, p, strategy, type StrategyContext, type WantedQuote } from '#kit';

export default strategy({
  about: 'Bids below a peg and offers above it, on several levels, within a limit of inventory; it steps back while the peg does not hold.',
  params: {
    peg: p.maybe(
      p.decimal('1', {
        min: '0.000000000001',
        unit: 'quote',
        about: 'The price that one unit of base comes back to; the first mid that it sees, in the life of the strategy, when left out.',
      }),
    ),
    halfBps: p.decimal('4', { min: '0.01', max: '1000', unit: 'bps', about: 'From the peg to the nearest quote of either side.' }),
    levels: p.int(3, { min: 1, max: 50, about: 'Orders on each side.' }),
    stepBps: p.decimal('3', { min: '0.01', max: '1000', unit: 'bps', about: 'Distance between two of them.' }),
    size: p.decimal('200', { min: '0', unit: 'base', isOrderSize: true, about: 'Amount of each order.' }),
    maxBase: p.decimal('2000', { min: '0', unit: 'base', about: 'What may be bought or sold beyond an even position.' }),
    depegBps: p.decimal('50', { min: '1', max: '5000', unit: 'bps', about: 'The peg does not hold while the mid is so far from it.' }),
    calm: p.duration('10m', { min: '0s', about: 'It is back when the mid has been within half of that for so long.' }),
  },
  setup({ peg, halfBps, levels, stepBps, size, maxBase, depegBps, calm }) {
    /** When the mid was last too far away to trade, or undefined while the peg holds. */
    let depeggedAt: number | undefined;

    /** The peg that is given, or the first mid, which later lives keep. */
    function pegOf(mid: Decimal, ctx: StrategyContext): Decimal {
      if (peg !== undefined) return peg;
      const first = ctx.state.get('first mid') ?? mid.toFixed();
      ctx.state.set('first mid', first);
      return dec(first);
    }

    function holds(mid: Decimal, centre: Decimal, ctx: StrategyContext): boolean {
      const off = mid.minus(centre).abs().div(centre).times(10_000);
      if (off.gte(depegBps)) {
        if (depeggedAt === undefined) ctx.alert(`${ctx.symbol} has left its peg of ${centre}; quotes are pulled until it is back`);
        depeggedAt = ctx.now;
      } else if (depeggedAt !== undefined && off.gte(depegBps.div(2))) depeggedAt = ctx.now;
      else if (depeggedAt !== undefined && ctx.now - depeggedAt >= calm) {
        ctx.log(`${ctx.symbol} is back at its peg of ${centre}, and is quoted again`);
        depeggedAt = undefined;
      }
      return depeggedAt === undefined;
    }

    function ladder({ bestBid, bestAsk, grid }: BookView, centre: Decimal, ctx: StrategyContext): readonly WantedQuote[] {
      const wanted: WantedQuote[] = [];
      if (bestBid === undefined || bestAsk === undefined) return wanted;
      let mayBuy = maxBase.minus(ctx.position.amount);
      let maySell = maxBase.plus(ctx.position.amount);
      for (let level = 0; level < levels; level++) {
        const away = centre.times(halfBps.plus(stepBps.times(level))).div(10_000);
        // What would be filled at once is no maker's order, so it stays a step behind the touch.
        const bid = Decimal.min(centre.minus(away), bestAsk.minus(grid.tick));
        const ask = Decimal.max(centre.plus(away), bestBid.plus(grid.tick));
        if (mayBuy.gte(size)) wanted.push({ side: 'Buy', price: bid, amount: size });
        if (maySell.gte(size)) wanted.push({ side: 'Sell', price: ask, amount: size });
        mayBuy = mayBuy.minus(size);
        maySell = maySell.minus(size);
      }
      return wanted;
    }

    return {
      onStart(ctx) {
        // The wait for calm begins anew.
        if (ctx.state.get('peg') === 'left') depeggedAt = ctx.now;
      },
      onBook(book, ctx) {
        const { mid } = book;
        if (mid === undefined) return ctx.quote([]);
        const centre = pegOf(mid, ctx);
        ctx.quote(holds(mid, centre, ctx) ? ladder(book, centre, ctx) : []);
        ctx.state.set('peg', depeggedAt === undefined ? 'holds' : 'left');
      },
      onWarning(warning, ctx) {
        // An empty side, an old or a crossed book: nobody knows whether the peg holds.
        if (warning.kind !== 'recovered' && warning.kind !== 'poll-failed') ctx.quote([]);
      },
    };
  },
});
