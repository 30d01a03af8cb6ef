import { p, strategy, type StrategyContext, type WantedQuote } from '#kit';

export default strategy({
  about: 'A ladder of buys below and sells above an empty rung; each fill is answered one step away.',
  params: {
    levels: p.int(3, { min: 1, max: 50, about: 'Orders on each side.' }),
    stepBps: p.decimal('20', { min: '1', max: '2000', unit: 'bps', about: 'Distance between two rungs.' }),
    size: p.decimal('0.05', { min: '0', unit: 'base', isOrderSize: true, about: 'Amount of each order.' }),
    recentreSteps: p.int(6, { min: 2, max: 200, about: 'The ladder is laid anew when the mid is this many steps away from it.' }),
    low: p.maybe(p.decimal('1', { min: '0', unit: 'quote', about: 'It buys nothing below this price; no limit when left out.' })),
    high: p.maybe(p.decimal('1000000', { min: '0', unit: 'quote', about: 'It sells nothing above this price; no limit when left out.' })),
  },
  setup({ levels, stepBps, size, recentreSteps, low, high }) {
    const ratio = 1 + stepBps.toNumber() / 10_000;
    // Rung k lies at centre * ratio^k, in ticks. The rung that was filled last is empty; buys rest below it and sells above it.
    let centre: number | undefined;
    let empty = 0;
    let isSound = false;

    const ticksAt = (rung: number): number => (centre ?? NaN) * ratio ** rung;
    const rungAt = (ticks: number): number => Math.log(ticks / (centre ?? NaN)) / Math.log(ratio);

    /** The position goes with it, and what of it was entered, so that a later life knows what was filled in between. */
    function save({ state, position, entered }: StrategyContext): void {
      state.set('ladder', `${centre} ${empty} ${position.amount} ${entered.amount}`);
    }

    function layLadder(ctx: StrategyContext): void {
      const { book } = ctx;
      const { midTicks, bestBidTicks, bestAskTicks } = book ?? {};
      if (book === undefined || midTicks === undefined || bestBidTicks === undefined || bestAskTicks === undefined) return;
      if (centre === undefined || Math.abs(rungAt(midTicks) - empty) >= recentreSteps) {
        centre = midTicks;
        empty = 0;
        save(ctx);
      }

      const wanted: WantedQuote[] = [];
      for (let k = 1; k <= levels; k++) {
        const below = ticksAt(empty - k);
        const above = ticksAt(empty + k);
        // An order beyond the touch would be filled at once, as a taker.
        if (below < bestAskTicks) wanted.push({ side: 'Buy', price: book.priceAt(below, 'down'), amount: size });
        if (above > bestBidTicks) wanted.push({ side: 'Sell', price: book.priceAt(above, 'up'), amount: size });
      }
      ctx.quote(wanted.filter(({ side, price }) => (side === 'Buy' ? low?.lte(price) : high?.gte(price)) ?? true));
    }

    return {
      onStart(ctx) {
        // The ladder stays where its orders rest, so that a restart moves none of them.
        const saved = /^(\S+) (-?\d+)(?: (-?[\d.]+))?(?: (-?[\d.]+))?$/.exec(ctx.state.get('ladder') ?? '');
        if (saved === null || !(Number(saved[1]) > 0)) return;
        centre = Number(saved[1]);
        // What was filled while nobody looked has moved the empty rung, too: each buy a rung down, each sell a rung up.
        const { position, entered } = ctx;
        const [, , rung, held = position.amount, enteredThen = entered.amount] = saved;
        const filled = position.amount.minus(held).minus(entered.amount.minus(enteredThen));
        empty = Number(rung) - Math.round(filled.div(size).toNumber());
        save(ctx);
      },
      onBook(_book, ctx) {
        isSound = true;
        layLadder(ctx);
      },
      onFill(fill, ctx) {
        const order = ctx.orders.find(({ intentId }) => intentId === fill.intentId);
        // A rung counts as filled when less than half of it is left.
        const isFilled = order === undefined || order.amount.minus(order.filled).times(2).lt(size);
        if (centre === undefined) return;
        if (isFilled) empty = Math.round(rungAt(fill.price.div(ctx.pair.grid.tick).toNumber()));
        save(ctx);
        if (isSound) layLadder(ctx);
      },
      onWarning(warning, ctx) {
        if (warning.kind === 'recovered' || warning.kind === 'poll-failed') return;
        isSound = false;
        ctx.quote([]);
      },
    };
  },
});
