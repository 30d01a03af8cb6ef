import { afterEach, describe, expect, test } from 'vitest';
import { dec, type Decimal } from '../../src/base/decimal.ts';
import { BalanceWitness } from '../../src/gateway/balanceWitness.ts';
import { orderFingerprint } from '../../src/gateway/fingerprint.ts';
import type { LedgerWitness } from '../../src/gateway/resolver.ts';
import type { Fill } from '../../src/model/fill.ts';
import type { CallFault } from '../../src/simulator/callFault.ts';
import { CROSSING, once, type OrderBench, orderBench } from './orderBench.ts';

const TAKEN = { kind: 'drop-after' } as const;

/** A ledger that has begun, and by whose word the balances have so much more. */
function ledgerOf(more: () => Readonly<Record<string, string>>): LedgerWitness {
  const differences = (): Map<string, Decimal> => new Map(Object.entries(more()).map(([currency, amount]) => [currency, dec(amount)]));
  return { hasUnexplained: () => false, differences: () => Promise.resolve(differences()) };
}

describe('an order of which nobody knows what became of it', () => {
  let bench: OrderBench;
  afterEach(() => bench.end());

  async function stateOf(intentId: string): Promise<string | undefined> {
    return (await bench.store.journal.get(intentId))?.state;
  }

  test('an order that rests and is in no list keeps its lane shut: the balances hold what it may take', { tags: 'long' }, async () => {
    bench = await orderBench();
    await bench.round();
    await bench.balances();
    bench.fault = once('orders.place', TAKEN);
    const command = bench.place({ amount: dec('0.1') });
    await bench.run(command);
    const empty: CallFault = { kind: 'garble', body: '{"total":0,"items":[]}' };
    bench.fault = ({ operation }) => (operation === 'orders.list' ? empty : undefined);
    await bench.rounds(200, 1000);
    expect(await stateOf(command.intentId)).toBe('unknown');
    expect(bench.own.resolution().unresolved[0]!.waitsFor).toBe('balances that leave no room for it');
    bench.fault = undefined;
    await bench.rounds(2, 1000);
    expect(await stateOf(command.intentId)).toBe('adopted');
  });

  test('so does one that was executed and is in no list: the balances have moved', { tags: 'long' }, async () => {
    bench = await orderBench();
    await bench.round();
    await bench.balances();
    await bench.pass(1000);
    bench.fault = once('orders.place', TAKEN);
    const command = bench.place(CROSSING);
    await bench.run(command);
    const empty: CallFault = { kind: 'garble', body: '{"total":0,"items":[]}' };
    bench.fault = ({ operation }) => (operation === 'trades.list' ? empty : undefined);
    await bench.rounds(200, 1000);
    expect(await stateOf(command.intentId)).toBe('unknown');
    bench.fault = undefined;
    await bench.rounds(70, 1000);
    expect(await stateOf(command.intentId)).toBe('adopted');
  });

  test(
    'after a restart the ledger tells what was before it: an order that was executed and is in no list keeps its lane shut',
    { tags: 'long' },
    async () => {
      bench = await orderBench({ ledgerWitness: ledgerOf(() => ({ EUR: '-72000', BTC: '0.9' })) });
      await bench.round();
      bench.fault = once('orders.place', TAKEN);
      const command = bench.place(CROSSING);
      await bench.run(command);
      bench.fault = ({ operation }) => (operation === 'trades.list' ? { kind: 'garble', body: '{"total":0,"items":[]}' } : undefined);
      await bench.rounds(200, 1000);
      expect(await stateOf(command.intentId)).toBe('unknown');
      bench.fault = undefined;
      await bench.rounds(70, 1000);
      expect(await stateOf(command.intentId)).toBe('adopted');
    },
  );

  test('so does one of which a small part was executed, and no list shows a row of it', { tags: 'long' }, async () => {
    const more = { EUR: '-1564.7', BTC: '0.02572' };
    bench = await orderBench({ ledgerWitness: ledgerOf(() => more) });
    bench.fault = once('orders.place', { kind: 'drop-before' });
    const command = bench.place(CROSSING);
    await bench.run(command);
    await bench.rounds(200, 1000);
    expect(await stateOf(command.intentId)).toBe('unknown');
    expect(bench.own.resolution().unresolved[0]!.waitsFor).toBe('balances that leave no room for it');
    Object.assign(more, { EUR: '0', BTC: '0' });
    await bench.rounds(20, 1000);
    expect(await stateOf(command.intentId)).toBe('not-sent');
  });

  test('and one that never came to anything is settled, whatever else is on its way', { tags: 'long' }, async () => {
    bench = await orderBench({ ledgerWitness: ledgerOf(() => ({ EUR: '70000', BTC: '-0.9', ETH: '1' })) });
    bench.fault = once('orders.place', { kind: 'drop-before' });
    const command = bench.place(CROSSING);
    await bench.run(command);
    await bench.rounds(200, 1000);
    expect(await stateOf(command.intentId)).toBe('not-sent');
  });

  test(
    'what was before an order is kept for as long as its outcome is unknown, however many readings follow',
    { tags: 'long' },
    async () => {
      bench = await orderBench();
      await bench.round();
      await bench.balances();
      await bench.pass(1000);
      bench.fault = once('orders.place', TAKEN);
      const command = bench.place(CROSSING);
      await bench.run(command);
      bench.fault = ({ operation }) => (operation === 'trades.list' ? { kind: 'garble', body: '{"total":0,"items":[]}' } : undefined);
      for (let i = 0; i < 200; i++) {
        await bench.rounds(1, 1000);
        await bench.balances();
      }
      expect(await stateOf(command.intentId)).toBe('unknown');
    },
  );

  test('balances that were read while the order was sent are no balances of before it', { tags: 'long' }, async () => {
    bench = await orderBench();
    await bench.round();
    const lose = once('orders.place', TAKEN);
    bench.fault = (call) => (call.operation === 'balances.list' ? { kind: 'delay', ms: 1000, apply: 'last' } : lose(call));
    const reading = bench.balances();
    await bench.pass(20);
    const command = bench.place({ amount: dec('0.1') });
    await bench.run(command);
    await reading;
    bench.fault = ({ operation }) => (operation === 'orders.list' ? { kind: 'garble', body: '{"total":0,"items":[]}' } : undefined);
    await bench.rounds(200, 1000);
    expect(await stateOf(command.intentId)).toBe('unknown');
  });
});

