import { describe, expect, it } from 'vitest';
import { dec } from '../../../src/base/decimal.ts';
import { budgetMessage, isOverBudget } from '../../../src/engine/risk/budget.ts';
import type { RiskLimits } from '../../../src/engine/risk/limits.ts';
import type { StrategyHandlers, StrategyMarket } from '../../../src/engine/strategy.ts';
import type { Fill } from '../../../src/model/fill.ts';
import { EngineBench } from '../engineBench.ts';
import { balanceOf, BTC, ETH, euro, fillOf, limitsOf, NOON, orderOf, settingsOf, severalOf, touch } from '../fixtures.ts';
import { answerOf, type OrderGiven, type Situation } from './situation.ts';

type Markets = Readonly<Record<string, StrategyMarket>>;

const buy = (price: string, amount: string) => ({ side: 'Buy', price: dec(price), amount: dec(amount) }) as const;

function benchOf(handlers: (markets: Markets) => StrategyHandlers<string>, limits: Partial<RiskLimits> = {}): EngineBench {
  return new EngineBench(settingsOf([severalOf(handlers)], { limits: limitsOf(limits) }));
}

function booksOf(bench: EngineBench): void {
  bench.touch('1799', '1801', 0, 'ETH/EUR');
  bench.touch('59990', '60010');
}

describe('one budget over all markets', () => {
  const both = ({ left, right }: Markets): StrategyHandlers<string> => ({
    onBook(_book, context) {
      if (!context.isFresh || context.liveOrders > 0) return;
      left!.place(buy('1800', '0.3'));
      right!.place(buy('60000', '0.009'));
    },
  });

  it('holds what one buys against the other', () => {
    const bench = benchOf(both, { budgets: { s: euro('600') } });
    booksOf(bench);
    expect(bench.commands('place').map(({ symbol }) => symbol)).toEqual(['ETH/EUR']);
    expect(bench.notices('refused')).toMatchObject([
      { rule: 'budget', message: expect.stringMatching(/^539.82 EUR in use and 540 more is above the budget of 600 EUR$/) as unknown },
    ]);
  });

  it('lets both be bought when there is room', () => {
    const bench = benchOf(both, { budgets: { s: euro('1100') } });
    booksOf(bench);
    expect(bench.commands('place')).toHaveLength(2);
  });

  it('takes no new risk, and says so once, when a book that values a holding is stale', () => {
    const settings = settingsOf(
      [severalOf(({ right }) => ({ onBook: (book) => void (book.symbol === 'BTC/EUR' && right!.place(buy('59000', '0.001'))) }))],
      {
        limits: limitsOf({ budgets: { s: euro('100000') } }),
      },
    );
    const held = fillOf({ strategy: 's', symbol: 'ETH/EUR', amount: dec('1'), price: dec('1800') });
    const bench = new EngineBench(settings, { restored: { fills: [held] } });
    booksOf(bench);
    expect(bench.commands('place')).toHaveLength(1);
    bench.fill('order-1', undefined);
    bench.touch('59990', '60010', 6000);
    bench.touch('59990', '60010', 1000);
    expect(bench.commands('place')).toHaveLength(1);
    expect(bench.notices('refused')).toMatchObject([
      { rule: 'budget', message: 'no fresh book tells what s holds and may buy is worth in EUR' },
    ]);
    bench.touch('1799', '1801', 0, 'ETH/EUR');
    bench.touch('59990', '60010', 1000);
    expect(bench.commands('place')).toHaveLength(2);
  });

  it('counts a holding by its currency: what went on from one market into another is not held twice', () => {
    const markets = { ethEur: 'ETH/EUR', ethBtc: 'ETH/BTC', btcEur: 'BTC/EUR' };
    let again = false;
    const triangle = severalOf(
      ({ ethEur }) => ({
        onBook(_book, context) {
          if (context.isFresh && again) ethEur!.place(buy('1800', '0.3'));
        },
      }),
      markets,
    );
    const bench = new EngineBench(settingsOf([triangle], { limits: limitsOf({ budgets: { s: euro('600') } }) }), {
      restored: {
        fills: [
          fillOf({ strategy: 's', symbol: 'ETH/EUR', side: 'Buy', amount: dec('0.3'), price: dec('1800') }),
          fillOf({ strategy: 's', symbol: 'ETH/BTC', side: 'Sell', amount: dec('0.3'), price: dec('0.03') }),
          fillOf({ strategy: 's', symbol: 'BTC/EUR', side: 'Sell', amount: dec('0.009'), price: dec('60100') }),
        ],
      },
    });
    again = true;
    booksOf(bench);
    bench.touch('0.02999', '0.03001', 0, 'ETH/BTC');
    expect(bench.commands('place')).toMatchObject([{ symbol: 'ETH/EUR' }]);
  });
});

