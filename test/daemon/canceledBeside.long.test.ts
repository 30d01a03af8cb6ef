import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { canceledBeside } from '../../src/daemon/canceledBeside.ts';
import { strategy } from '../../src/engine/kit.ts';
import { priceOf } from '../../src/model/grid.ts';
import type { CallFault } from '../../src/simulator/callFault.ts';
import { configured, simulatedWorld } from './simulatedWorld.ts';

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'sluice-canceled-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const AWAY: CallFault = { kind: 'status', status: 503, apply: false };
const IDLE = configured('idle', 'BTC/EUR', strategy({ about: 'Does nothing.', params: {}, setup: () => ({}) }));

it(`${canceledBeside.name}: later lives cancel what a person has canceled, as what that has become, until it is over`, async () => {
  let failing: readonly string[] = [];
  const fault = ({ operation }: { operation: string }): CallFault | undefined => {
    if (operation === 'orders.replace' && failing.length > 0) return { kind: 'drop-after', ms: 50 };
    return failing.includes(operation) ? AWAY : undefined;
  };
  const world = await simulatedWorld({
    seed: 7,
    strategies: [IDLE],
    market: false,
    behaviour: { fault, replaceId: 'new' },
    database: join(folder, 'canceled.sqlite'),
  });
  await world.start();
  const { grid, bids } = world.trader.bookOf('BTC/EUR')!;
  const price = priceOf(grid, bids.bestTicks).times('0.98').toFixed(0);
  const shape = { symbol: 'BTC/EUR', side: 'Buy', orderType: 'Limit', amount: dec('0.01') } as const;
  world.trader.operator({ type: 'place', intentId: 'p', ...shape, price: dec(price) });
  await world.pass(3000);
  const [placed] = world.simulator.truth().orders;
  failing = ['orders.list', 'trades.list'];
  const moved = { orderId: placed!.id, price: dec(price).minus(dec('100')), amount: dec('0.01') };
  world.trader.operator({ type: 'replace', intentId: 'r', ...moved });
  await world.pass(3000);
  world.trader.operator({ type: 'cancel', intentId: 'c', orderId: placed!.id, symbol: 'BTC/EUR' });
  await world.pass(3000);
  expect(await canceledBeside(world.store.journal)).toEqual(new Set([placed!.id]));
  await world.crash();
  expect(world.simulator.truth().orders, 'it goes on').toHaveLength(1);
  failing = ['orders.cancel'];
  await world.start();
  await world.pass(20_000);
  const [gone] = world.simulator.truth().orders;
  expect(await canceledBeside(world.store.journal), 'as the second life has found').toEqual(new Set([gone!.id]));
  await world.crash();
  await world.start();
  await world.pass(3000);
  failing = [];
  await world.pass(20_000);
  expect(world.simulator.truth().orders, 'the cancel of the third life was repeated').toEqual([]);
  await world.stop('keep');
  await world.end();
});
