import { afterEach, expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { type JsonValue, parseJson } from '../../src/base/json.ts';
import type { Transport, TransportResponse } from '../../src/client/transport.ts';
import { fillsAndTrades } from './fillsAndTrades.ts';
import { once, type OrderBench, orderBench } from './orderBench.ts';

let bench: OrderBench;
afterEach(() => bench.end());

/** A venue that gives pages of three trades, so that its list is read back for 2997 of them. */
function shortTrades(transport: Transport, heedsTimes: boolean): Transport {
  return {
    close: () => transport.close(),
    send: async (request) => {
      const url = new URL(request.url);
      if (request.method !== 'GET' || !url.pathname.endsWith('/trades')) return transport.send(request);
      if (!heedsTimes) for (const name of ['dateFrom', 'dateTo']) url.searchParams.delete(name);
      return threeItems(await transport.send({ ...request, url: url.toString() }));
    },
  };
}

function threeItems(response: TransportResponse): TransportResponse {
  if (response.status !== 200) return response;
  const body = parseJson(Buffer.from(response.body).toString()) as { items: JsonValue[] };
  return { ...response, body: Buffer.from(JSON.stringify({ ...body, items: body.items.slice(0, 3) })) };
}

async function othersTrade(): Promise<void> {
  for (let i = 0; i < 3100; i++) {
    await bench.foreign.place({ symbol: 'ETH/EUR', type: 'Market', amount: '0.001', side: i % 2 === 0 ? 'Buy' : 'Sell' });
    if (i % 50 === 0) await bench.pass(20_000);
  }
  await bench.pass(60_000);
}

/** A life with an open order ends, the account trades too much, the order is executed and so are others, and a new life begins. */
async function away(heedsTimes: boolean): Promise<{ own: string }> {
  bench = await orderBench({ wrap: (transport) => shortTrades(transport, heedsTimes) });
  await bench.round();
  await bench.run(bench.place({ price: dec('50000') }));
  await bench.run(bench.place({ price: dec('80000') }));
  await bench.rounds(3, 20_000);
  const own = bench.truth().orders[0]!.id;
  await othersTrade();
  return { own };
}

/** A round that takes thousands of requests. */
async function longRound(): Promise<void> {
  const watch = { isDone: false };
  const round = bench.own.round().finally(() => (watch.isDone = true));
  round.catch(() => undefined);
  for (let seconds = 0; !watch.isDone && seconds < 600; seconds++) await bench.pass(1000);
  await round;
}

test('a life that was away for longer than the list is read back reads it in spans of time, and books all of it', async () => {
  await away(true);
  await longRound();
  const { fills, trades } = await fillsAndTrades(bench);
  expect(trades.length).toBeGreaterThan(1000);
  expect(fills).toEqual(trades);
  expect(bench.trouble).toEqual([expect.stringMatching(/more executions from .* to .* read in spans of time/)]);
  const requests = bench.truth().requests.length;
  await bench.round();
  expect(bench.truth().requests.length - requests, 'and the next round is one as ever').toBeLessThan(50);
});

test('an execution that may be of an unknown request waits, keeps the watermark back, and the others are booked all the same', async () => {
  bench = await orderBench({ wrap: (transport) => shortTrades(transport, true) });
  await bench.round();
  await bench.run(bench.place());
  const [order] = bench.truth().orders;
  bench.fault = once('orders.replace', { kind: 'drop-before' });
  await bench.run(bench.replace(order!.id, { price: dec('80000'), amount: dec('0.00995') }));
  // It has the shape that was asked for, and not that of the order: nobody can say that it is none of ours.
  const twin = await bench.foreign.place({ amount: '0.00995', price: '80000' });
  await othersTrade();
  await longRound();
  await bench.rounds(2, 20_000);
  const { fills, trades } = await fillsAndTrades(bench);
  expect(fills).toEqual(trades.filter((text) => !text.startsWith(`${twin} `)));
  expect(await bench.store.journal.unresolved()).toHaveLength(1);
  expect((await bench.store.fillLog.watermark('*'))!, 'the next life looks at it again').toBeLessThan(
    bench.truth().trades.find(({ orderId }) => orderId === twin)!.tradedAt,
  );
  const requests = bench.truth().requests.length;
  await bench.round();
  expect(bench.truth().requests.length - requests, 'this life does not').toBeLessThan(50);
  const [undecided] = await bench.store.journal.unresolved();
  await bench.resolve(undecided!.id, { type: 'not-placed' });
  await longRound();
  expect((await fillsAndTrades(bench)).fills, 'and it is booked when the outcome is known').toEqual(trades);
});

test('where a venue does not heed times, our own orders are read one by one, and a person is told what was not read', async () => {
  const { own } = await away(false);
  await bench.foreign.cancel(own);
  await longRound();
  await bench.rounds(3, 20_000);
  const { fills, trades } = await fillsAndTrades(bench);
  const ours = new Set(
    bench
      .truth()
      .orders.filter(({ symbol }) => symbol === 'BTC/EUR')
      .map(({ id }) => id),
  );
  expect(fills.length).toBeGreaterThan(0);
  expect(fills.filter((text) => ours.has(text.split(' ')[0]!))).toEqual(trades.filter((text) => ours.has(text.split(' ')[0]!)));
  expect(await bench.store.journal.openOrders()).toEqual([]);
  expect(bench.trouble.at(-1)).toMatch(/from .* to .* can't be read, and is not booked; .*sluice ledger adjust/);
});
