import { dec, p, strategy } from '#kit';

export default strategy({
  about: 'Buys for a fixed amount on a schedule by conversion quotes, at a limit rate or better.',
  params: {
    amount: p.decimal('25', { min: '0.01', unit: 'quote', about: 'Spent each time, in the quote currency of the symbol.' }),
    at: p.schedule('0 9 * * 1', { about: 'When: a cron expression in UTC, or every 20s.' }),
    limitRate: p.maybe(
      p.decimal('100000', { min: '0.000000000001', about: 'The most to pay for one unit of the base currency; no limit when left out.' }),
    ),
  },
  setup({ amount, at, limitRate }) {
    let due: number | undefined;

    return {
      onStart(ctx) {
        // The last turn is remembered, so that a restart neither repeats nor forgets one.
        const last = Number(ctx.state.get('last') ?? ctx.now);
        due = at.next(Number.isFinite(last) ? last : ctx.now);
      },
      onTimer(ctx) {
        if (due === undefined || ctx.now < due) return;
        // Without a book the limits can't be checked, so the turn waits for one.
        if (ctx.book?.mid === undefined) return;
        const { base, quote } = ctx.pair;
        const request = { fromCurrency: quote, toCurrency: base, fromAmount: amount, tag: 'dca' };
        const asked = ctx.convert(limitRate === undefined ? request : { ...request, worstRate: dec(1).div(limitRate) });
        // When a check refused it, nothing was asked for. The turn waits, until it falls together with the next one if need be.
        if (asked === undefined) return;
        ctx.state.set('last', String(ctx.now));
        due = at.next(ctx.now);
      },
      onReport(report, ctx) {
        if (report.type === 'quote-refused') ctx.log(`no quote this time: ${report.message}`, 'warn');
      },
    };
  },
});
