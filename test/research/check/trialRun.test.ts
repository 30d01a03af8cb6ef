import { expect, it } from 'vitest';
import { p, strategy } from '../../../src/engine/kit.ts';
import { runTrial } from '../../../src/research/check/trialRun.ts';

const BASKET = strategy({
  about: 'Equal worths, by the best execution.',
  markets: 'any',
  params: { at: p.schedule('every 2m') },
  setup: ({ at }) => ({
    onTimer(ctx) {
      if (!ctx.isFresh || ctx.liveOrders > 0 || !ctx.isDue(at)) return;
      for (const market of Object.values(ctx.markets)) {
        const { base, quote } = market.pair;
        const drift = ctx.equity.div(4).minus(market.worth);
        const isIn = drift.gt(0);
        const [fromCurrency, toCurrency] = isIn ? [quote, base] : [base, quote];
        ctx.trade({ fromCurrency, toCurrency, fromAmount: isIn ? drift : drift.abs().div(market.book!.mid!) });
      }
    },
  }),
});

it(
  'refuses a third of the orders and of the quotes, so that no strategy that trades the best way has all its orders refused in a row',
  { tags: 'long' },
  () => {
    const { stopped, decisions, fills, refusals } = runTrial(
      BASKET,
      { market: 'days', seed: '1', refuses: true, holds: true },
      () => undefined,
    );
    expect(stopped).toBeUndefined();
    expect(decisions.length).toBeGreaterThan(20);
    expect(fills).toBeGreaterThan(0);
    expect(refusals.map(({ rule }) => rule)).not.toContain('amount-grid');
  },
);
