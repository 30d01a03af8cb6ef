import { dec, type Decimal, p, strategy, type StrategyContext } from '#kit';

/** What a trade leaves over is less than this share, so a rest of that size is none. */
const REST = dec('0.001');

export default strategy({
  about: 'Converts an amount of one currency of the pair into the other, in slices, each by quote or book, whichever brings more.',
  params: {
    from: p.pick(['quote', 'base'], 'quote', { about: 'Which currency of the pair is given.' }),
    amount: p.decimal('1000', { min: '0', about: 'What is to be given in all, in that currency.' }),
    slice: p.decimal('100', { min: '0.00000001', about: 'The most that is given at once.' }),
    at: p.schedule('every 60s', { about: 'When a slice is given: a cron expression in UTC, or every 60s.' }),
    limit: p.maybe(
      p.decimal('100000', {
        min: '0.000000000001',
        unit: 'quote',
        about: 'For one unit of base: it pays no more, and sells for no less. No limit when left out.',
      }),
    ),
  },
  setup({ from, amount, slice, at, limit }, { context }) {
    const { base, quote } = context.pair;
    const isBuy = from === 'quote';
    const [fromCurrency, toCurrency] = isBuy ? [quote, base] : [base, quote];
    // The least of the other currency for one unit of what is given.
    const worstRate = limit === undefined || !isBuy ? limit : dec(1).div(limit);

    /** What has left the instance. It follows from fills and conversions, so a restart knows it. */
    function outflow({ position }: StrategyContext): Decimal {
      return isBuy ? position.quoteFlow.negated() : position.amount.negated();
    }

    /** What of that was entered, and not given. */
    function enteredFlow({ entered }: StrategyContext): Decimal {
      return isBuy ? entered.value : entered.amount.negated();
    }

    function isBeyondLimit(ctx: StrategyContext): boolean {
      const mid = ctx.book?.mid;
      if (mid === undefined || limit === undefined || (isBuy ? mid.lte(limit) : mid.gte(limit))) return false;
      ctx.alert(`${ctx.symbol} is ${isBuy ? 'above' : 'below'} the limit of ${limit}; the rest waits for it to come back`);
      return true;
    }

    return {
      onStart(ctx) {
        // A position that was there before, or is entered later, is not part of what is converted.
        if (ctx.state.get('begin') === undefined) ctx.state.set('begin', outflow(ctx).toFixed());
        if (ctx.state.get('entered') === undefined) ctx.state.set('entered', enteredFlow(ctx).toFixed());
      },
      onTimer(ctx) {
        const entered = enteredFlow(ctx).minus(ctx.state.get('entered') ?? '0');
        const given = outflow(ctx)
          .minus(ctx.state.get('begin') ?? '0')
          .minus(entered);
        const left = amount.minus(given);
        if (left.lte(amount.times(REST))) {
          if (ctx.state.get('end') === undefined) ctx.log(`done: ${given.toFixed()} ${fromCurrency} were converted to ${toCurrency}`);
          ctx.state.set('end', 'told');
          return;
        }
        if (!ctx.isFresh || ctx.liveOrders > 0 || isBeyondLimit(ctx) || !ctx.isDue(at)) return;
        const fromAmount = left.lt(slice) ? left : slice;
        // A trade that is still under way refuses another one, which then waits for the next turn.
        ctx.trade({ fromCurrency, toCurrency, fromAmount, tag: 'slice', ...(worstRate === undefined ? {} : { worstRate }) });
      },
    };
  },
});
