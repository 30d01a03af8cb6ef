import { afterEach, expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { fundsMoves } from '../../src/gateway/fundsMoves.ts';
import { BEGINNING, type OrderBench, orderBench } from './orderBench.ts';

let bench: OrderBench;
afterEach(() => bench.end());

async function during<T>(work: Promise<T>): Promise<T> {
  const pass = bench.pass(1000);
  const result = await work;
  await pass;
  return result;
}

const shown = async (since = BEGINNING): Promise<string[]> =>
  (await during(fundsMoves(bench.client, 0, since))).map(
    ({ cause, amount, fee, currency, isDone }) =>
      `${cause} ${amount.toFixed()} ${currency}, fee ${fee.toFixed()}, ${isDone ? 'done' : 'under way'}`,
  );

test(
  'deposits and withdrawals have their fee beside them, and what was declined is none (000 Transaction history)',
  { tags: 'long' },
  async () => {
    bench = await orderBench();
    const { destinationAddress } = { destinationAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' };
    const { address } = await during(bench.client.depositAddresses.create({ currency: 'BTC', networkCode: 'BTC', addressType: 'Primary' }));
    bench.simulator.world.sendCrypto({ address, amount: dec('0.5') });
    await bench.pass(60_000);
    expect(await shown()).toEqual(['deposit 0.5 BTC, fee 0, done']);
    const before = bench.truth().balances.find(({ currency }) => currency === 'BTC')!.total;
    const request = { currency: 'BTC', networkCode: 'BTC', destinationAddress, amount: dec('0.01'), referenceId: 'one' };
    await during(bench.client.withdrawals.create(request));
    const [underWay] = await shown();
    await bench.pass(60_000);
    const [done] = await shown();
    const cost = before.minus(bench.truth().balances.find(({ currency }) => currency === 'BTC')!.total);
    const [fee, arrives] = [dec('0.0002'), cost.minus('0.0002')];
    expect(underWay).toBe(`withdrawal -${arrives.toFixed()} BTC, fee ${fee.toFixed()}, under way`);
    expect(done).toBe(`withdrawal -${arrives.toFixed()} BTC, fee ${fee.toFixed()}, done`);
    await during(bench.client.withdrawals.create({ ...request, referenceId: 'two' }));
    bench.simulator.world.endWithdrawal(bench.truth().transactions.at(-1)!.id, 'decline');
    expect(await shown()).toHaveLength(2);
    expect(await shown(bench.clock.now())).toEqual([]);
  },
);
