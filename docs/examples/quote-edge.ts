import { p, strategy } from 'sluice';

/**
 * Edge between quote and book. It asks for a firm quote at times, and compares it with what the same amount would cost in the
 * book, fee included. It tells of an edge; it takes it only when it is told to.
 */
export default strategy({
  about: 'Finds firm quotes that are better than the book, and takes them if it may.',
  params: {
    fromAmount: p.decimal('500', { min: '0', unit: 'quote', about: 'What a quote is asked for.' }),
    at: p.schedule('every 60s', { about: 'When it asks.' }),
    edgeBps: p.int(5, { min: 1, unit: 'bps', about: 'From here on the edge is worth it.' }),
    fee: p.decimal('0.002', { min: '0', about: 'What the venue takes of an order that meets another.' }),
    acts: p.bool(false, { about: 'Whether it takes the quote.' }),
  },
  setup({ fromAmount, at, edgeBps, fee, acts }) {
    return {
      onTimer(ctx) {
        const { base, quote } = ctx.pair;
        if (ctx.isFresh && ctx.isDue(at)) ctx.requestQuote({ fromCurrency: quote, toCurrency: base, fromAmount });
      },
      onQuote(quote, ctx) {
        // The fee is taken from what is bought, so that much more must be bought.
        const walk = ctx.book?.costToBuy(quote.toAmount.times(fee.plus(1)));
        if (walk === undefined || !walk.sufficed) return;
        const edge = walk.value.div(quote.fromAmount).minus(1).times(10_000);
        ctx.plot('edge', edge.toNumber());
        if (edge.lt(edgeBps)) return;
        if (acts) ctx.accept(quote);
        else ctx.alert(`a quote for ${quote.fromAmount} ${quote.fromCurrency} is ${edge.toFixed(1)} bps better than the book`);
      },
    };
  },
});
