import { p, strategy } from 'sluice';

/**
 * Triangle. When euros that go over two currencies and back would bring more than they were, fees included, it sends them round.
 * The desk executes the path leg by leg, and tells if one does not come through.
 */
export default strategy({
  about: 'Sends euros round a triangle of three books when that brings more.',
  markets: ['ethEur', 'ethBtc', 'btcEur'],
  params: {
    fromAmount: p.decimal('200', { min: '0', unit: 'EUR', about: 'How much goes round.' }),
    worstRate: p.decimal('1.001', { min: '0', about: 'What one euro has to bring, all included.' }),
  },
  setup({ fromAmount, worstRate }, { context }) {
    const { ethEur, ethBtc, btcEur } = context.markets;

    return {
      onBook(_book, ctx) {
        if (!ctx.isFresh || ctx.liveOrders > 0) return;
        const [buy, change, sell] = [ethEur.book?.bestAsk, ethBtc.book?.bestBid, btcEur.book?.bestBid];
        if (buy === undefined || change === undefined || sell === undefined) return;
        const rate = change.times(sell).div(buy);
        ctx.plot('rate', rate.toNumber());
        if (rate.gt(worstRate)) {
          ctx.trade({ fromCurrency: 'EUR', toCurrency: 'EUR', via: ['ETH', 'BTC'], fromAmount, worstRate });
        }
      },
    };
  },
});
