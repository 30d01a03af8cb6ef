import { dec, type Decimal, p, strategy, type StrategyContext } from '#kit';

/** A quote that has not led to a purchase is asked for again after this long. The engine forgets a request earlier. */
const ASK_AGAIN_MS = 60_000;

export default strategy({
  about: 'Buys for a fixed amount on a schedule, at a limit rate or better; more in a dip, and on a ladder below the mid if wanted.',
  params: {
    // What a turn converts is for the venue's quote to take; its rungs are orders.
    amount: p.decimal('25', {
      min: '0.01',
      unit: 'quote',
      isOrderSize: ({ rungs }) => Number(rungs) > 0,
      about: 'Spent each time, in the quote currency of the symbol.',
    }),
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
    // A conversion whose outcome nobody knows is under way as well: the next turn waits for it.
    let isUnderWay = false;
    let mayAskAt = 0;

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

    /** What a turn still has to do is saved: all of it, or only the quote, when its rungs were laid. */
    function owe(owed: 'a turn' | 'a quote' | 'nothing', ctx: StrategyContext): void {
      ctx.state.set('owed', owed);
    }

    return {
      onTimer(ctx) {
        if (ctx.isDue(at)) owe('a turn', ctx);
        const owed = ctx.state.get('owed');
        // Without a good book the limits can't be checked, so the turn waits for one.
        const mid = ctx.book?.mid;
        if ((owed !== 'a turn' && owed !== 'a quote') || isUnderWay || ctx.now < mayAskAt || !ctx.isFresh || mid === undefined) return;
        const { base, quote } = ctx.pair;
        const fromAmount = isDip(mid, ctx) ? amount.times(dipTimes) : amount;
        const deal = { fromCurrency: quote, toCurrency: base, fromAmount, tag: 'dca' };
        const asked = ctx.requestQuote(limitRate === undefined ? deal : { ...deal, worstRate: dec(1).div(limitRate) });
        // When a check refused it, nothing was asked for. The turn waits, until it falls together with the next one if need be.
        if (asked === undefined) return;
        mayAskAt = ctx.now + ASK_AGAIN_MS;
        if (owed === 'a turn') layRungs(mid, ctx);
        owe('a quote', ctx);
      },
      onQuote(quote, ctx) {
        const isTooDear = limitRate !== undefined && quote.toAmount.times(limitRate).lt(quote.fromAmount);
        // It is saved before the quote is accepted, so that no later life buys for the same turn.
        owe('nothing', ctx);
        isUnderWay = ctx.accept(quote) !== undefined;
        if (isUnderWay || isTooDear) mayAskAt = 0;
        else owe('a quote', ctx);
      },
      onReport(report, ctx) {
        switch (report.type) {
          case 'quote-refused':
            ctx.log(`no quote this time: ${report.message}`, 'warn');
            owe('nothing', ctx);
            mayAskAt = 0;
            return;
          case 'converted':
            isUnderWay = false;
            return;
          case 'intent-refused':
          case 'intent-not-sent':
          case 'intent-not-placed':
            if (report.kind !== 'convert') return;
            isUnderWay = false;
            if (report.type === 'intent-refused') return;
            // It is certain that nothing was bought.
            if (ctx.state.get('owed') === 'nothing') owe('a quote', ctx);
            mayAskAt = ctx.now + ASK_AGAIN_MS;
            return;
          default:
        }
      },
    };
  },
});

function lower(price: Decimal, bps: Decimal): Decimal {
  return price.times(dec(10_000).minus(bps)).div(10_000);
}
