import { afterEach, describe, expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { decimalOf, type JsonNumber, parseJson, stringifyJson } from '../../src/base/json.ts';
import type { Transport } from '../../src/client/transport.ts';
import { fillsAndTrades } from './fillsAndTrades.ts';
import { once, type OrderBench, orderBench, requestsOf } from './orderBench.ts';
import { others, stateOf, untilSettled } from './outcomes.ts';

let bench: OrderBench;
afterEach(() => bench.end());

const LOST = { kind: 'drop-before' } as const;
const TAKEN = { kind: 'drop-after' } as const;

/** A network whose list of open orders lacks those of some amounts. */
function without(transport: Transport, isHidden: (amount: string) => boolean): Transport {
  return {
    close: () => transport.close(),
    send: async (request) => {
      const response = await transport.send(request);
      if (request.method !== 'GET' || !new URL(request.url).pathname.endsWith('/orders')) return response;
      const { items } = parseJson(Buffer.from(response.body).toString()) as unknown as { items: readonly { amount: JsonNumber }[] };
      const shown = items.filter(({ amount }) => !isHidden(decimalOf(amount)!.toFixed()));
      return { ...response, body: Buffer.from(stringifyJson({ total: shown.length, items: shown })) };
    },
  };
}

describe('an order whose answer is lost', () => {
  test('V5: and that never arrived is told as not placed once that is certain, and its lane opens', { tags: 'long' }, async () => {
    bench = await orderBench();
    await bench.round();
    await others(bench, 10);
    bench.fault = once('orders.place', LOST);
    const command = bench.place();
    await bench.run(command);
    await others(bench, 1);
    const tookMs = await untilSettled(bench, command.intentId, 60_000);
    expect(tookMs).toBeGreaterThan(15_000);
    expect(tookMs).toBeLessThan(25_000);
    const intent = await bench.store.journal.get(command.intentId);
    expect(intent).toMatchObject({ state: 'not-sent' });
    expect(intent!.evidence).toMatch(/^3 complete rounds of the lists show nothing of it, .* and the venue takes it no more$/);
    expect(intent!.evidence).toMatch(
      /: the list of open orders had 11 orders, the lists show what came after it, the balances leave no room for it, /,
    );
    expect(intent!.verdicts).toMatchObject([
      { state: 'unknown', at: intent!.gaveUpAt },
      { state: 'not-sent', evidence: intent!.evidence },
    ]);
    expect(bench.reports.slice(-2)).toMatchObject([
      { type: 'intent-not-placed', intentId: command.intentId, kind: 'place', code: 'lost' },
      { type: 'lane-opened', lane: 'spot:BTC/EUR' },
    ]);
    expect(requestsOf(bench.truth(), 'orders.place')).toBe(12);
    await bench.run(bench.place());
    expect(bench.reports.at(-1)).toMatchObject({ type: 'order-opened' });
  });

  test('V5: waits neither for the reading of an older one nor for a minute when balances move for a moment', { tags: 'long' }, async () => {
    bench = await orderBench();
    await bench.round();
    await others(bench, 10);
    await bench.balances();
    bench.fault = once('orders.place', LOST);
    const older = bench.place({ symbol: 'SOL/EUR', price: dec('100'), amount: dec('1') });
    await bench.run(older);
    await bench.rounds(10, 1000);
    bench.fault = once('orders.place', LOST);
    const command = bench.place();
    await bench.run(command);
    let asked = 0;
    // What somebody else does holds more than the lists explain, twice when it is asked.
    const body = '[{"currency":"EUR","totalBalance":100000,"availableBalance":90000}]';
    bench.fault = ({ operation }) => (operation === 'balances.list' && ++asked <= 2 ? { kind: 'garble', body } : undefined);
    await others(bench, 1);
    expect(await untilSettled(bench, command.intentId, 90_000)).toBeLessThan(30_000);
    expect(await stateOf(bench, older.intentId), 'two looks in a row, after one that left room').toBe('unknown');
    expect(await untilSettled(bench, older.intentId, 90_000)).toBeLessThan(15_000);
    expect(asked).toBeGreaterThan(3);
    for (const { intentId } of [older, command]) expect(await stateOf(bench, intentId)).toBe('not-sent');
  });

  test(
    'is settled for `status` as soon as it is found, though the balances that another one waits for can not be read',
    { tags: 'long' },
    async () => {
      let hidden = '';
      bench = await orderBench({ wrap: (transport) => without(transport, (amount) => amount === hidden) });
      await bench.round();
      await others(bench, 10);
      bench.fault = once('orders.place', LOST);
      const older = bench.place({ symbol: 'SOL/EUR', price: dec('100'), amount: dec('1') });
      await bench.run(older);
      bench.fault = once('orders.place', TAKEN);
      const found = bench.place();
      hidden = found.amount.toFixed();
      await bench.run(found);
      const unresolved = (): readonly string[] => bench.own.resolution().unresolved.map(({ id }) => id);
      bench.fault = ({ operation }) => (operation === 'balances.list' ? LOST : undefined);
      const untilItFails = async (): Promise<void> => {
        for (let i = 0; i < 60; i++) {
          await bench.round();
          expect(unresolved()).toEqual([older.intentId, found.intentId]);
          await bench.pass(5000);
        }
      };
      await expect(untilItFails(), 'the older one waits for the balances').rejects.toMatchObject({ code: 'network' });
      await bench.pass(5000);
      hidden = '';
      await expect(bench.round()).rejects.toMatchObject({ code: 'network' });
      expect(await stateOf(bench, found.intentId)).toBe('adopted');
      expect(unresolved()).toEqual([older.intentId]);
    },
  );

  test('and that was not measured on waits longer, and on a quiet account longer still', { tags: 'long' }, async () => {
    bench = await orderBench();
    await bench.round();
    bench.fault = once('orders.place', LOST);
    const command = bench.place();
    await bench.run(command);
    await bench.round();
    const { unresolved, notPlacedAfterMs } = bench.own.resolution();
    expect(unresolved).toMatchObject([{ id: command.intentId, kind: 'place', lane: 'spot:BTC/EUR', state: 'unknown' }]);
    expect(Math.abs(notPlacedAfterMs - 30_000)).toBeLessThan(2000);
    await bench.rounds(20, 1000);
    expect(bench.own.resolution().unresolved[0]!.waitsFor).toMatch(/^the time until when it may become visible, 2026-11-20T10:00:3/);
    expect(bench.own.resolution().unresolved[0]!.look).toMatchObject({ finding: 'nothing', isCurrent: true, isBehind: false, rounds: 0 });
    await bench.rounds(20, 1000);
    expect(bench.own.resolution().unresolved[0]!.waitsFor).toMatch(/^a sign that the lists are alive/);
    const { look } = bench.own.resolution().unresolved[0]!;
    expect(look).toMatchObject({ isAlive: false, rounds: 10, roundsNeeded: 3, leavesNoRoom: undefined });
    expect(look!.takenUntil).toBeLessThan(look!.visibleUntil);
    expect(look!.quietUntil - look!.visibleUntil).toBe(90_000);
    await untilSettled(bench, command.intentId, 200_000);
    expect(await stateOf(bench, command.intentId)).toBe('not-sent');
    expect(bench.clock.now() - command.decidedAt).toBeGreaterThan(110_000);
    expect(bench.clock.now() - command.decidedAt).toBeLessThan(140_000);
  });

  test('does not keep the executions of others out of the log', { tags: 'long' }, async () => {
    bench = await orderBench();
    await bench.round();
    bench.fault = once('orders.place', LOST);
    const command = bench.place();
    await bench.run(command);
    await bench.foreign.place({ amount: '0.02', price: '80000' });
    await bench.rounds(20, 1000);
    expect(await stateOf(bench, command.intentId)).toBe('unknown');
    const { fills, trades } = await fillsAndTrades(bench);
    expect(trades.length).toBeGreaterThan(0);
    expect(fills).toEqual(trades);
  });

  test('stays unknown as long as a list can not be read completely, and settles soon after', { tags: 'long' }, async () => {
    bench = await orderBench();
    await bench.round();
    await others(bench, 10);
    bench.fault = once('orders.place', LOST);
    const command = bench.place();
    await bench.run(command);
    await others(bench, 1);
    bench.fault = ({ operation }) => (operation === 'trades.list' ? { kind: 'status', status: 503, apply: false } : undefined);
    for (let i = 0; i < 200; i++) {
      await bench.round().catch(() => undefined);
      await bench.pass(10_000);
    }
    expect(await stateOf(bench, command.intentId)).toBe('unknown');
    bench.fault = undefined;
    expect(await untilSettled(bench, command.intentId, 60_000)).toBeLessThan(10_000);
    expect(await stateOf(bench, command.intentId)).toBe('not-sent');
  });

  test('that is taken in the last moment, and late to show, is adopted', { tags: 'long' }, async () => {
    bench = await orderBench();
    await bench.round();
    await others(bench, 10);
    bench.fault = once('orders.place', { ...TAKEN, applyAfterMs: 14_000 });
    const command = bench.place();
    await bench.run(command);
    await others(bench, 1);
    await untilSettled(bench, command.intentId, 60_000);
    expect(await stateOf(bench, command.intentId)).toBe('adopted');
    expect(bench.reportsOf('intent-not-placed')).toEqual([]);
  });

  test('twice at the venue is adopted once; the other is bound, told of and canceled', { tags: 'long' }, async () => {
    bench = await orderBench();
    await bench.round();
    bench.fault = once('orders.place', TAKEN);
    const command = bench.place();
    await bench.run(command);
    await bench.pass(50);
    const twin = await bench.foreign.place({ amount: '0.00997', price: '50000' });
    await bench.round();
    const [oldest] = bench.truth().orders;
    expect(await stateOf(bench, command.intentId)).toBe('adopted');
    expect(bench.reportsOf('order-opened')).toMatchObject([{ orderId: oldest!.id, adopted: true }]);
    expect(bench.reportsOf('order-late')).toMatchObject([
      { intentId: command.intentId, orderId: twin, symbol: 'BTC/EUR', strategy: 'maker' },
    ]);
    expect(bench.reportsOf('lane-opened')).toHaveLength(1);
    expect((await bench.store.journal.openOrders()).map(({ orderId }) => orderId)).toEqual([oldest!.id, twin]);
    await bench.rounds(20, 1000);
    expect(bench.reportsOf('order-late'), 'told again while it is open').toHaveLength(2);
    await bench.run(bench.cancel(twin));
    await bench.rounds(20, 1000);
    expect(bench.reportsOf('order-late')).toHaveLength(2);
    expect(bench.reportsOf('order-closed')).toMatchObject([{ orderId: twin, end: 'canceled' }]);
  });
});

describe('a replacement whose answer is lost', () => {
  test.each(['keep', 'new'] as const)('and that never arrived leaves its order as it was (%s)', { tags: 'long' }, async (replaceId) => {
    bench = await orderBench({ behaviour: { replaceId } });
    await bench.round();
    await others(bench, 10);
    await bench.run(bench.place());
    const { orderId } = bench.reportsOf('order-opened').at(-1)!;
    bench.fault = once('orders.replace', LOST);
    const command = bench.replace(orderId);
    await bench.run(command);
    await others(bench, 1);
    expect(await untilSettled(bench, command.intentId, 60_000)).toBeLessThan(25_000);
    expect(await stateOf(bench, command.intentId)).toBe('not-sent');
    expect(bench.reportsOf('intent-not-placed')).toMatchObject([{ intentId: command.intentId, kind: 'replace' }]);
    expect((await bench.store.journal.order(orderId))!.price!.toFixed()).toBe('50000');
    expect(bench.reportsOf('order-closed')).toEqual([]);
  });

  test('V4: and whose order was canceled meanwhile is settled too, and the order is closed', { tags: 'long' }, async () => {
    bench = await orderBench({ behaviour: { replaceId: 'new' }, provenRefusals: [] });
    await bench.round();
    await others(bench, 10);
    await bench.run(bench.place());
    const { orderId } = bench.reportsOf('order-opened').at(-1)!;
    await bench.foreign.cancel(orderId);
    const command = bench.replace(orderId);
    await bench.run(command);
    await others(bench, 1);
    expect(await untilSettled(bench, command.intentId, 60_000)).toBeLessThan(25_000);
    expect(await stateOf(bench, command.intentId)).toBe('not-sent');
    await bench.rounds(20, 1000);
    expect(bench.reportsOf('order-closed')).toMatchObject([{ orderId, end: 'canceled' }]);
  });
});

describe('a conversion whose answer is lost', () => {
  async function conversionsUntil(intentId: string, mostMs: number): Promise<void> {
    const since = bench.clock.now();
    while ((await stateOf(bench, intentId)) === 'unknown' && bench.clock.now() - since < mostMs) {
      await bench.round();
      await bench.conversionRounds(1);
      await bench.pass(500);
    }
  }

  test('V5: and that was never made is told as not placed once its quote has ended', { tags: 'long' }, async () => {
    bench = await orderBench();
    await bench.round();
    await others(bench, 10);
    bench.fault = once('conversions.execute', LOST);
    const command = bench.convert(await bench.quote());
    await bench.run(command);
    await conversionsUntil(command.intentId, 200_000);
    expect(await stateOf(bench, command.intentId)).toBe('not-sent');
    expect(bench.reports.slice(-2)).toMatchObject([
      { type: 'intent-not-placed', kind: 'convert', code: 'lost' },
      { type: 'lane-opened', lane: 'convert:EUR>BTC' },
    ]);
    expect(bench.clock.now() - command.decidedAt).toBeLessThan(90_000);
  });

  test('and of which the history shows two is quarantined after a quarter of an hour of looking', { tags: 'long' }, async () => {
    bench = await orderBench();
    await bench.round();
    const quote = await bench.quote();
    bench.fault = once('conversions.execute', TAKEN);
    const command = bench.convert(quote);
    await bench.run(command);
    await bench.foreign.convert('100.10');
    for (let i = 0; i < 70; i++) {
      await bench.conversionRounds(1);
      await bench.pass(15_000);
    }
    expect(await stateOf(bench, command.intentId)).toBe('quarantined');
    expect(bench.reportsOf('lane-frozen')).toHaveLength(1);
    expect(bench.reportsOf('lane-frozen')[0]!.reason).toContain(
      'is quarantined: after 15 min of looking it still waits for certainty about something',
    );
  });
});
