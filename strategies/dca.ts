import { dec, type Decimal, p, strategy, type StrategyContext } from '#kit';

export default strategy({
  about: 'Buys for a fixed amount on a schedule, at a limit rate or better; more in a dip, and on a ladder below the mid if wanted.',
  params: {
    amount: p.decimal('25', { min: '0.01', unit: 'quote', about: 'Spent each time, in the quote currency of the symbol.' }),
    at: p.schedule('0 9 * * 1', { about: 'When: a cron expression in UTC, or every 20s.' }),
    limitRate: p.maybe(
      p.decimal('100000', { min: '0.000000000001', unit: 'quote', about: 'The most to pay for one unit of base; no limit when left out.' }),
    ),
    dipBps: p.maybe(
      p.decimal('200', { min: '0', unit: 'bps', about: 'A dip is a mid so far below the average price paid; no dips when left out.' }),
    ),
    dipTimes: p.decimal('2', { min: '1', max: '20', about: 'A turn in a dip spends so many times the amount.' }),
    rungs: p.int(0, { min: 0, max: 20, about: 'Bids that wait below the mid until the next turn, each for the amount once more.' }),
    stepBps: p.decimal('100', { min: '1', max: '400', unit: 'bps', about: 'Distance between two of them.' }),
  },
  setup({ amount, at, limitRate, dipBps, dipTimes, rungs, stepBps }) {
    function isDip(mid: Decimal, ctx: StrategyContext): boolean {
      const { averagePrice } = ctx.position;
      return dipBps !== undefined && averagePrice !== undefined && mid.lte(lower(averagePrice, dipBps));
    }

    function layRungs(mid: Decimal, ctx: StrategyContext): void {
      const until = at.next(ctx.now);
      for (let rung = 1; rung <= rungs; rung++) {
        const below = lower(mid, stepBps.times(rung));
        const price = limitRate !== undefined && limitRate.lt(below) ? limitRate : below;
        // The desk keeps them over a restart or cancels them, as the configuration says.
        ctx.place({ kind: 'post-only', side: 'Buy', price, worth: amount, tag: `rung-${rung}`, ...(until === undefined ? {} : { until }) });
      }
    }

    return {
      onTimer(ctx) {
        if (ctx.isDue(at)) ctx.state.set('owed', 'a turn');
        // Without a good book the limits can't be checked, so the turn waits for one.
        const mid = ctx.book?.mid;
        if (ctx.state.get('owed') !== 'a turn' || !ctx.isFresh || mid === undefined) return;
        const { base, quote } = ctx.pair;
        const fromAmount = isDip(mid, ctx) ? amount.times(dipTimes) : amount;
        const request = { fromCurrency: quote, toCurrency: base, fromAmount, tag: 'dca' };
        const asked = ctx.convert(limitRate === undefined ? request : { ...request, worstRate: dec(1).div(limitRate) });
        // When a check refused it, nothing was asked for. The turn waits, until it falls together with the next one if need be.
        if (asked === undefined) return;
        ctx.state.set('owed', 'nothing');
        layRungs(mid, ctx);
      },
      onReport(report, ctx) {
        if (report.type === 'quote-refused') ctx.log(`no quote this time: ${report.message}`, 'warn');
      },
    };
  },
});

function lower(price: Decimal, bps: Decimal): Decimal {
  return price.times(dec(10_000).minus(bps)).div(10_000);
}
