import { describe, expect, it } from 'vitest';
import { dec, p, strategy } from '../../../src/engine/kit.ts';
import { strategyTrials } from '../../../src/research/check/strategyTrials.ts';

const listener = { begins: () => undefined, event: () => undefined };

describe(strategyTrials.name, () => {
  it('tries a strategy in the market and with the parameters that were asked for', { tags: 'long' }, () => {
    const definition = strategy({
      about: 'Made for one pair.',
      params: { size: p.decimal('0.01') },
      setup: ({ size }) => ({
        onBook(book, ctx) {
          if (ctx.liveOrders === 0 && ctx.positionLots === 0 && book.bestBid !== undefined)
            ctx.place({ side: 'Buy', price: book.bestBid, amount: size });
          if (ctx.pair.base !== 'DOGE') ctx.requestQuote({ fromCurrency: 'DOGE', toCurrency: 'EUR', fromAmount: dec('1') });
        },
      }),
    });
    const elsewhere = strategyTrials(definition, '1', listener).problems;
    expect(elsewhere.map(({ problem }) => problem)).toEqual([expect.stringMatching(/^refused \(symbol\)/) as string]);
    expect(elsewhere[0]!.instead).toContain('the trial trades BTC/EUR: choose another pair with --symbol');
    const { problems, orders } = strategyTrials(definition, '1', listener, { symbol: 'DOGE/EUR', params: { size: '5' } });
    expect(problems).toEqual([]);
    expect(orders[0]).toMatchObject({ what: 'Buy DOGE/EUR, Limit', amount: expect.stringMatching(/^(5|4\.99)/) as string });
  });

  it('tells each mistake of a rule, and each once', { tags: 'long' }, () => {
    const definition = strategy({
      about: 'A sample.',
      params: {},
      setup: () => ({
        onBook(_, ctx) {
          ctx.place({ side: 'Buy', price: 1, amount: 0.1 as never });
          ctx.place({ side: 'Buy', price: 1, amount: 'much' as never });
          ctx.place({ side: 'Buy', price: 1, amount: 0.2 as never });
        },
      }),
    });
    const { problems } = strategyTrials(definition, '1', listener);
    expect(problems.filter(({ problem }) => problem.includes('refused (amount-grid)'))).toHaveLength(2);
  });
});
