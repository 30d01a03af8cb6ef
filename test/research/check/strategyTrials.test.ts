import { describe, expect, it } from 'vitest';
import { dec, p, strategy, type StrategyDefinition, type StrategyHandlers } from '../../../src/engine/kit.ts';
import { strategyTrials, type TrialsReport } from '../../../src/research/check/strategyTrials.ts';
import { TRIAL_MARKETS } from '../../../src/research/check/trialMarket.ts';

function tried(setup: StrategyDefinition['setup'], seed = '1'): TrialsReport {
  const definition = strategy({ about: 'A sample.', params: {}, setup });
  return strategyTrials(definition, seed, { begins: () => undefined, event: () => undefined });
}

const problemsOf = (setup: StrategyDefinition['setup']): readonly string[] =>
  tried(setup).problems.map(({ where, problem }) => `${where.replace(/, 20.*/, ')')}: ${problem}`);

/** Buys where it has nothing, and nothing is under way. */
const BUYER: StrategyHandlers = {
  onBook(book, ctx) {
    if (ctx.liveOrders === 0 && ctx.positionLots === 0 && book.bestBid !== undefined)
      ctx.place({ side: 'Buy', price: book.bestBid, amount: dec('0.01') });
  },
};

describe(strategyTrials.name, () => {
  it('finds nothing wrong with a good one, and shows what it did in each market', { tags: 'long' }, () => {
    const { problems, shapes, trials, orders } = tried(() => BUYER);
    expect([problems, shapes]).toEqual([[], []]);
    expect(trials.map(({ market }) => market)).toEqual(Object.keys(TRIAL_MARKETS));
    for (const { placed, fills } of trials) expect([placed, fills > 1]).toEqual([1, true]);
    expect(orders).toEqual([
      { market: 'calm', at: expect.any(Number) as number, what: 'Buy BTC/EUR, Limit', amount: '0.00999', price: '59994.87' },
    ]);
  });

  it.each<[keyof StrategyHandlers, string]>([
    ['onStart', 'market calm, event 1 (book)'],
    ['onBook', 'market calm, event 1 (book)'],
    ['onStats', 'market calm, event 2 (statistics)'],
    ['onTimer', 'market calm, event 3 (timer)'],
    ['onWarning', 'market wild, event 100 (market-warning)'],
  ])('names the event at which %s throws', (name, where) => {
    const found = problemsOf(() => ({
      [name]: () => {
        throw new Error('out of luck');
      },
    }));
    expect(found).toEqual([`${where}: ${name} threw: out of luck`]);
  });

  it.each(['onFill', 'onReport'] as const)('runs %s, after fills of a part', (name) => {
    const found = problemsOf(() => ({
      ...BUYER,
      [name]: () => {
        throw new Error('out of luck');
      },
    }));
    expect(found).toEqual([expect.stringContaining(`${name} threw: out of luck`)]);
  });

  it('shows fills of a part before those of the rest', { tags: 'long' }, () => {
    const amounts: string[] = [];
    tried(() => ({ ...BUYER, onFill: ({ amount }) => void amounts.push(amount.toFixed()) }));
    expect(amounts.slice(0, 3)).toEqual(['0.005', '0.0025', '0.00125']);
  });

  it.each<[string, object, string]>([
    [
      'an amount that is a number',
      { side: 'Buy', price: 1, amount: 0.01 },
      "refused (amount-grid): amount must be a Decimal like dec('0.005'), not 0.01",
    ],
    ['a side in small letters', { side: 'buy', price: 1, amount: dec('0.01') }, 'refused (side): side must be Buy or Sell, not buy'],
    [
      'a price that is none',
      { side: 'Buy', price: Number.NaN, amount: dec('0.01') },
      'refused (price-grid): Buy at NaN is no price of BTC/EUR',
    ],
    [
      'an amount below the least',
      { side: 'Buy', price: 1, amount: dec('0.00001') },
      'refused (min-volume): amount 0.00001 is below the least volume 0.0001 of BTC/EUR',
    ],
  ])('U3: fails on %s, with the refusal of the engine', { tags: 'long' }, (_, order, refusal) => {
    const found = problemsOf(() => ({ onBook: (_book, ctx) => void ctx.place(order as never) }));
    expect(found).toEqual([`market calm, event 1 (book): ${refusal}`]);
  });

  it('names the parameter with which no order can be placed on the pair', { tags: 'long' }, () => {
    const params = { size: p.decimal('0.005', { unit: 'base', isOrderSize: true }) };
    const definition = strategy({ about: 'Waits.', params, setup: () => ({ onBook: () => undefined }) });
    const on = (symbol: string) =>
      strategyTrials(definition, '1', { begins: () => undefined, event: () => undefined }, { symbol }).problems.map(
        ({ problem }) => problem,
      );
    expect(on('BTC/EUR')).toEqual([]);
    expect(on('SOL/EUR')).toEqual([
      'params.size: 0.005 is below the least amount 0.01 of SOL/EUR, so no order of that size is placed; the smallest that would do is 0.01',
    ]);
  });

  it('counts what was told', { tags: 'long' }, () => {
    const { trials } = tried(() => ({ onStart: (ctx) => ctx.log('here') }));
    expect(trials.map(({ told }) => told)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it('does not fail on what the market is to blame for', { tags: 'long' }, () => {
    const { problems, trials } = tried(() => ({
      onBook: (_, ctx) => {
        for (const side of ['Buy', 'Sell'] as const) ctx.place({ side, amount: dec('0.01') });
      },
    }));
    expect(problems).toEqual([]);
    expect(trials[0]!.refused).toBe('lane-busy');
  });

  it('finds a clock that is read where no parser sees it, by a second run under another clock', { tags: 'long' }, () => {
    const read = Object.getOwnPropertyDescriptor(Date, 'now')!.value === Date.now ? () => Date.now() : () => 0;
    const [found] = problemsOf(() => ({
      onBook: (book, ctx) => ctx.quote([{ side: 'Buy', price: (book.bestBid ?? dec('60000')).minus(read() % 1000), amount: dec('0.01') }]),
    }));
    expect(found).toContain('a second run decided otherwise (the wall clock was asked for): Buy BTC/EUR, Limit 0.0');
  });

  it('finds state that outlives a run, and names the event and the difference', () => {
    let count = 0;
    const found = problemsOf(() => ({
      onBook: (book, ctx) => {
        if (++count === 3) ctx.place({ side: 'Buy', price: book.bestBid!, amount: dec('0.01') });
      },
    }));
    expect(found).toEqual([
      expect.stringMatching(
        /^market calm, event 6 \(book\): a second run decided otherwise: nothing more instead of Buy BTC\/EUR, Limit 0\.0\d+ at [\d.]+ \(event 6\)$/,
      ),
    ]);
  });

  it('finds what is decided otherwise when the market is cut short', { tags: 'long' }, () => {
    // Six markets, the first one again, and then the first half of it.
    const CUT_SHORT = 8;
    let setups = 0;
    const found = problemsOf(() => {
      const isCut = ++setups === CUT_SHORT;
      return {
        onBook(book, ctx) {
          if (ctx.liveOrders === 0 && !isCut) ctx.place({ side: 'Buy', price: book.bestBid ?? 1, amount: dec('0.01') });
        },
      };
    });
    expect(found[0]).toMatch(
      /^market calm with cut short at 302, event 1 \(book\): cut short, it decided otherwise before the end: nothing more instead of Buy/,
    );
  });

  it('finds what is done again after a restart, unless ctx.state holds it', { tags: 'long' }, () => {
    const once =
      (keeps: boolean): StrategyDefinition['setup'] =>
      () => {
        let isDone = false;
        return {
          onBook(book, ctx) {
            if (isDone || (keeps && ctx.state.get('done') === 'yes')) return;
            isDone = true;
            ctx.state.set('done', 'yes');
            ctx.place({ side: 'Buy', price: book.bestBid!, amount: dec('0.01') });
          },
        };
      };
    expect(problemsOf(once(true))).toEqual([]);
    expect(problemsOf(once(false))).toEqual([
      expect.stringMatching(
        /^market calm with restarted at 5, event 6 \(book\): after a restart it did again what it had done: Buy BTC\/EUR, Limit 0\.0\d+ at [\d.]+$/,
      ),
    ]);
  });

  it('finds what throws only after a restart', { tags: 'long' }, () => {
    const found = problemsOf(() => ({
      ...BUYER,
      onStart(ctx) {
        if (ctx.positionLots > 0) throw new Error('did not expect to have any');
      },
    }));
    expect(found).toEqual([
      expect.stringMatching(/^market calm with restarted at \d+, event \d+ \(\w+\): onStart threw: did not expect to have any$/),
    ]);
  });

  it('finds what throws at a refusal of the venue', { tags: 'long' }, () => {
    const found = problemsOf(() => ({
      ...BUYER,
      onReport: ({ type }) => {
        if (type === 'intent-refused') throw new Error('refused');
      },
    }));
    expect(found).toEqual([expect.stringContaining('market calm with refusals, event')]);
  });

  it('converts, and gives the conversion', () => {
    const found = problemsOf(() => ({
      onTimer: (ctx) => void ctx.convert({ fromCurrency: 'EUR', toCurrency: 'BTC', fromAmount: dec('10') }),
      onReport(report) {
        if (report.type === 'converted') throw new Error('it was converted');
      },
    }));
    expect(found[0]).toContain('it was converted');
  });

  it.each<[string, object, string, string]>([
    ['a misspelt handler', { onBok: () => undefined }, 'there is no handler `onBok`, so it is never called', 'did you mean onBook?'],
    ['a handler of another name', { helper: 1 }, 'there is no handler `helper`, so it is never called', 'there are onStart, onBook'],
    ['a handler that is none', { onBook: 5 }, '`onBook` is no function', 'write onBook(…) { … }'],
    [
      'a generator',
      {
        *onBook() {
          yield 1;
        },
      },
      '`onBook` is a generator, and does nothing when it is called',
      'leave out the *',
    ],
    [
      'a misspelt method of a class',
      new (class {
        onBok(): void {
          return;
        }
      })(),
      'there is no handler `onBok`, so it is never called',
      'did you mean onBook?',
    ],
  ])('finds %s', { tags: 'long' }, (_, handlers, problem, instead) => {
    expect(tried(() => handlers).shapes).toEqual([
      { name: expect.any(String) as string, problem, instead: expect.stringContaining(instead) as string },
    ]);
  });

  it('names the time of the market where a clock was asked for and nothing differs by it', () => {
    const { problems } = tried(() => ({
      onTimer: (ctx) => (Date.now() < 0 ? ctx.log('long ago') : undefined),
    }));
    expect(problems).toEqual([expect.objectContaining({ problem: 'the wall clock was asked for' })]);
    expect(problems[0]!.where).not.toContain('1970');
  });

  it('runs under another seed in another market', { tags: 'long' }, () => {
    const [a, b] = ['1', '2'].map((seed) => tried(() => BUYER, seed).orders[0]!.price);
    expect(a).not.toBe(b);
  });

  it('tries schedules over days', { tags: 'long' }, () => {
    const definition = strategy({
      about: 'On Mondays.',
      params: { at: p.schedule('0 9 * * 1') },
      setup: ({ at }) => {
        let last: number | undefined;
        return {
          onTimer(ctx) {
            const due = at.next(last ?? ctx.now);
            if (last !== undefined && due !== undefined && due <= ctx.now) ctx.place({ side: 'Buy', amount: dec('0.01') });
            last = ctx.now;
          },
        };
      },
    });
    const { trials } = strategyTrials(definition, '1', { begins: () => undefined, event: () => undefined });
    expect(trials.map(({ placed }) => placed)).toEqual([0, 0, 0, 0, 0, 1]);
  });

  it('tries a strategy of several markets on pairs that its names fit', { tags: 'long' }, () => {
    const definition = strategy({
      about: 'Buys in each market once.',
      params: {},
      markets: ['main', 'ethBtc'],
      setup: () => ({
        onBook(_book, _ctx, market) {
          if (market.positionLots === 0 && market.liveOrders === 0) market.place({ side: 'Buy', amount: dec('0.01') });
        },
      }),
    });
    const { problems, orders } = strategyTrials(definition, '1', { begins: () => undefined, event: () => undefined });
    expect(problems).toEqual([]);
    expect(orders.map(({ what }) => what)).toEqual(['Buy BTC/EUR, Market', 'Buy ETH/BTC, Market']);
  });

  it('tries a strategy of any markets on three with euros', { tags: 'long' }, () => {
    const definition = strategy({
      about: 'Tells its markets.',
      params: {},
      markets: 'any',
      setup: () => ({
        onStart: (ctx) => {
          for (const { symbol } of Object.values(ctx.markets)) ctx.log(symbol);
        },
      }),
    });
    const { trials } = strategyTrials(definition, '1', { begins: () => undefined, event: () => undefined });
    expect(trials[0]!.told).toBe(3);
  });
});
