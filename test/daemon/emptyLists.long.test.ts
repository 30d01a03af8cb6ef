import { afterEach, describe, expect, it } from 'vitest';
import { dec, type Decimal } from '../../src/base/decimal.ts';
import type { StrategyHandlers } from '../../src/engine/kit.ts';
import type { CallFault, FaultedCall } from '../../src/simulator/callFault.ts';
import { type SimulatedWorld, simulatedWorld } from './simulatedWorld.ts';

/** Room for one order of the strategy. */
const LIMIT = { amount: dec('7000'), currency: 'EUR' };
const LANE = 'spot:BTC/EUR';

let world: SimulatedWorld | undefined;
let fault: (call: FaultedCall) => CallFault | undefined = () => undefined;
afterEach(async () => {
  fault = () => undefined;
  await world?.end();
  world = undefined;
});

describe('a venue in maintenance that answers 200 with empty lists', () => {
  it.each([
    ['both lists', ['orders.list', 'trades.list']],
    ['the open orders', ['orders.list']],
  ])('%s: no order that the balances hold is taken for canceled, and all goes on when the lists are right', async (_, operations) => {
    const { trader, simulator, pass } = (world = await simulatedWorld({
      seed: 3,
      strategies: [maker('BTC/EUR')],
      behaviour: { fault: (call) => fault(call) },
      balances: { EUR: '100000' },
      limits: { maxOpenValue: LIMIT, maxExposure: LIMIT },
    }));
    await world.start();
    await pass(20_000);
    const open = (): string[] => simulator.truth().orders.map(({ id }) => id);
    const before = open();
    expect(before).toHaveLength(1);
    const empty: CallFault = { kind: 'garble', body: '{"total":0,"items":[]}' };
    fault = ({ operation }) => (operations.includes(operation) ? empty : undefined);
    let most = 0;
    for (let half = 0; half < 40; half++) {
      await pass(30_000);
      most = Math.max(most, open().length);
    }
    expect(most).toBe(1);
    expect(trader.snapshot().frozen).toMatchObject({ [LANE]: expect.stringContaining('has left the list of open orders') as string });
    fault = () => undefined;
    await pass(5000);
    expect(trader.snapshot().frozen).toEqual({});
    expect(open()).toEqual(before);
    // What really ends is seen, and the strategy places again.
    const canceling = world.client.orders.cancel({ orderId: before[0]! });
    await pass(10_000);
    await canceling;
    expect(open()).toHaveLength(1);
    expect(open()).not.toEqual(before);
  });
});

/** One bid far below, placed again when it is over. */
function maker(symbol: string) {
  const setup = (): StrategyHandlers => {
    let price: Decimal | undefined;
    return {
      onBook({ mid }, ctx) {
        price ??= mid?.times(0.96);
        if (price !== undefined) ctx.quote([{ side: 'Buy', price, amount: dec('0.1') }]);
      },
    };
  };
  return { name: 'maker', symbol, definition: { about: '', params: {}, setup }, params: {} };
}
