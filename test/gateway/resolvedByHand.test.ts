import { afterEach, describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { Fault } from '../../src/base/fault.ts';
import { isoOf } from '../../src/base/instant.ts';
import type { Transport } from '../../src/client/transport.ts';
import { type OrderBench, once, orderBench } from './orderBench.ts';

let bench: OrderBench;
afterEach(() => bench.end());

const NEVER_ARRIVES = { kind: 'drop-before' } as const;
const ANSWER_LOST = { kind: 'drop-after' } as const;
const LANE = 'spot:BTC/EUR';

/** A network whose list of open orders is empty while it lags. */
function withoutOpenOrders(transport: Transport, lists: { readonly lag: boolean }): Transport {
  return {
    close: () => transport.close(),
    send: async (request) => {
      const response = await transport.send(request);
      const isOpenOrders = request.method === 'GET' && new URL(request.url).pathname.endsWith('/orders');
      return lists.lag && isOpenOrders ? { ...response, body: Buffer.from(JSON.stringify({ total: 0, items: [] })) } : response;
    },
  };
}

/** An order of which nobody can say whether it was placed. It was not. */
async function lostOrder(): Promise<string> {
  bench = await orderBench();
  bench.fault = once('orders.place', NEVER_ARRIVES);
  const command = bench.place();
  await bench.run(command);
  return command.intentId;
}

/** Until the venue takes no request any more that was sent before. */
async function untilTakenNoMore(): Promise<void> {
  await bench.pass(70_000);
  // What the venue's clock shows is known from its answers.
  await Promise.all([bench.client.orders.list({ page: 0, count: 1 }), bench.pass(5000)]);
}

describe('a person who decides what came of an order', () => {
  it('takes it for not placed: its lane opens, the strategy hears of it, and the next order goes out', async () => {
    const id = await lostOrder();
    await untilTakenNoMore();
    const intent = await bench.resolve(id, { type: 'not-placed' });
    expect(intent).toMatchObject({ state: 'not-sent', evidence: 'a person has decided it' });
    expect(bench.reports.slice(-2)).toMatchObject([
      { type: 'intent-not-placed', intentId: id, kind: 'place', code: 'lost' },
      { type: 'lane-opened', lane: LANE },
    ]);
    await bench.run(bench.place());
    expect(bench.reportsOf('order-opened')).toHaveLength(1);
  });

  it('is refused that nothing came of it for as long as the venue may take it, and told until when', async () => {
    bench = await orderBench();
    bench.fault = once('orders.place', { ...ANSWER_LOST, applyAfterMs: 9000 });
    const command = bench.place();
    await bench.run(command);
    const { expiresAt } = (await bench.store.journal.get(command.intentId))!;
    const until = isoOf(Math.ceil(expiresAt! - bench.client.venueClock.offsetMs));
    await expect(bench.resolve(command.intentId, { type: 'not-placed' })).rejects.toMatchObject({
      code: 'refused',
      retryable: true,
      message: expect.stringContaining(`the venue may take it until ${until}`) as string,
    });
    expect(bench.reportsOf('lane-opened')).toEqual([]);
    await bench.rounds(12, 1000);
    expect(await bench.store.journal.get(command.intentId)).toMatchObject({ state: 'adopted' });
  });

  it('has settled it for `status` and the alarms too: nothing waits for it any more, whatever was decided', { tags: 'long' }, async () => {
    const unresolved = (): readonly string[] => bench.own.resolution().unresolved.map((one) => one.id);
    const id = await lostOrder();
    await bench.round();
    expect(unresolved()).toEqual([id]);
    await untilTakenNoMore();
    await bench.resolve(id, { type: 'not-placed' });
    expect(unresolved()).toEqual([]);
    bench.fault = once('orders.place', NEVER_ARRIVES);
    const second = bench.place();
    await bench.run(second);
    await bench.round();
    expect(unresolved()).toEqual([second.intentId]);
    await bench.resolve(second.intentId, { type: 'adopt', venueId: await bench.foreign.place({ amount: '0.02', price: '50100' }) });
    expect(unresolved()).toEqual([]);
    bench.fault = once('conversions.execute', NEVER_ARRIVES);
    const conversion = bench.convert(await bench.quote());
    await bench.run(conversion);
    await bench.conversionRounds(1);
    expect(unresolved()).toEqual([conversion.intentId]);
    await untilTakenNoMore();
    await bench.resolve(conversion.intentId, { type: 'not-placed' });
    expect(unresolved()).toEqual([]);
  });

  it('binds an order of another price and amount, which two rounds later is kept in step as any other', { tags: 'long' }, async () => {
    const id = await lostOrder();
    const orderId = await bench.foreign.place({ amount: '0.02', price: '50100' });
    await bench.resolve(id, { type: 'adopt', venueId: orderId });
    expect(await bench.store.journal.order(orderId)).toMatchObject({ intentId: id, amount: dec('0.02'), price: dec('50100') });
    expect(bench.reportsOf('order-opened')).toMatchObject([{ intentId: id, orderId, adopted: true }]);
    await bench.foreign.cancel(orderId);
    await bench.rounds(3, 20_000);
    expect(bench.reportsOf('order-closed')).toMatchObject([{ orderId, end: 'canceled' }]);
  });

  it('binds an order that is over, and its executions are booked', async () => {
    const id = await lostOrder();
    const orderId = await bench.foreign.place({ amount: '0.003', price: '80000' });
    await bench.resolve(id, { type: 'adopt', venueId: orderId });
    await bench.rounds(3, 1000);
    expect(bench.reportsOf('fill')).toMatchObject([{ fill: { orderId, intentId: id } }]);
    expect(bench.reportsOf('order-closed')).toMatchObject([{ orderId, end: 'filled' }]);
  });

  it('says what came of a replacement: the order moved, under a new id, or not at all', async () => {
    bench = await orderBench({ behaviour: { replaceId: 'new' } });
    await bench.run(bench.place());
    const [placed] = bench.reportsOf('order-opened');
    bench.fault = once('orders.replace', ANSWER_LOST);
    const command = bench.replace(placed!.orderId);
    await bench.run(command);
    const successor = bench.truth().orders.find(({ id }) => id !== placed!.orderId);
    await bench.resolve(command.intentId, { type: 'adopt', venueId: successor!.id });
    expect(bench.reportsOf('order-replaced')).toMatchObject([
      { intentId: command.intentId, orderId: placed!.orderId, newOrderId: successor!.id },
    ]);
    bench.fault = once('orders.replace', NEVER_ARRIVES);
    const second = bench.replace(successor!.id);
    await bench.run(second);
    await untilTakenNoMore();
    await bench.resolve(second.intentId, { type: 'not-placed' });
    expect(bench.reports.slice(-2)).toMatchObject([{ type: 'intent-not-placed', kind: 'replace' }, { type: 'lane-opened' }]);
  });

  it('says what came of a conversion', async () => {
    bench = await orderBench();
    bench.fault = once('conversions.execute', NEVER_ARRIVES);
    const command = bench.convert(await bench.quote());
    await bench.run(command);
    await bench.foreign.convert('50');
    const [other] = bench.truth().conversions;
    await bench.resolve(command.intentId, { type: 'adopt', venueId: other!.id });
    expect(bench.reportsOf('converted')).toMatchObject([{ adopted: true, conversion: { id: other!.id, intentId: command.intentId } }]);
  });

  it.each([
    ['an order that the venue does not show', 'not-found', { type: 'adopt', venueId: '4711' }],
    ['a sell where a buy was asked for', 'refused', { side: 'Sell', amount: '0.01', price: '90000' }],
    ['an order of another symbol', 'refused', { symbol: 'ETH/EUR', amount: '0.1', price: '1000' }],
  ] as const)('is refused %s, and nothing has changed', async (_, code, what) => {
    const id = await lostOrder();
    const venueId = 'venueId' in what ? what.venueId : await bench.foreign.place(what);
    await expect(bench.resolve(id, { type: 'adopt', venueId })).rejects.toMatchObject({ code });
    expect(await bench.store.journal.get(id)).toMatchObject({ state: 'unknown' });
    expect(bench.reportsOf('lane-opened')).toEqual([]);
  });

  it('is refused an order that belongs to another intent, and intents of which nothing is to be decided', async () => {
    const id = await lostOrder();
    const other = bench.place({ symbol: 'ETH/EUR', price: dec('1000'), amount: dec('0.1') });
    await bench.run(other);
    await expect(bench.resolve(other.intentId, { type: 'not-placed' })).rejects.toThrow(
      /is acknowledged since .*: there is nothing to decide/,
    );
    await expect(bench.resolve('nobody', { type: 'not-placed' })).rejects.toMatchObject({ code: 'not-found' });
    await untilTakenNoMore();
    await bench.resolve(id, { type: 'not-placed' });
    await expect(bench.resolve(id, { type: 'not-placed' })).rejects.toMatchObject({ code: 'refused' });
  });

  it('decides nothing while the lists can not be read', async () => {
    const id = await lostOrder();
    bench.fault = (call) => (call.operation === 'orders.list' ? NEVER_ARRIVES : undefined);
    await expect(bench.resolve(id, { type: 'adopt', venueId: '4711' })).rejects.toMatchObject({ code: 'network' });
    expect(await bench.store.journal.get(id)).toMatchObject({ state: 'unknown' });
  });
});

describe('an order that a person gives to a strategy', () => {
  const maker = { name: 'maker', symbols: ['BTC/EUR'] };

  it('is bound with the executions that it had, and kept in step from then on', { tags: 'long' }, async () => {
    bench = await orderBench();
    const orderId = await bench.foreign.place({ amount: '0.05', price: '60744' });
    await bench.rounds(3, 500);
    const order = await bench.giveTo(maker, orderId, 'GIVEN');
    expect(order).toMatchObject({ orderId, intentId: 'GIVEN', strategy: 'maker', amount: dec('0.05') });
    expect(await bench.store.journal.get('GIVEN')).toMatchObject({ state: 'acknowledged', venueId: orderId });
    await bench.rounds(2, 500);
    const logged = await bench.store.fillLog.fills({ orderId });
    const { filled } = bench.truth().orders.find(({ id }) => id === orderId)!;
    expect(logged.length).toBeGreaterThan(0);
    expect(logged.reduce((sum, { fill }) => sum.plus(fill.amount), dec('0')).toFixed()).toBe(filled.toFixed());
    for (const { fill } of logged) expect(fill).toMatchObject({ intentId: 'GIVEN', strategy: 'maker' });
    await expect(bench.giveTo(maker, orderId, 'AGAIN')).rejects.toThrow(/belongs to maker, intent GIVEN/);
  });

  it('that is over is closed at once, and its executions are those of the strategy', { tags: 'long' }, async () => {
    bench = await orderBench();
    // A life has begun before: what was executed since then is in the log, whosever it is.
    await bench.rounds(2, 500);
    const orderId = await bench.foreign.place({ type: 'Market', amount: '0.05' });
    await bench.rounds(3, 6000);
    expect(
      bench.truth().orders.map(({ id }) => id),
      'it is over',
    ).not.toContain(orderId);
    const order = await bench.giveTo(maker, orderId, 'GIVEN');
    expect(order).toMatchObject({ orderId, strategy: 'maker', end: 'filled', amount: dec('0.05') });
    expect(await bench.store.journal.openOrders()).toEqual([]);
    const logged = await bench.store.fillLog.fills({ orderId });
    expect(logged.reduce((sum, { fill }) => sum.plus(fill.amount), dec('0')).toFixed()).toBe('0.05');
    for (const { fill } of logged) expect(fill).toMatchObject({ intentId: 'GIVEN', strategy: 'maker' });
    await expect(bench.giveTo(maker, orderId, 'AGAIN')).rejects.toThrow(/belongs to maker, intent GIVEN/);
  });

  it('G1: that rests, and that a list of open orders which lags lacks, is not taken for over', { tags: 'long' }, async () => {
    const lists = { lag: false };
    bench = await orderBench({ wrap: (transport) => withoutOpenOrders(transport, lists) });
    await bench.rounds(2, 500);
    const orderId = await bench.foreign.place({ amount: '0.5', price: '60780' });
    await bench.rounds(4, 6000);
    const resting = bench.truth().orders.find(({ id }) => id === orderId)!;
    expect(resting.filled.isPositive(), 'it is filled in part').toBe(true);
    lists.lag = true;
    await expect(bench.giveTo(maker, orderId, 'GIVEN')).rejects.toMatchObject({
      code: 'refused',
      outcome: 'not-sent',
      retryable: true,
      message: expect.stringContaining('its end is not known yet: try again in a moment') as string,
    });
    expect(await bench.store.journal.order(orderId)).toBeUndefined();
    expect(await bench.store.journal.unresolved()).toEqual([]);
    lists.lag = false;
    expect(await bench.giveTo(maker, orderId, 'GIVEN')).toMatchObject({ amount: dec('0.5'), end: undefined });
  });

  it('that was canceled in part is closed so, with what it had executed and the amount that it was of', { tags: 'long' }, async () => {
    bench = await orderBench();
    await bench.rounds(2, 500);
    const orderId = await bench.foreign.place({ amount: '0.5', price: '60780' });
    await bench.rounds(2, 6000);
    await bench.foreign.cancel(orderId);
    await bench.round();
    await expect(bench.giveTo(maker, orderId, 'EARLY'), 'an execution may still be on its way').rejects.toThrow(/its end is not known yet/);
    await bench.rounds(3, 6000);
    expect(await bench.giveTo(maker, orderId, 'GIVEN')).toMatchObject({ amount: dec('0.5'), end: 'canceled' });
    expect(await bench.store.journal.order(orderId)).toMatchObject({ intentId: 'GIVEN', end: 'canceled' });
    expect((await bench.store.fillLog.fills({ orderId })).map(({ fill }) => fill.strategy)).toContain('maker');
  });

  it('is given whole or not at all where the disk fails, and can be given again', async () => {
    bench = await orderBench();
    await bench.rounds(2, 500);
    const orderId = await bench.foreign.place({ type: 'Market', amount: '0.05' });
    await bench.rounds(4, 6000);
    const { journal } = bench.store;
    const fails = (): Promise<never> => Promise.reject(new Fault('store', 'the disk is full'));
    const { beginSettled } = journal;
    // No write stands between the binding and the end.
    Object.assign(journal, { beginSettled: fails, settle: fails, closeOrder: fails });
    await expect(bench.giveTo(maker, orderId, 'GIVEN')).rejects.toThrow('the disk is full');
    expect(await journal.order(orderId)).toBeUndefined();
    expect(await journal.unresolved()).toEqual([]);
    Object.assign(journal, { beginSettled });
    expect(await bench.giveTo(maker, orderId, 'GIVEN')).toMatchObject({ end: 'filled' });
    expect(await journal.order(orderId)).toMatchObject({ intentId: 'GIVEN', end: 'filled' });
  });

  it("must be open, of the strategy's symbol, and its lane free", async () => {
    const lost = await lostOrder();
    const ether = await bench.foreign.place({ symbol: 'ETH/EUR', amount: '0.1', price: '1000' });
    const orderId = await bench.foreign.place({ amount: '0.02', price: '50100' });
    await expect(bench.giveTo(maker, '4711', 'A')).rejects.toMatchObject({ code: 'not-found' });
    await expect(bench.giveTo(maker, ether, 'B')).rejects.toThrow(/is of ETH\/EUR, and maker trades BTC\/EUR/);
    await expect(bench.giveTo(maker, orderId, 'C')).rejects.toMatchObject({ code: 'lane-frozen' });
    await untilTakenNoMore();
    await bench.resolve(lost, { type: 'not-placed' });
    expect(await bench.giveTo(maker, orderId, 'D')).toMatchObject({ orderId });
  });
});
