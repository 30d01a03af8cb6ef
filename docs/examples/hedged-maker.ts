import { p, strategy } from 'sluice';

/**
 * Hedged maker. It quotes ether against euros, and brings what that adds up to back to nothing in the market of ether against
 * bitcoin. What is left is bitcoin against euros.
 */
export default strategy({
  about: 'Quotes ETH/EUR, and hedges what it holds in ETH/BTC.',
  markets: ['ethEur', 'ethBtc'],
  params: {
    halfBps: p.int(8, { min: 1, unit: 'bps', about: 'From the fair price to each quote.' }),
    amount: p.decimal('0.05', { min: '0', unit: 'ETH', about: 'Amount of each quote.' }),
    hedgeFrom: p.decimal('0.05', { min: '0', unit: 'ETH', about: 'What may be open without a hedge.' }),
  },
  setup({ halfBps, amount, hedgeFrom }, { context }) {
    const { ethEur, ethBtc } = context.markets;

    return {
      onBook(_book, ctx) {
        const fair = ethEur.book?.micropriceTicks;
        if (!ctx.isFresh || ethEur.book === undefined || fair === undefined) {
          ethEur.quote([]);
          return;
        }
        const half = (fair * halfBps) / 10_000;
        ethEur.quote([
          { side: 'Buy', price: ethEur.book.priceAt(fair - half, 'down'), amount },
          { side: 'Sell', price: ethEur.book.priceAt(fair + half, 'up'), amount },
        ]);

        const open = ethEur.position.amount.plus(ethBtc.position.amount);
        if (open.abs().lt(hedgeFrom) || ethBtc.deskOrders.length > 0) return;
        ethBtc.place({ kind: 'market', side: open.gt(0) ? 'Sell' : 'Buy', amount: open.abs() });
      },
      onWarning(warning) {
        if (warning.kind !== 'recovered') ethEur.quote([]);
      },
    };
  },
});
