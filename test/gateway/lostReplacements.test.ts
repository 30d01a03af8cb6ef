import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import type { OpenOrderRow } from '../../src/gateway/accountLists.ts';
import type { TradeRow } from '../../src/gateway/fillRows.ts';
import { orderFingerprint } from '../../src/gateway/fingerprint.ts';
import { adoptLostReplacements } from '../../src/gateway/lostReplacements.ts';
import { mostOf } from '../../src/gateway/mostOf.ts';
import type { Journal } from '../../src/model/journal.ts';
import type { Database } from '../../src/store/database.ts';
import { createJournal } from '../../src/store/journal.ts';
import { SentMarks } from '../../src/store/sentMarks.ts';
import { boundOrder, newIntent, ownedDatabase, START } from '../store/builders.ts';

const ORDER = '17';
const clock = new VirtualClock(START + 1000);
let database: Database;
let journal: Journal;

beforeEach(async () => {
  const owned = await ownedDatabase();
  ({ database } = owned);
  journal = createJournal(database, owned.epoch, new SentMarks(':memory:', { epoch: owned.epoch, token: '' }), clock, 8);
  await journal.begin(newIntent('placed', { fingerprint: shape('0.01', '50000') }));
  await journal.settle('placed', { state: 'acknowledged', at: START, venueId: ORDER, order: boundOrder(ORDER, 'placed') });
});
afterEach(() => database.close());

function shape(amount: string, price: string): string {
  return orderFingerprint({ symbol: 'BTC/EUR', side: 'Buy', type: 'Limit', amount: dec(amount), price: dec(price) });
}

/** A replacement of the order was on its way when the copy was made. */
async function onItsWay(amount: string, price: string): Promise<void> {
  await journal.begin(newIntent('replacing', { kind: 'replace', targetId: ORDER, fingerprint: shape(amount, price) }));
  await journal.settle('replacing', { state: 'unknown', at: START });
}

const open = (amount: string, price: string) => ({
  id: ORDER,
  symbol: 'BTC/EUR',
  side: 'Buy',
  type: 'Limit',
  amount: dec(amount),
  initialAmount: undefined,
  price: dec(price),
  openTime: START,
  updatedOn: START,
});

const executed = (amount: string, price: string): TradeRow =>
  ({ ...open(amount, price), status: 'Executed', fee: dec('0'), feeCurrency: 'EUR', tradeDate: START }) as unknown as TradeRow;

async function adopt(openOrders: readonly ReturnType<typeof open>[], rows: readonly TradeRow[] = []): Promise<readonly string[]> {
  const lists = {
    openOrders: () => Promise.resolve(openOrders as readonly unknown[] as readonly OpenOrderRow[]),
    tradesOf: () => Promise.resolve(rows),
  };
  const before = new Set((await journal.list(9)).map(({ id }) => id));
  await adoptLostReplacements({ journal, lists, clock, skewMs: 5000, newId: () => 'found' });
  return (await journal.list(9)).flatMap(({ id, state }) => (before.has(id) ? [] : [`${id} ${state}`]));
}

const unresolved = async (): Promise<readonly string[]> => (await journal.unresolved()).map(({ id }) => id);

describe(adoptLostReplacements, () => {
  it('changes nothing where the order is as the journal knows it, partly executed too', async () => {
    expect(await adopt([open('0.01', '50000')])).toEqual([]);
    expect(await adopt([open('0.004', '50000')], [executed('0.006', '50000')])).toEqual([]);
    expect(await adopt([], [executed('0.01', '50000')])).toEqual([]);
    expect(await adopt([])).toEqual([]);
  });

  it('takes the price and the amount of an order that rests elsewhere', async () => {
    expect(await adopt([open('0.02', '49000')])).toEqual(['found acknowledged']);
    expect(await journal.order(ORDER)).toMatchObject({ price: dec('49000'), amount: dec('0.02'), strategy: 'maker', closedAt: undefined });
    expect(await adopt([open('0.02', '49000')]), 'a second time').toEqual([]);
  });

  it('takes an order that has come to more than was ordered for a larger one, at the same price too', async () => {
    expect(await adopt([open('0.01', '50000')], [executed('0.01', '50000')])).toEqual(['found acknowledged']);
    expect((await journal.order(ORDER))!.amount).toEqual(dec('0.02'));
  });

  it('takes no order for a larger one that is executed while the lists are read', async () => {
    const readings = [[open('0.01', '50000')]];
    const lists = {
      openOrders: () => Promise.resolve((readings.shift() ?? [open('0.006', '50000')]) as readonly unknown[] as readonly OpenOrderRow[]),
      tradesOf: () => Promise.resolve([executed('0.004', '50000')]),
    };
    await adoptLostReplacements({ journal, lists, clock, skewMs: 5000, newId: () => 'found' });
    expect((await journal.order(ORDER))!.amount).toEqual(dec('0.01'));
    expect(await journal.get('found')).toBeUndefined();
  });

  it('lets all be booked that an order has executed which is gone', async () => {
    expect(await adopt([], [executed('0.02', '50100'), executed('0.01', '50000')])).toEqual(['found acknowledged']);
    const order = (await journal.order(ORDER))!;
    expect(order).toMatchObject({ amount: dec('0.03'), closedAt: undefined });
    expect((await mostOf(order, journal)).gte('0.03')).toBe(true);
  });

  it.each([
    ['open as it was', [open('0.01', '50000')], [], 'not-sent', '50000', []],
    ['open as was asked for', [open('0.02', '49000')], [], 'adopted', '49000', []],
    ['open in another way', [open('0.03', '48000')], [], 'adopted', '48000', ['found acknowledged']],
    ['executed', [], [executed('0.01', '50000')], 'adopted', '50000', []],
  ])('settles the replacement that was on its way before, of an order that is %s', async (_, openOrders, rows, state, price, found) => {
    await onItsWay('0.02', '49000');
    expect(await adopt(openOrders, rows)).toEqual(found);
    expect(await unresolved()).toEqual([]);
    expect((await journal.get('replacing'))!.state).toBe(state);
    expect((await journal.order(ORDER))!.price).toEqual(dec(price));
  });

  it('leaves one to the resolver whose order the venue does not show', async () => {
    await onItsWay('0.02', '49000');
    expect(await adopt([])).toEqual([]);
    expect(await unresolved()).toEqual(['replacing']);
  });

  it('leaves what else is unknown on the pair to the resolver', async () => {
    await journal.begin(newIntent('other', { decision: 'another' }));
    await journal.settle('other', { state: 'unknown', at: START });
    expect(await adopt([open('0.01', '49000')])).toEqual(['found acknowledged']);
    expect(await unresolved()).toEqual(['other']);
  });
});
