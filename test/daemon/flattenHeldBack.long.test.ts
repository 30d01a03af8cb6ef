import { afterEach, describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import type { StopTrading } from '../../src/daemon/operations.ts';
import type { StrategyContext } from '../../src/engine/kit.ts';
import type { StrategySettings } from '../../src/engine/strategySettings.ts';
import { ALL_TRADING, scopeNamed } from '../../src/model/tradingStop.ts';
import type { CallFault, FaultedCall } from '../../src/simulator/callFault.ts';
import { type SimulatedWorld, simulatedWorld } from './simulatedWorld.ts';

const BTC = scopeNamed('BTC/EUR');
const BUYER = scopeNamed('buyer');
const KILL: StopTrading = { type: 'stop-trading', scope: BTC, state: 'halted', orders: 'cancel', reason: 'a person has looked at BTC' };
const FLATTEN: StopTrading = { type: 'stop-trading', scope: ALL_TRADING, state: 'halted', orders: 'close', reason: 'flatten' };
const REFUSED = '{"code":"no-liquidity","message":"no liquidity"}';

let world: SimulatedWorld | undefined;
let fault: (call: FaultedCall) => CallFault | undefined = () => undefined;
afterEach(async () => {
  fault = () => undefined;
  await world?.end();
  world = undefined;
});

describe('closing all positions', () => {
  it.each([
    ['a symbol is halted, then all is to be closed', KILL, FLATTEN],
    ['a strategy is halted, then all is to be closed', { ...KILL, scope: BUYER }, FLATTEN],
    ['the kill switch, then a symbol is to be closed', { ...KILL, scope: ALL_TRADING }, { ...FLATTEN, scope: BTC }],
    ['the kill switch, then a strategy is to be closed', { ...KILL, scope: ALL_TRADING }, { ...FLATTEN, scope: BUYER }],
  ])('%s: orders that close positions leave where a person asked for that, though it is halted', async (_, kill, flatten) => {
    const { trader } = (world = await holding());
    const killed = trader.stopTrading(kill);
    await world.pass(5000);
    await killed;
    const flattened = trader.stopTrading(flatten);
    await world.pass(120_000);
    await flattened;
    expect(held()).toBeLessThan(0.0002);
    expect(trader.snapshot().stops.map(({ state }) => state)).toEqual(['halted', 'halted']);
  });

  it('asks a venue that refuses less and less often, and goes on when it takes orders again', async () => {
    const { trader, simulator } = (world = await holding());
    fault = ({ operation }) => (operation === 'orders.place' ? { kind: 'status', status: 400, body: REFUSED, apply: false } : undefined);
    const before = simulator.truth().requests.length;
    const flattened = trader.stopTrading(FLATTEN);
    await world.pass(60_000);
    await flattened;
    const placed = simulator
      .truth()
      .requests.slice(before)
      .filter(({ operation }) => operation === 'orders.place');
    expect(placed.length).toBeLessThanOrEqual(10);
    fault = () => undefined;
    await world.pass(70_000);
    expect(held()).toBeLessThan(0.0002);
  });
});

function held(): number {
  return world!.trader.snapshot().strategies[0]!.position.amount.toNumber();
}

async function holding(): Promise<SimulatedWorld> {
  const behaviour = { fault: (call: FaultedCall) => fault(call) };
  world = await simulatedWorld({ seed: 11, strategies: [BUYS], behaviour, limits: { maxOrdersPerMinute: 20 } });
  await world.start();
  await world.pass(10_000);
  expect(held()).toBeGreaterThan(0.01);
  return world;
}

const BUYS: StrategySettings = {
  name: 'buyer',
  symbol: 'BTC/EUR',
  definition: {
    about: '',
    params: {},
    setup: () => ({
      onBook({ bestAsk }, ctx: StrategyContext) {
        if (bestAsk !== undefined && ctx.liveOrders === 0 && ctx.positionLots < 5000) {
          ctx.place({ side: 'Buy', price: bestAsk.times(1.01), amount: dec('0.015') });
        }
      },
    }),
  },
  params: {},
};
