import { Decimal, dec, p, strategy, type StrategyContext } from '#kit';

export default strategy({
  about: 'Keeps the wallet of one currency of the pair between a low and a high mark for payouts, and trades the other one for it.',
  params: {
    keeps: p.pick(['base', 'quote'], 'base', { about: 'Which currency of the pair has to be there.' }),
    low: p.decimal('100', { min: '0', about: 'It fills up when less than this is available.' }),
    target: p.decimal('200', { min: '0', about: 'What it brings the wallet back to.' }),
    high: p.decimal('400', { min: '0', about: 'It gives away what is above the target when more than this is available.' }),
    most: p.decimal('100', { min: '0.00000001', about: 'The most of that currency that is traded at once.' }),
    spare: p.decimal('0', { min: '0', about: 'What has to stay of the other currency.' }),
    limit: p.maybe(
      p.decimal('1', {
        min: '0.000000000001',
        unit: 'quote',
        about: 'For one unit of base: it pays no more, and sells for no less. No limit when left out.',
      }),
    ),
    pause: p.duration('60s', { min: '1s', about: 'How long it waits after a trade, so that the venue shows the new balance.' }),
  },
  setup({ keeps, low, target, high, most, spare, limit, pause }, { context }) {
    if (low.gt(target) || target.gt(high)) throw new Error(`low, target and high must rise, not ${low}, ${target}, ${high}`);
    const { base, quote } = context.pair;
    const [kept, other] = keeps === 'base' ? [base, quote] : [quote, base];
    let waitsUntil = 0;

    /** The least that one unit given must bring. Only a buy of base is limited by one over the price. */
    function worstRate(fromCurrency: string): { readonly worstRate?: Decimal } {
      if (limit === undefined) return {};
      return { worstRate: fromCurrency === base ? limit : dec(1).div(limit) };
    }

    function fillUp(available: Decimal, ctx: StrategyContext): void {
      const lacks = Decimal.min(target.minus(available), most);
      const mid = ctx.book?.mid ?? dec(0);
      const costs = keeps === 'base' ? lacks.times(mid) : lacks.div(mid);
      const free = ctx.balance(other)?.available.minus(spare) ?? dec(0);
      ctx.alert(`${kept} is below ${low}; it is filled up from ${other}`);
      if (costs.gt(free)) ctx.alert(`there is too little ${other} to fill up ${kept}: pay some in, or lower \`spare\``);
      else ctx.trade({ fromCurrency: other, toCurrency: kept, toAmount: lacks, tag: 'fill-up', ...worstRate(other) });
    }

    function giveAway(available: Decimal, ctx: StrategyContext): void {
      const fromAmount = Decimal.min(available.minus(target), most);
      ctx.trade({ fromCurrency: kept, toCurrency: other, fromAmount, tag: 'give-away', ...worstRate(kept) });
    }

    return {
      onStart(ctx) {
        waitsUntil = ctx.now + pause;
      },
      onTimer(ctx) {
        const available = ctx.balance(kept)?.available;
        if (available === undefined || !ctx.isFresh || ctx.liveOrders > 0 || ctx.now < waitsUntil) return;
        if (available.gte(low) && available.lte(high)) return;
        waitsUntil = ctx.now + pause;
        if (available.lt(low)) fillUp(available, ctx);
        else giveAway(available, ctx);
      },
      onFill(_fill, ctx) {
        waitsUntil = ctx.now + pause;
      },
      onReport(report, ctx) {
        if (report.type === 'converted') waitsUntil = ctx.now + pause;
      },
    };
  },
});