describe('what counts in a budget over all markets', () => {
  const markets = { ethEur: 'ETH/EUR', ethBtc: 'ETH/BTC', btcEur: 'BTC/EUR' };
  const ofThree = [severalOf(() => ({}), markets)];
  const ethEur = touch('1799', '1801', NOON, 'ETH/EUR');
  const ethBtc = touch('0.02999', '0.03001', NOON, 'ETH/BTC');
  const btcEur = touch('59990', '60010');
  const all = [ethEur, ethBtc, btcEur];
  const stale = touch('59990', '60010', NOON - 60_000);
  const UNKNOWN = 'no fresh book tells what s holds and may buy is worth in EUR';
  const buysEth = { symbol: 'ETH/EUR', price: '1800', amount: '1' };
  const fill = (given: Partial<Fill>) => fillOf({ strategy: 's', orderId: 'old', ...given });
  const sold = fill({ symbol: 'ETH/EUR', side: 'Sell', amount: dec('1'), price: dec('1800') });
  const kept = fill({ symbol: 'BTC/EUR', amount: dec('0.1') });

  it.each<readonly [what: string, most: string, given: OrderGiven, situation: Situation, message: string | undefined]>([
    ['a buy, just so', '1800', buysEth, {}, undefined],
    ['a cent more', '1799.99', buysEth, {}, '0 EUR in use and 1800 more is above the budget of 1799.99 EUR'],
    ['what a sale has brought is not held', '1800', buysEth, executed(sold), undefined],
    ['what is owed makes no room', '1799.99', buysEth, executed(sold), '0 EUR in use and 1800 more is above the budget of 1799.99 EUR'],
    ['what is held', '7799.99', buysEth, executed(kept), '6000 EUR in use and 1800 more is above the budget of 7799.99 EUR'],
    ['an order in the place of another one', '1800', { ...buysEth, replaces: 'old' }, { orders: [resting('ETH/EUR', '1500')] }, undefined],
    [
      'an order beside another one',
      '3299.99',
      buysEth,
      { orders: [resting('ETH/EUR', '1500')] },
      '1500 EUR in use and 1800 more is above the budget of 3299.99 EUR',
    ],
    [
      'a buy that is paid with what no fresh book values',
      '1e9',
      { symbol: 'ETH/BTC', price: '0.03', amount: '1' },
      { books: [ethBtc, stale] },
      UNKNOWN,
    ],
    ['a buy beside what no fresh book values', '1e9', buysEth, { books: [ethEur, stale], ...executed(kept) }, UNKNOWN],
    ['a buy beside a market whose pair is not known', '1800', buysEth, { pairs: [ETH, BTC], books: [ethEur, btcEur] }, undefined],
  ])('%s', (_what, most, given, situation, message) => {
    const limits = { budgets: { s: euro(most) } };
    expect(
      answerOf({ refuses: isOverBudget, message: budgetMessage }, given, { strategies: ofThree, books: all, limits, ...situation }),
    ).toBe(message);
  });

  it('makes no room by an order in none of its markets', () => {
    const ofTwo = [severalOf(() => ({}), { ethEur: 'ETH/EUR', btcEur: 'BTC/EUR' })];
    const orders = [orderOf({ symbol: 'ETH/BTC', price: dec('0.03'), amount: dec('100'), intentId: 'old', orderId: 'old' })];
    const situation = { strategies: ofTwo, books: all, orders, limits: { budgets: { s: euro('1000') } } };
    const given = { symbol: 'ETH/BTC', price: '0.03', amount: '100', replaces: 'old' };
    expect(answerOf({ refuses: isOverBudget, message: budgetMessage }, given, situation)).toBe(
      '0 EUR in use and 180000 more is above the budget of 1000 EUR',
    );
  });

  function executed(...given: readonly Fill[]): Situation {
    return { meanwhile: (room) => given.forEach((one) => room.executed(one)) };
  }

  function resting(symbol: string, price: string) {
    return orderOf({ symbol, price: dec(price), intentId: 'old', orderId: 'old' });
  }
});

describe('losses over all markets', () => {
  it('the sum of its markets reaches maxLoss, and all of them are stopped', () => {
    const losses = { s: { maxLoss: euro('100'), action: 'cancel' as const } };
    const bench = new EngineBench(
      settingsOf([severalOf(({ left }) => ({ onBook: (_book, { isFresh }) => isFresh && left!.quote([buy('1000', '1')]) }))], {
        limits: limitsOf({ losses }),
      }),
      {
        restored: {
          fills: [
            fillOf({ strategy: 's', symbol: 'ETH/EUR', amount: dec('1'), price: dec('1800') }),
            fillOf({ strategy: 's', symbol: 'BTC/EUR', amount: dec('0.01'), price: dec('60000') }),
          ],
        },
      },
    );
    bench.send({ type: 'balances', rows: [balanceOf('EUR', '10000')] });
    bench.touch('1739', '1741', 0, 'ETH/EUR');
    bench.touch('59990', '60010');
    bench.timer();
    bench.touch('59990', '60010');
    expect(bench.ladder('ETH/EUR')).toHaveLength(1);
    bench.touch('54990', '55010');
    bench.timer();
    expect(bench.notices('trading')).toMatchObject([
      { cause: 'max-loss', reason: expect.stringContaining('s has lost 110 EUR') as unknown },
    ]);
    expect(bench.ladder('ETH/EUR')).toEqual([]);
  });
});
