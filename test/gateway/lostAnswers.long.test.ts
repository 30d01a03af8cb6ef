import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Decimal, dec } from '../../src/base/decimal.ts';
import { seededRandom } from '../../src/base/random.ts';
import type { CallFault } from '../../src/simulator/callFault.ts';
import { fillsAndTrades } from './fillsAndTrades.ts';
import { type OrderBench, orderBench } from './orderBench.ts';

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'sluice-lost-answers-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const STEPS = 25;
const CALM_ROUNDS = 30;
const UNRESOLVED = ['sending', 'unknown', 'quarantined'];

/** What happens is the seed's: orders of both sides, replacements, cancels and lives that end, over a network that loses answers. */
describe('any course of orders over a network that loses answers', () => {
  it.each([102, 231])('sends each intent at most once and knows the whole truth afterwards (seed %i)', async (seed) => {
    const random = seededRandom(`lost answers ${seed}`);
    const pick = <T>(items: readonly T[]): T => items[random.int(items.length)]!;
    const behaviour = { replaceId: pick(['keep', 'new'] as const), replaceAmount: pick(['remaining', 'total'] as const) };
    const bench = await orderBench({ database: join(folder, `${seed}.sqlite`), behaviour });
    bench.simulator.start();
    bench.fault = ({ method }) =>
      random.int(3) > 0 ? undefined : method === 'GET' ? pick(listFaults(random.int)) : pick(orderFaults(random.int));
    for (let step = 0; step < STEPS; step++) {
      await act(bench, random.int, step);
      await bench.pass(random.int(1500));
      await bench.round().catch(() => undefined);
    }
    bench.simulator.stop();
    bench.fault = undefined;
    await bench.pass(30_000);
    await bench.rounds(CALM_ROUNDS, 2000);
    await expectTheTruth(bench);
    await bench.end();
  });
});

type Int = (below: number) => number;

async function act(bench: OrderBench, int: Int, step: number): Promise<void> {
  const around = (price: number): Decimal => dec(price + int(20));
  const amount = dec(`0.0${1000 + step}`);
  const what = int(20);
  if (what < 9) {
    const [side, price] = int(2) === 0 ? (['Buy', [55_000, 60_700, 62_000]] as const) : (['Sell', [66_000, 60_760, 60_000]] as const);
    bench.venue.send(bench.place({ side, price: around(price[int(3)]!), amount }));
  } else if (what < 17) {
    const open = await bench.store.journal.openOrders();
    const order = open[int(Math.max(1, open.length))];
    if (order === undefined) return;
    const price = around(order.side === 'Buy' ? 60_000 : 61_500);
    bench.venue.send(what < 13 ? bench.cancel(order.orderId) : bench.replace(order.orderId, { side: order.side, price, amount }));
  } else if (what === 17) {
    await bench.restart();
  }
}

/** Most are taken by the venue all the same: an order that never arrived freezes its lane, and nothing more would happen. */
function orderFaults(int: Int): readonly CallFault[] {
  return [
    { kind: 'drop-after' },
    { kind: 'drop-after', applyAfterMs: 1000 + int(8000) },
    { kind: 'delay', ms: int(12_000), apply: int(2) === 0 ? 'first' : 'last' },
    { kind: 'status', status: [400, 409, 429, 500, 503][int(5)]!, apply: true, applyAfterMs: int(3000) },
    { kind: 'garble', body: ['', '{}', '<html>', '{"id":1}'][int(4)]! },
  ];
}

function listFaults(int: Int): readonly CallFault[] {
  return [
    { kind: 'drop-before' },
    { kind: 'status', status: 503, apply: false },
    { kind: 'garble', body: '{"total":0,"items":[]}' },
    { kind: 'delay', ms: int(3000) },
  ];
}

async function expectTheTruth(bench: OrderBench): Promise<void> {
  const { journal } = bench.store;
  const truth = bench.truth();
  const intents = await journal.list(1000);
  for (const kind of ['place', 'replace'] as const) {
    const sent = truth.requests.filter(({ operation }) => operation === `orders.${kind}`).map(({ body }) => body);
    expect(new Set(sent).size, `each ${kind} at most once`).toBe(sent.length);
    const written = new Set(intents.filter((intent) => intent.kind === kind).map(({ body }) => body));
    expect(sent.filter((body) => !written.has(body))).toEqual([]);
  }
  const { fills, trades } = await fillsAndTrades(bench);
  const open = (await journal.openOrders()).map(({ orderId }) => orderId).sort();
  if (!intents.some(({ kind, state }) => kind !== 'cancel' && UNRESOLVED.includes(state))) {
    expect(fills).toEqual(trades);
    expect(open).toEqual(truth.orders.map(({ id }) => id).sort());
    return;
  }
  // Nobody can say what became of one: what is booked is true all the same, and what is not is of an order that nobody bound.
  const unbooked = trades.filter((trade) => !fills.includes(trade));
  expect(fills).toEqual(trades.filter((trade) => !unbooked.includes(trade)));
  for (const trade of unbooked) expect(await journal.order(trade.split(' ')[0]!), trade).toBeUndefined();
}
