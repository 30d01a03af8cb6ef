import { afterEach, expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { type OrderBench, once, orderBench, requestsOf } from './orderBench.ts';

let bench: OrderBench;
afterEach(() => bench.end());

test('an order is journalled, sent once, and bound to its id by an answer that echoes it', async () => {
  bench = await orderBench();
  const command = bench.place();
  await bench.run(command);
  const [order] = bench.truth().orders;
  expect(bench.reports).toEqual([
    { type: 'order-opened', intentId: command.intentId, orderId: order!.id, amount: command.amount, price: command.price, adopted: false },
  ]);
  expect(await bench.store.journal.get(command.intentId)).toMatchObject({ state: 'acknowledged', venueId: order!.id });
  expect(await bench.store.journal.openOrders()).toMatchObject([{ orderId: order!.id, intentId: command.intentId, strategy: 'maker' }]);
});

test('the row is on disk before the request is at the venue', async () => {
  bench = await orderBench();
  const states: (string | undefined)[] = [];
  const command = bench.place();
  bench.fault = () => {
    void bench.store.journal.get(command.intentId).then((intent) => states.push(intent?.state));
    return { kind: 'delay', ms: 50 };
  };
  await bench.run(command);
  expect(states).toEqual(['sending']);
});

test('digits on the wire are those of the decimal, never a float of it', async () => {
  bench = await orderBench();
  await bench.run(bench.place({ amount: dec('0.10003'), price: dec('50000.1') }));
  const [request] = bench.truth().requests;
  expect(request!.body).toContain('"amount":0.10003');
  expect(request!.body).toContain('"price":50000.1');
  expect(bench.truth().orders[0]!.amount.toFixed()).toBe('0.10003');
});

test('a refusal on the allow-list is final, and the lane is free again', async () => {
  bench = await orderBench();
  const refused = bench.place({ amount: dec('1000') });
  await bench.run(refused);
  expect(bench.reports).toMatchObject([{ type: 'intent-refused', intentId: refused.intentId, kind: 'place' }]);
  expect(await bench.store.journal.get(refused.intentId)).toMatchObject({ state: 'rejected' });
  await bench.run(bench.place());
  expect(bench.reportsOf('order-opened')).toHaveLength(1);
});

test.each([
  ['a timeout', { kind: 'drop-before', ms: 60_000 }],
  ['a dropped connection', { kind: 'drop-before' }],
  ['HTTP 500', { kind: 'status', status: 500, apply: false }],
  ['HTTP 502 with a page', { kind: 'status', status: 502, apply: false, body: '<html>Bad Gateway</html>' }],
  ['a redirect', { kind: 'status', status: 307, apply: false }],
  ['HTTP 408', { kind: 'status', status: 408, apply: false }],
  ['HTTP 409', { kind: 'status', status: 409, apply: false }],
  ['HTTP 425', { kind: 'status', status: 425, apply: false }],
  ['HTTP 429', { kind: 'status', status: 429, apply: false }],
  ['an unlisted 400', { kind: 'status', status: 400, apply: false, body: '{"code":"timed-out","message":"request timed out"}' }],
  ['a 403 of something in between', { kind: 'status', status: 403, apply: false, body: '<html>blocked</html>' }],
  ['an empty object', { kind: 'garble', body: '{}' }],
  ['no body', { kind: 'garble', body: '' }],
  ['a page with status 201', { kind: 'garble', body: '<html>hello</html>' }],
] as const)('%s leaves the outcome unknown: told of, lane shut, nothing sent twice', async (_, fault) => {
  bench = await orderBench();
  bench.fault = once('orders.place', fault);
  const command = bench.place();
  await bench.run(command);
  expect(bench.reports).toMatchObject([{ type: 'intent-unknown', intentId: command.intentId, kind: 'place', lane: 'spot:BTC/EUR' }]);
  expect(await bench.store.journal.get(command.intentId)).toMatchObject({ state: 'unknown' });
  const next = bench.place({ amount: dec('0.00991') });
  await bench.run(next);
  expect(bench.reports.at(-1)).toMatchObject({ type: 'intent-not-sent', intentId: next.intentId });
  expect(requestsOf(bench.truth(), 'orders.place')).toBe(1);
  expect(bench.fatal).toEqual([]);
});

test.each([
  ['another amount', { amount: '0.5', initialAmount: '0.5' }],
  ['another side', { side: '"Sell"' }],
  ['another symbol', { symbol: '"ETH/EUR"' }],
  ['another price', { price: '1' }],
  ['another type', { type: '"Market"' }],
])('an answer with %s proves nothing', async (_, wrong) => {
  bench = await orderBench();
  const fields = { id: '77', symbol: '"BTC/EUR"', type: '"Limit"', side: '"Buy"', amount: '0.00997', price: '50000', ...wrong };
  const body = `{${Object.entries(fields)
    .map(([name, value]) => `"${name}":${value}`)
    .join(',')}}`;
  bench.fault = once('orders.place', { kind: 'garble', body });
  await bench.run(bench.place());
  expect(bench.reports).toMatchObject([{ type: 'intent-unknown', reason: expect.stringContaining('another order') as string }]);
});

test('an id that is bound to another order proves nothing', async () => {
  bench = await orderBench();
  await bench.run(bench.place());
  const { id } = bench.truth().orders[0]!;
  bench.fault = once('orders.place', {
    kind: 'garble',
    body: `{"id":${id},"symbol":"BTC/EUR","type":"Limit","side":"Buy","amount":0.00991,"price":50000}`,
  });
  await bench.run(bench.place({ amount: dec('0.00991') }));
  expect(bench.reports.at(-1)).toMatchObject({ type: 'intent-unknown', reason: expect.stringContaining('belongs to another') as string });
});

test('a journal that fails after the acknowledgement stops everything and leaves the row in sending', async () => {
  bench = await orderBench();
  const command = bench.place();
  const { journal } = bench.store;
  let intent: unknown;
  bench.fault = () => {
    // The disk is gone between the request and its answer.
    void journal.get(command.intentId).then((row) => {
      intent = row?.state;
      return bench.store.close();
    });
    return { kind: 'delay', ms: 100 };
  };
  await bench.run(command);
  expect(intent).toBe('sending');
  expect(bench.fatal).toMatchObject([{ code: 'store' }]);
  expect(bench.reports).toEqual([]);
  await bench.run(bench.place({ symbol: 'ETH/EUR' }));
  expect(requestsOf(bench.truth(), 'orders.place'), 'nothing is sent after that').toBe(1);
});

test('a journal that refuses the row keeps the request from leaving', async () => {
  bench = await orderBench();
  await bench.store.close();
  await bench.run(bench.place());
  expect(bench.truth().requests).toEqual([]);
  expect(bench.fatal).toMatchObject([{ code: 'store' }]);
});

test('a decision is journalled once: the same intent again is a programming error and is not sent', async () => {
  bench = await orderBench();
  const command = bench.place();
  await bench.run(command);
  await bench.run(command);
  expect(requestsOf(bench.truth(), 'orders.place')).toBe(1);
  expect(bench.fatal).toHaveLength(1);
});

test('an old decision is not sent, but an old cancel is', async () => {
  bench = await orderBench();
  await bench.run(bench.place());
  const { id } = bench.truth().orders[0]!;
  const [late, cancel] = [bench.place({ symbol: 'ETH/EUR' }), bench.cancel(id)];
  await bench.pass(5000);
  bench.venue.send(late);
  bench.venue.send(cancel);
  await bench.pass(1000);
  expect(bench.reportsOf('intent-not-sent')).toMatchObject([{ intentId: late.intentId }]);
  expect(bench.truth().orders).toEqual([]);
});

test('after closing only cancels go', async () => {
  bench = await orderBench();
  await bench.run(bench.place());
  bench.venue.close();
  await bench.run(bench.place({ symbol: 'ETH/EUR' }));
  expect(bench.reports.at(-1)).toMatchObject({ type: 'intent-not-sent' });
  await bench.run(bench.cancel(bench.truth().orders[0]!.id));
  expect(bench.truth().orders).toEqual([]);
});

test('what is given up under way is unknown', async () => {
  bench = await orderBench();
  bench.fault = once('orders.place', { kind: 'delay', ms: 5000 });
  bench.venue.send(bench.place());
  await bench.pass(1000);
  bench.venue.abort();
  await bench.pass(10);
  expect(bench.reports).toMatchObject([{ type: 'intent-unknown' }]);
  expect(bench.venue.inFlight).toBe(0);
});

test('an unknown cancel stands in nobody’s way and may be repeated', async () => {
  bench = await orderBench();
  await bench.run(bench.place());
  const { id } = bench.truth().orders[0]!;
  bench.fault = once('orders.cancel', { kind: 'status', status: 502, apply: false });
  const lost = bench.cancel(id);
  await bench.run(lost);
  expect(bench.reports.at(-1)).toMatchObject({ type: 'cancel-failed', orderId: id });
  expect(await bench.store.journal.get(lost.intentId)).toMatchObject({ state: 'unknown' });
  await bench.run(bench.place({ amount: dec('0.00991'), price: dec('49000') }));
  await bench.run(bench.cancel(id));
  expect(bench.truth().orders.map((order) => order.price.toFixed())).toEqual(['49000']);
  await bench.rounds(2, 500);
  expect(await bench.store.journal.get(lost.intentId), 'laid to rest when the order is gone').toMatchObject({ state: 'adopted' });
  expect(await bench.store.journal.unresolved()).toEqual([]);
});

test.each(['keep', 'new'] as const)('a replacement is bound, whether the venue keeps the id (%s)', async (replaceId) => {
  bench = await orderBench({ behaviour: { replaceId } });
  const placed = bench.place();
  await bench.run(placed);
  const { id } = bench.truth().orders[0]!;
  const command = bench.replace(id);
  await bench.run(command);
  const [order] = bench.truth().orders;
  expect(order!.id === id).toBe(replaceId === 'keep');
  expect(bench.reports.at(-1)).toMatchObject({ type: 'order-replaced', orderId: id, newOrderId: order!.id, intentId: command.intentId });
  expect(await bench.store.journal.openOrders()).toMatchObject([{ orderId: order!.id, intentId: placed.intentId }]);
});

test('a quote of another amount than was asked for is refused', async () => {
  bench = await orderBench();
  const quote = await bench.quote();
  bench.fault = once('quotes.request', {
    kind: 'garble',
    body: JSON.stringify({
      id: 'q',
      occuredOn: '2026-11-20T10:00:00.000Z',
      validTo: '2026-11-20T10:00:15.000Z',
      fromCurrency: 'EUR',
      toCurrency: 'BTC',
      amountFrom: 100100,
      amountTo: 2,
      rate: 0.00002,
    }),
  });
  await expect(bench.quote()).rejects.toThrow(/the quote takes 100100 EUR, not 100.1/);
  expect(quote.fromAmount.toFixed()).toBe('100.1');
});

test('a conversion is acknowledged by an id alone and logged with the terms of its quote', async () => {
  bench = await orderBench();
  const quote = await bench.quote();
  const command = bench.convert(quote);
  await bench.run(command);
  const [conversion] = bench.truth().conversions;
  expect(bench.reports.at(-1)).toMatchObject({ type: 'converted', adopted: false, conversion: { id: conversion!.id } });
  const [logged] = await bench.store.fillLog.conversions(10);
  expect(logged!.toAmount.toFixed()).toBe(conversion!.amountTo.toFixed());
  expect(logged).toMatchObject({ intentId: command.intentId, strategy: 'dca' });
});

test.each([
  ['another price', { price: '50100.01' }],
  ['another side', { side: '"Sell"' }],
  ['another type', { type: '"Market"' }],
  ['another symbol', { symbol: '"ETH/EUR"' }],
  ['more than was asked for', { amount: '0.00996' }],
])('an answer to a replacement with %s proves nothing', async (_, wrong) => {
  bench = await orderBench();
  await bench.run(bench.place());
  const { id } = bench.truth().orders[0]!;
  const fields = { id, symbol: '"BTC/EUR"', type: '"Limit"', side: '"Buy"', amount: '0.00995', price: '50100', ...wrong };
  const members = Object.entries(fields).map(([name, value]) => `"${name}":${value}`);
  bench.fault = once('orders.replace', { kind: 'garble', body: `{${members.join(',')}}` });
  await bench.run(bench.replace(id));
  expect(bench.reports.at(-1)).toMatchObject({
    type: 'intent-unknown',
    kind: 'replace',
    reason: expect.stringContaining('another order') as string,
  });
});

test('a replacement that is answered with the id of another order of ours proves nothing', async () => {
  bench = await orderBench();
  await bench.run(bench.place());
  await bench.run(bench.place({ amount: dec('0.00991') }));
  const [first, second] = bench.truth().orders;
  const body = `{"id":${second!.id},"symbol":"BTC/EUR","type":"Limit","side":"Buy","amount":0.00995,"price":50100}`;
  bench.fault = once('orders.replace', { kind: 'garble', body });
  await bench.run(bench.replace(first!.id));
  expect(bench.reports.at(-1)).toMatchObject({ type: 'intent-unknown', reason: expect.stringContaining('belongs to another') as string });
});

test('a conversion that is answered with the id of an older one proves nothing', async () => {
  bench = await orderBench();
  await bench.run(bench.convert(await bench.quote()));
  const { conversion } = bench.reportsOf('converted')[0]!;
  const command = bench.convert(await bench.quote('55.50'));
  bench.fault = once('conversions.execute', { kind: 'garble', body: `{"id":${conversion.id}}` });
  await bench.run(command);
  expect(bench.reports.at(-1)).toMatchObject({ type: 'intent-unknown', kind: 'convert', intentId: command.intentId });
  expect(await bench.store.fillLog.conversions(10)).toHaveLength(1);
  expect(bench.fatal).toEqual([]);
});

test('a cancel that waits for its turn is not sent a second time, whoever asks; when it has left, it may be', async () => {
  bench = await orderBench();
  for (const price of ['50000', '50001']) await bench.run(bench.place({ price: dec(price) }));
  const [first, second] = bench.reportsOf('order-opened').map(({ orderId }) => orderId);
  bench.client.limiter.observe(429, 60_000, 'cancel');
  for (const orderId of [first!, first!, second!, first!]) bench.venue.send(bench.cancel(orderId));
  await bench.pass(50_000);
  expect(bench.client.limiter.usage().waiting.cancel).toBe(2);
  await bench.pass(20_000);
  await bench.run(bench.cancel(first!));
  expect(bench.reports.filter(({ type }) => type.startsWith('cancel-'))).toHaveLength(3);
  expect(requestsOf(bench.truth(), 'orders.cancel')).toBe(3);
});
