import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Decimal, dec, ZERO } from '../../src/base/decimal.ts';
import type { Account } from '../../src/exchange/account.ts';
import { type BookOrder, FIRST_ORDER_ID, orderIdOf } from '../../src/exchange/bookOrder.ts';
import { Exchange } from '../../src/exchange/exchange.ts';
import type { Execution } from '../../src/exchange/execution.ts';
import type { Ladder } from '../../src/exchange/ladder.ts';
import { decimalOfUnits } from '../../src/exchange/units.ts';
import { amountOf, gridOf, priceOf, type Side } from '../../src/model/grid.ts';
import type { OrderType } from '../../src/model/order.ts';
import type { Pair } from '../../src/model/pair.ts';
import { NaiveExchange } from './naiveExchange.ts';

// The step is more than one unit in its last place, so that lots and decimals differ.
const PAIR: Pair = {
  symbol: 'X/Y',
  description: '',
  base: 'X',
  quote: 'Y',
  grid: gridOf(2, dec('0.005')),
  minVolume: dec('0.01'),
  maxVolume: dec('0.2'),
};
const RULES = {
  min: PAIR.minVolume,
  max: PAIR.maxVolume,
  step: dec('0.005'),
  tick: dec('0.01'),
  maker: dec('0.00123'),
  taker: dec('0.0027'),
};
const OWNERS = ['ann', 'bob', 'crowd'] as const;

type Step =
  | {
      readonly type: 'place';
      readonly owner: number;
      readonly side: Side;
      readonly orderType: OrderType;
      readonly amount: Decimal;
      readonly price: Decimal;
    }
  | { readonly type: 'cancel'; readonly owner: number; readonly order: number }
  | {
      readonly type: 'replace';
      readonly owner: number;
      readonly order: number;
      readonly amount: Decimal;
      readonly price: Decimal | undefined;
      readonly amountIs: 'remaining' | 'total';
      readonly id: 'keep' | 'new';
    };

const owner = fc.nat(2);
const thousandths = (value: number): Decimal => dec(value).div(1000);
// Mostly on the step, now and then off it, below the minimum or above the maximum.
const amount = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 2, max: 40 }).map((lots) => thousandths(lots * 5)) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 220 }).map(thousandths) },
);
const price = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 995, max: 1006 }).map((ticks) => dec(ticks).div(100)) },
  { weight: 1, arbitrary: fc.constantFrom(dec('10.001'), ZERO, dec('0.01')) },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('place'),
      owner,
      side: fc.constantFrom('Buy', 'Sell'),
      orderType: fc.constantFrom('Limit', 'Limit', 'Limit', 'Market'),
      amount,
      price,
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('cancel'), owner, order: fc.nat(40) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('replace'),
      owner,
      order: fc.nat(40),
      amount,
      price: fc.option(price, { nil: undefined }),
      amountIs: fc.constantFrom('remaining', 'total'),
      id: fc.constantFrom('keep', 'new'),
    }),
  },
);

test(
  'over random streams of orders it does exactly what the naive exchange does, and no money appears or vanishes',
  { tags: 'long' },
  () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 100, size: 'max' }), (steps) => {
        const executions: Execution[] = [];
        const exchange = openExchange((execution) => executions.push(execution));
        const accounts = [exchange.addAccount('ann'), exchange.addAccount('bob'), exchange.addAccount('crowd', true)];
        const naive = new NaiveExchange(RULES, ['crowd']);
        accounts.forEach((account, i) => {
          for (const [currency, opening] of [
            ['X', '1'],
            ['Y', '7.3'],
          ] as const) {
            account.deposit(currency, dec(opening));
            naive.add(OWNERS[i]!, currency, dec(opening));
          }
        });
        for (const [index, taken] of steps.entries()) {
          const aimed = aim(taken, naive);
          expect(run(exchange, accounts, aimed, index)).toEqual(runNaive(naive, aimed));
          expect(bookOf(exchange)).toEqual(naiveBookOf(naive));
          const open = naive.orders.filter((order) => order.owner !== 'crowd').map((order) => order.id);
          expect(new Set(accounts.flatMap((account) => exchange.openOrders(account).map((order) => order.sequence)))).toEqual(
            new Set(open),
          );
          for (const account of [...accounts, exchange.feeAccount]) expect(moneyOf(account)).toEqual(naiveMoneyOf(naive, account.name));
          expect(sumOf(exchange, 'X')).toBe('3');
          expect(sumOf(exchange, 'Y')).toBe('21.9');
        }
        expect(executions.map(fillOf)).toEqual(
          naive.fills.map((fill) => ({ ...fill, price: fill.price.toFixed(), amount: fill.amount.toFixed() })),
        );
      }),
      { numRuns: 300 },
    );
  },
);

