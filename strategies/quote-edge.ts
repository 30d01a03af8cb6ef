import { type Decimal, dec, type OfferedQuote, p, strategy, type StrategyContext } from '#kit';

export default strategy({
  about: 'Finds firm quotes that the book would take back at a profit, all costs counted; it tells of them, and trades them if it may.',
  params: {
    amount: p.decimal('500', { min: '0', unit: 'quote', about: 'What a quote is worth that it asks for.' }),
    at: p.schedule('every 30s', { about: 'When it asks: for a quote to buy and one to sell by turns.' }),
    fee: p.decimal('0.002', { min: '0', max: '0.1', about: 'The share that the venue takes of an order that takes from the book.' }),
    slipBps: p.decimal('3', { min: '0', max: '1000', unit: 'bps', about: 'By how much the book may get worse until our order is there.' }),
    edgeBps: p.decimal('2', { min: '0', max: '1000', unit: 'bps', about: 'What has to be left of it in the end.' }),
    acts: p.bool(false, { about: 'Whether it takes the quote and gives it back to the book; else it only tells.' }),
  },
  setup({ amount, at, fee, slipBps, edgeBps, acts }) {
    const afterFee = dec(1).minus(fee);
    const afterSlip = dec(10_000).minus(slipBps).div(10_000);
    let buysNext = true;

    /** What is left when the quote is taken and the book gives it back, as a share of what went in. Undefined when the book is too thin. */
    function edgeOf({ fromCurrency, fromAmount, toAmount }: OfferedQuote, { book, pair }: StrategyContext): Decimal | undefined {
      const isBuy = fromCurrency === pair.quote;
      // The fee of a buy is taken from what is bought, so that much more must be bought.
      const walk = isBuy ? book?.costToSell(toAmount) : book?.costToBuy(fromAmount.div(afterFee));
      if (walk?.sufficed !== true || walk.value.isZero()) return undefined;
      const back = isBuy ? walk.value.times(afterFee).times(afterSlip) : toAmount.times(afterSlip);
      return back.div(isBuy ? fromAmount : walk.value).minus(1);
    }

    /** Whatever a quote has brought goes back to the book, also after a restart in between. A position that was there before, or is entered later, stays. */
    function giveBack(ctx: StrategyContext): boolean {
      const entered = ctx.entered.amount.minus(ctx.state.get('entered') ?? '0');
      const held = ctx.position.amount.minus(ctx.state.get('begin') ?? '0').minus(entered);
      const amount = held.abs();
      if (!acts || amount.lt(ctx.pair.minVolume)) return false;
      if (ctx.isFresh && ctx.liveOrders === 0) ctx.place({ kind: 'market', side: held.gt(0) ? 'Sell' : 'Buy', amount });
      return true;
    }

    return {
      onStart(ctx) {
        if (ctx.state.get('begin') === undefined) ctx.state.set('begin', ctx.position.amount.toFixed());
        if (ctx.state.get('entered') === undefined) ctx.state.set('entered', ctx.entered.amount.toFixed());
      },
      onTimer(ctx) {
        if (giveBack(ctx) || !ctx.isFresh || !ctx.isDue(at)) return;
        const { base, quote } = ctx.pair;
        const deal = buysNext
          ? { fromCurrency: quote, toCurrency: base, fromAmount: amount }
          : { fromCurrency: base, toCurrency: quote, toAmount: amount };
        buysNext = !buysNext;
        ctx.requestQuote({ ...deal, tag: 'edge' });
      },
      onQuote(quote, ctx) {
        if (!ctx.isFresh) return;
        const edge = edgeOf(quote, ctx)?.times(10_000);
        if (edge === undefined) return;
        ctx.plot('edge', edge.toNumber());
        if (edge.lt(edgeBps)) return;
        const { fromAmount, fromCurrency, toCurrency } = quote;
        if (acts) ctx.accept(quote);
        else
          ctx.alert(
            `a quote of ${toCurrency} for ${fromAmount} ${fromCurrency} leaves ${edge.toFixed(1)} bps after the book takes it back`,
          );
      },
      onReport(report, ctx) {
        if (report.type === 'converted') giveBack(ctx);
      },
    };
  },
});
