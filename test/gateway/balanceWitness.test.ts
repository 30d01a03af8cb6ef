import { afterEach, expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import type { CallFault } from '../../src/simulator/callFault.ts';
import { CROSSING, once, type OrderBench, orderBench } from './orderBench.ts';

let bench: OrderBench;
afterEach(() => bench.end());

const TAKEN = { kind: 'drop-after' } as const;

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
