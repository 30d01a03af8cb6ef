import { expect, it } from 'vitest';
import { jsonOf, sluice, startSimulator } from '../cli/processes.ts';
import { venueRows } from './venueRows.ts';

it('an order that was canceled before it took anything has executed nothing', async () => {
  const simulator = await startSimulator('--balance', 'EUR=100000');
  const env = { ...simulator.env, ...simulator.processing };
  const place = async (price: string): Promise<string> => {
    const order = ['--symbol', 'BTC/EUR', '--type', 'Limit', '--side', 'Buy', '--amount', '0.01', '--price', price];
    return (jsonOf(await sluice(['api', 'exchange.orders.place', ...order, '--raw', '--yes', '-o', 'json'], env)) as { id: string }).id;
  };
  try {
    const far = await place('20000');
    const taken = await place('90000');
    expect((await sluice(['api', 'exchange.orders.cancel', '--orderId', far, '--yes'], env)).code).toBe(0);
    expect([...(await venueRows(env)).orders]).toEqual([taken]);
  } finally {
    await simulator.stop();
  }
});