/** A buy of 100 EUR of which nobody knows what became of it, decided at 1000. */
const SHAPE = { symbol: 'BTC/EUR', side: 'Buy', type: 'Limit', amount: dec('0.002'), price: dec('50000') } as const;
const ASKED = { kind: 'place', fingerprint: orderFingerprint(SHAPE), createdAt: 1000 } as const;

const SOLD: Fill = {
  ...SHAPE,
  side: 'Sell',
  id: 'f1',
  orderId: 'other',
  fee: dec(0),
  feeCurrency: 'EUR',
  feeType: 'Maker',
  openedAt: 0,
  tradedAt: 850,
  receivedAt: 1100,
  intentId: undefined,
  strategy: undefined,
  tag: undefined,
};

const wallets = (eur: string, available: string, btc = '0') => [
  { currency: 'EUR', total: dec(eur), available: dec(available) },
  { currency: 'BTC', total: dec(btc), available: dec(btc) },
];
const buy = (id: string, worth: string) => ({ ...SHAPE, id, amount: dec(worth).div(100), price: dec(100) });
type Wallets = ReturnType<typeof wallets>;
type Orders = readonly ReturnType<typeof buy>[];

/** Balances between two rounds of the lists. The second one begins after them, unless it is said to have begun earlier. */
function read(
  witness: BalanceWitness,
  at: number,
  before: Orders,
  balances: Wallets,
  after: Orders,
  { begunMs = at + 1, isSure = true } = {},
) {
  witness.note(balances, { openOrders: before, reported: witness.reported }, { at, ms: at });
  witness.round(begunMs, after, isSure);
}

const mayRest = (witness: BalanceWitness, balances: Wallets, orders: Orders = []): boolean =>
  !witness.leaveNoRoom(ASKED, { before: witness.before(ASKED), unbooked: undefined }, balances, orders);

test('orders that were gone by the time of the balances do not look like funds that an order holds now', () => {
  const witness = new BalanceWitness();
  for (let at = 0; at < 50; at += 10) read(witness, at, [buy(`a${at}`, '300')], wallets('1000', '1000'), [buy(`b${at}`, '300')]);
  expect(mayRest(witness, wallets('1000', '1000'))).toBe(false);
  // One that rests and is not listed is seen all the same.
  expect(mayRest(witness, wallets('1000', '900'))).toBe(true);
});

test('what came between two rounds hides no order that rests', () => {
  const holding = wallets('1000', '700');
  const [none, one]: Orders[] = [[], [buy('b', '300')]];
  // The list has changed; the second round began before the balances were there; an order was acknowledged and is in no list yet.
  for (const [before, after, rest] of [
    [none, one, {}],
    [none, none, { begunMs: 5 }],
    [none, none, { isSure: false }],
  ] as const) {
    const witness = new BalanceWitness();
    read(witness, 10, before!, holding, after!, rest);
    expect(mayRest(witness, wallets('1000', '900'))).toBe(true);
  }
  // One that came and went between the rounds was reported.
  const witness = new BalanceWitness();
  witness.note(holding, { openOrders: [], reported: witness.reported }, { at: 10, ms: 10 });
  witness.told({ type: 'cancel-accepted', orderId: 'b' });
  witness.round(11, [], true);
  expect(mayRest(witness, wallets('1000', '900'))).toBe(true);
});

test('what others hold is taken off, where a quiet reading has shown it and for as long as it is one of the last', () => {
  const witness = new BalanceWitness();
  read(witness, 0, [], wallets('1000', '600'), []);
  read(witness, 10, [buy('gone', '50')], wallets('1000', '600'), []);
  expect(mayRest(witness, wallets('1000', '600'))).toBe(false);
  expect(mayRest(witness, wallets('1000', '500'))).toBe(true);
  for (let at = 2000; at < 2012; at++) read(witness, at, [], wallets('1000', '600'), []);
  expect(mayRest(witness, wallets('1000', '600'))).toBe(true);
});

test('what the ledger says comes before what was read before: it knows of an execution that was in those balances and is booked after them', () => {
  const witness = new BalanceWitness();
  // Another order has sold 0.002 BTC for 100 EUR by then, and its execution comes later.
  read(witness, 900, [], wallets('1100', '1100', '0.998'), []);
  witness.told({ type: 'fill', fill: SOLD });
  const [before, now] = [witness.before(ASKED), wallets('1100', '1100', '0.998')];
  const isOpen = (unbooked: ReadonlyMap<string, Decimal> | undefined): boolean => witness.leaveNoRoom(ASKED, { before, unbooked }, now, []);
  expect(isOpen(undefined)).toBe(false);
  expect(isOpen(new Map())).toBe(true);
  expect(isOpen(new Map([['EUR', dec('-100')]]))).toBe(true);
  const bought = [
    ['EUR', dec('-100')],
    ['BTC', dec('0.002')],
  ] as const;
  expect(isOpen(new Map(bought))).toBe(false);
});