test('ids begin above 2^53 and count up, as text with every digit', () => {
  const { exchange, ann } = funded();
  const first = exchange.place(ann, { symbol: 'X/Y', side: 'Buy', type: 'Limit', amount: dec('0.01'), price: dec(5) }, 0) as BookOrder;
  const second = exchange.place(ann, { symbol: 'X/Y', side: 'Buy', type: 'Limit', amount: dec('0.01'), price: dec(5) }, 0) as BookOrder;
  expect([orderIdOf(first), orderIdOf(second)]).toEqual(['9007199254740993', '9007199254740994']);
  expect(exchange.openOrder(ann, '9007199254740994')).toBe(second);
  expect(exchange.openOrder(ann, '9007199254740992'), 'the float next to it is another id').toBeUndefined();
});

test('an account can not see, cancel or replace the order of another', () => {
  const { exchange, ann, bob } = funded();
  const order = exchange.place(ann, { symbol: 'X/Y', side: 'Buy', type: 'Limit', amount: dec('0.01'), price: dec(5) }, 0) as BookOrder;
  expect(exchange.openOrders(bob)).toEqual([]);
  expect(exchange.cancel(bob, orderIdOf(order), 0)).toMatchObject({ code: 'order-not-found' });
  const change = { amount: dec('0.02'), price: undefined, amountIs: 'remaining', id: 'keep' } as const;
  expect(exchange.replace(bob, orderIdOf(order), change, 0)).toMatchObject({ code: 'order-not-found' });
  expect(order.lots).toBe(2);
});

test('a fee is rounded up to eight decimals of what is received', () => {
  const { exchange, ann, bob } = funded();
  exchange.place(ann, { symbol: 'X/Y', side: 'Sell', type: 'Limit', amount: dec('0.015'), price: dec('3.33') }, 0);
  exchange.place(bob, { symbol: 'X/Y', side: 'Buy', type: 'Limit', amount: dec('0.015'), price: dec('3.33') }, 0);
  // 0.015 * 3.33 = 0.04995; * 0.00123 = 0.0000614385; and 0.015 * 0.0027 = 0.0000405.
  expect(decimalOfUnits(exchange.feeAccount.holding('Y').total).toFixed()).toBe('0.00006144');
  expect(decimalOfUnits(exchange.feeAccount.holding('X').total).toFixed()).toBe('0.0000405');
});

test('a market buy spends what is available and drops the rest', () => {
  const dropped: number[] = [];
  const { exchange, ann, bob } = funded((lots) => dropped.push(lots));
  exchange.place(ann, { symbol: 'X/Y', side: 'Sell', type: 'Limit', amount: dec('0.2'), price: dec(100) }, 0);
  const order = exchange.place(bob, { symbol: 'X/Y', side: 'Buy', type: 'Market', amount: dec('0.2'), price: undefined }, 0) as BookOrder;
  // 10 at 100 buys 0.1, which is 20 lots of 40.
  expect(order).toMatchObject({ filledLots: 20, lots: 0 });
  expect(dropped).toEqual([20]);
  expect(bob.available('Y')).toBe(0n);
});

test('an account may only have so many open orders', () => {
  const exchange = new Exchange({ pairs: [PAIR], at: 0, listener: silent(), maxOpenOrders: 2 });
  const ann = exchange.addAccount('ann');
  ann.deposit('Y', dec(10));
  const order = { symbol: 'X/Y', side: 'Buy', type: 'Limit', amount: dec('0.01'), price: dec(5) } as const;
  expect([0, 1, 2].map(() => exchange.place(ann, order, 0)).map((placed) => 'code' in placed && placed.code)).toEqual([
    false,
    false,
    'too-many-orders',
  ]);
});

test('an unknown symbol and a limit order without a price are refused with their field', () => {
  const { exchange, ann } = funded();
  const order = { symbol: 'X/Y', side: 'Buy', type: 'Limit', amount: dec('0.01'), price: undefined } as const;
  expect(exchange.place(ann, order, 0)).toMatchObject({ code: 'price-required', field: 'price' });
  expect(exchange.place(ann, { ...order, symbol: 'Y/X' }, 0)).toMatchObject({ code: 'symbol-unknown', field: 'symbol' });
});

function silent(dropped: (lots: number) => void = () => {}): { executed: () => void; canceled: (order: BookOrder, lots: number) => void } {
  return { executed: () => {}, canceled: (_order, lots) => dropped(lots) };
}

