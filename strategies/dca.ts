import { dec, p, strategy } from '#kit';

export default strategy({
  about: 'Buys for a fixed amount on a schedule by conversion quotes, at a limit rate or better.',
  params: {
    amount: p.decimal('25', { min: '0.01', unit: 'quote', about: 'Spent each time, in the quote currency of the symbol.' }),
    at: p.schedule('0 9 * * 1', { about: 'When: a cron expression in UTC, or every 20s.' }),
    limitRate: p.maybe(p.decimal('1', { min: '0', about: 'The most to pay for one unit of the base currency; no limit when left out.' })),
  },
  setup({ amount, at, limitRate }) {
    let due: number | undefined;

    return {
      onStart(ctx) {
        // A restart neither repeats nor forgets a turn: the last one is remembered.
        const last = ctx.state.get('last');
        due = at.next(last === undefined ? ctx.now : Number(last));
      },
      onTimer(ctx) {
        if (due === undefined || ctx.now < due) return;
        // Without a book the limits can't be checked: the turn waits for one.
        if (ctx.book?.mid === undefined) return;
        const { base, quote } = ctx.pair;
        ctx.state.set('last', String(due));
        due = at.next(ctx.now);
        const worstRate = limitRate === undefined ? undefined : dec(1).div(limitRate);
        ctx.convert({
          fromCurrency: quote,
          toCurrency: base,
          fromAmount: amount,
          ...(worstRate === undefined ? {} : { worstRate }),
          tag: 'dca',
        });
      },
      onReport(report, ctx) {
        if (report.type !== 'converted') return;
        const { fromAmount, fromCurrency, toAmount, toCurrency } = report.conversion;
        ctx.log(`converted ${fromAmount} ${fromCurrency} to ${toAmount} ${toCurrency}`);
      },
    };
  },
});
