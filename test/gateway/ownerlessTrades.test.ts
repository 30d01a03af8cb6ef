import { beforeEach, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import type { Candidate } from '../../src/gateway/candidates.ts';
import { giveOrder } from '../../src/gateway/giveOrder.ts';
import { leaveOwnerless, noteOwnerless, ownerlessTrades } from '../../src/gateway/ownerlessTrades.ts';
import type { Fill } from '../../src/model/fill.ts';
import { openStore } from '../../src/store/store.ts';
import { loggedFill } from '../store/builders.ts';
import { MemoryStore } from '../store/memoryStore.ts';

const AT = Date.UTC(2026, 10, 20);
const RECOVERED_AT = AT + 60_000;

let store: MemoryStore;

function fillOf(id: string, side: Fill['side'], price: string, amount: string, over: Partial<Fill> = {}): Fill {
  const fees = { fee: dec('0.5'), feeCurrency: 'EUR' };
  const owner = { strategy: undefined, intentId: undefined };
  const what = { symbol: 'BTC/EUR', side, price: dec(price), amount: dec(amount), tradedAt: AT };
  return { ...loggedFill(id).fill, ...what, ...fees, ...owner, ...over };
}

async function recovered(...fills: readonly Fill[]): Promise<void> {
  await store.fillLog.record(fills.map((fill) => ({ fill, book: undefined })));
  await noteOwnerless(store.state, fills, RECOVERED_AT);
}

async function left(): Promise<readonly string[]> {
  return (await ownerlessTrades(store)).map(
    ({ symbol, bought, sold }) =>
      `${symbol} ${[bought, sold].map(({ amount, value }) => `${amount.toFixed()} for ${value.toFixed()}`).join(', ')}`,
  );
}

const correct = (id: string, amount: string): Promise<boolean> =>
  store.fillLog.recordEntry({
    id,
    cause: 'correction',
    strategy: 'maker',
    symbol: 'BTC/EUR',
    amount: dec(amount),
    price: dec('100'),
    at: RECOVERED_AT + 1,
    note: 'recovered',
  });

beforeEach(() => {
  store = new MemoryStore();
});

it('adds up what belongs to no strategy, with the fees, and leaves out what belongs to one', async () => {
  await recovered(
    fillOf('1', 'Buy', '100', '2'),
    fillOf('2', 'Buy', '110', '1'),
    fillOf('3', 'Sell', '120', '1'),
    fillOf('4', 'Buy', '100', '9', { strategy: 'maker' }),
    fillOf('5', 'Buy', '10', '1', { symbol: 'ETH/EUR', fee: dec('0.01'), feeCurrency: 'ETH' }),
  );
  expect(await left()).toEqual(['BTC/EUR 3 for 311, 1 for 119.5', 'ETH/EUR 0.99 for 10, 0 for 0']);
});

it('gets less by corrections of positions since, until nothing is left', async () => {
  await recovered(fillOf('1', 'Buy', '100', '2', { fee: dec('0') }), fillOf('2', 'Sell', '120', '1'));
  await correct('a', '0.5');
  expect(await left()).toEqual(['BTC/EUR 1.5 for 150, 1 for 119.5']);
  await correct('b', '-1');
  expect(await left()).toEqual(['BTC/EUR 1.5 for 150, 0 for 0']);
  await correct('c', '1.5');
  expect(await left()).toEqual([]);
});

it('is over where a person leaves it to whoever placed it, until another recovery finds more', async () => {
  await recovered(fillOf('1', 'Buy', '100', '2'));
  await leaveOwnerless(store.state, 'BTC/EUR');
  expect(await left()).toEqual([]);
  await recovered(fillOf('2', 'Sell', '120', '1', { tradedAt: AT + 5 }));
  expect(await left()).toEqual(['BTC/EUR 0 for 0, 1 for 119.5']);
});

it('is of two recoveries together', async () => {
  await recovered(fillOf('1', 'Buy', '100', '2'));
  await recovered(fillOf('2', 'Sell', '120', '1', { tradedAt: AT + 5 }));
  expect(await left()).toEqual(['BTC/EUR 2 for 200.5, 1 for 119.5']);
});

it('gets less by an order that is given to a strategy, with the executions that it had', async () => {
  const store = await openStore({ path: ':memory:', clock: new VirtualClock(AT) });
  const fills = [fillOf('1', 'Buy', '100', '2', { orderId: 'given' }), fillOf('2', 'Buy', '100', '1', { orderId: 'other' })];
  await store.fillLog.record(fills.map((fill) => ({ fill, book: undefined })));
  await noteOwnerless(store.state, fills, RECOVERED_AT);
  const amounts = async (): Promise<readonly string[]> => (await ownerlessTrades(store)).map(({ bought }) => bought.amount.toFixed());
  expect(await amounts()).toEqual(['3']);
  const order = { symbol: 'BTC/EUR', side: 'Buy', type: 'Limit', price: dec('100'), amount: dec('2'), openedAt: AT };
  const found = { orderId: 'given', ...order } as unknown as Candidate;
  const strategy = { name: 'maker', symbols: ['BTC/EUR'] };
  await giveOrder({ strategy, found, intentId: 'gift', end: 'filled' }, { ...store, clock: new VirtualClock(AT) });
  expect(await amounts()).toEqual(['1']);
  await store.close();
});