function funded(dropped?: (lots: number) => void): { exchange: Exchange; ann: Account; bob: Account } {
  const exchange = new Exchange({ pairs: [PAIR], at: 0, listener: silent(dropped), fees: RULES });
  const [ann, bob] = [exchange.addAccount('ann'), exchange.addAccount('bob')];
  for (const account of [ann, bob]) {
    account.deposit('X', dec(1));
    account.deposit('Y', dec(10));
  }
  return { exchange, ann, bob };
}

function openExchange(executed: (execution: Execution) => void): Exchange {
  return new Exchange({
    pairs: [PAIR],
    at: 0,
    fees: RULES,
    listener: { executed: (execution) => executed({ ...execution }), canceled: () => {} },
  });
}

function run(exchange: Exchange, accounts: readonly Account[], taken: Step, at: number): number | string | undefined {
  const account = accounts[taken.owner]!;
  const outcome = (result: ReturnType<typeof exchange.place>): number | string => ('code' in result ? result.code : result.sequence);
  const id = (order: number): string => (FIRST_ORDER_ID + BigInt(order)).toString();
  switch (taken.type) {
    case 'place':
      return outcome(exchange.place(account, { symbol: 'X/Y', ...taken, type: taken.orderType }, at));
    case 'cancel': {
      const result = exchange.cancel(account, id(taken.order), at);
      return 'code' in result ? result.code : undefined;
    }
    case 'replace':
      return outcome(exchange.replace(account, id(taken.order), taken, at));
  }
}

/** Aims cancels and replacements at an open order, whoever owns it, except for one in eight. */
function aim(taken: Step, { orders }: NaiveExchange): Step {
  if (taken.type === 'place' || taken.order % 8 === 0 || orders.length === 0) return taken;
  const target = orders[taken.order % orders.length]!;
  return { ...taken, order: target.id, owner: taken.order % 5 === 0 ? taken.owner : OWNERS.indexOf(target.owner as 'ann') };
}

function runNaive(naive: NaiveExchange, taken: Step): number | string | undefined {
  const name = OWNERS[taken.owner]!;
  switch (taken.type) {
    case 'place':
      return naive.place(name, taken.side, taken.orderType, taken.amount, taken.price);
    case 'cancel':
      return naive.cancel(name, taken.order);
    case 'replace':
      return naive.replace(name, taken.order, taken.amount, taken.price, taken.amountIs, taken.id);
  }
}

/** Every resting order, best price first and in order of its queue, and the ladder's own sums. */
function bookOf(exchange: Exchange): string[] {
  const { bids, asks } = exchange.market('X/Y')!;
  return [bids, asks].flatMap(ordersOf);
}

function ordersOf(ladder: Ladder): string[] {
  const lines: string[] = [];
  for (const level of ladder.levels.toReversed()) {
    let lots = 0;
    for (let order = level.first; order !== undefined; order = order.next) {
      lots += order.lots;
      lines.push(
        `${order.sequence} ${order.side} ${amountOf(PAIR.grid, order.lots).toFixed()} @ ${priceOf(PAIR.grid, order.ticks).toFixed()}`,
      );
    }
    expect(level.lots, 'a level is the sum of its orders').toBe(lots);
  }
  return lines;
}

function naiveBookOf({ orders }: NaiveExchange): string[] {
  const best = (side: Side) => (a: { price: Decimal }, b: { price: Decimal }) =>
    side === 'Sell' ? a.price.cmp(b.price) : b.price.cmp(a.price);
  const sides = (['Buy', 'Sell'] as const).map((side) => orders.filter((order) => order.side === side).toSorted(best(side)));
  return sides.flat().map(({ id, side, open, price: at }) => `${id} ${side} ${open.toFixed()} @ ${at.toFixed()}`);
}

function moneyOf(account: Account): readonly string[] {
  return ['X', 'Y'].flatMap((currency) => [
    decimalOfUnits(account.holding(currency).total).toFixed(),
    decimalOfUnits(account.available(currency)).toFixed(),
  ]);
}

function naiveMoneyOf(naive: NaiveExchange, name: string): readonly string[] {
  return ['X', 'Y'].flatMap((currency) => [naive.total(name, currency).toFixed(), naive.available(name, currency).toFixed()]);
}

function sumOf(exchange: Exchange, currency: string): string {
  return decimalOfUnits(exchange.accounts.reduce((sum, account) => sum + account.holding(currency).total, 0n)).toFixed();
}

function fillOf({ maker, taker, ticks, lots }: Execution): Record<string, unknown> {
  return {
    maker: maker.sequence,
    taker: taker.sequence,
    price: priceOf(PAIR.grid, ticks).toFixed(),
    amount: amountOf(PAIR.grid, lots).toFixed(),
  };
}
