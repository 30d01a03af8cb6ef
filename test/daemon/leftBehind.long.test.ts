import { afterAll, afterEach, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import type { StrategyContext } from '../../src/engine/kit.ts';
import type { StrategySettings } from '../../src/engine/strategySettings.ts';
import { temporaryFolder } from '../cli/temporaryFolder.ts';
import { type SimulatedWorld, simulatedWorld } from './simulatedWorld.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());
let world: SimulatedWorld | undefined;
afterEach(async () => {
  await world?.end();
  world = undefined;
});

it.each([
  ['cancel', 3],
  ['keep', 6],
] as const)('after a crash and another name in the configuration, `onStop: %s` leaves %i orders at the venue', async (onStop, open) => {
  world = await simulatedWorld({ seed: 3, strategies: [ladder('before')], database: folder.path(`${onStop}.sqlite`), onStop });
  await world.start();
  await world.pass(20_000);
  expect(world.simulator.truth().orders).toHaveLength(3);
  await world.crash([ladder('after')]);
  const told: string[] = [];
  world.trader.notices$.subscribe((notice) => notice.type === 'log' && notice.level === 'warn' && told.push(notice.message));
  await world.start();
  await world.pass(60_000);
  expect(world.simulator.truth().orders).toHaveLength(open);
  expect(told).toEqual([expect.stringContaining('the configuration has no strategy before any more, and 3 orders of it')]);
});

/** Three bids far below the market. */
function ladder(name: string): StrategySettings {
  const onBook = ({ bestBid }: { readonly bestBid?: ReturnType<typeof dec> | undefined }, ctx: StrategyContext): void => {
    if (bestBid === undefined || ctx.liveOrders > 0) return;
    ctx.quote(['0.97', '0.971', '0.972'].map((share) => ({ side: 'Buy', price: bestBid.times(share), amount: dec('0.01') })));
  };
  return { name, symbol: 'BTC/EUR', definition: { about: '', params: {}, setup: () => ({ onBook }) }, params: {} };
}
