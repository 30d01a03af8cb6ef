import { p, strategy } from '../../src/engine/kit.ts';

/** Executes one deal after the other in the best way. The next one is refused while the one before is under way. */
export const dealer = strategy({
  about: 'Trades the same amount for the base currency, again and again.',
  params: { amount: p.decimal('300', { min: '0', unit: 'quote', about: 'Given by each deal, never more.' }) },
  setup: ({ amount }) => ({
    onTimer(ctx) {
      const { base, quote } = ctx.pair;
      if (ctx.book?.mid !== undefined) ctx.trade({ fromCurrency: quote, toCurrency: base, fromAmount: amount });
    },
  }),
});

/** The same over a third currency: each deal is two orders, and what the first brought is what the second may give. */
export const pathDealer = strategy({
  about: 'Trades the same amount for bitcoin by way of ether, again and again.',
  markets: ['ethEur', 'ethBtc'],
  params: { amount: p.decimal('300', { min: '0', unit: 'quote', about: 'Given by each deal, never more.' }) },
  setup: ({ amount }) => ({
    onTimer(ctx) {
      if (ctx.isFresh) ctx.trade({ fromCurrency: 'EUR', toCurrency: 'BTC', via: ['ETH'], fromAmount: amount });
    },
  }),
});
