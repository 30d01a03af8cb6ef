import { expect, test } from 'vitest';
import maker from '../../strategies/maker.ts';
import { seededRandom } from '../../src/base/random.ts';
import { orderLane } from '../../src/model/command.ts';
import type { CallFault, FaultedCall } from '../../src/simulator/callFault.ts';
import { catalogOf } from '../../src/simulator/market/catalog.ts';
import { configured, simulatedWorld } from './simulatedWorld.ts';

const SEED = 5;
const LANES = 9;
const FAULTY_MS = 300_000;
const HEALED_WITHIN_MS = 240_000;
const FAULTS = 0.05;
const MONEY = new Set(['orders.place', 'orders.replace', 'orders.cancel']);

test.each([
  [1, 0.25],
  [3, 0.1],
])(
  'V5: at 5 % faults and %i unknown orders a lane, lanes are shut for at most %d of the time, and none is soon after healing',
  async (unknownPerLane, most) => {
    const { pairs } = catalogOf(LANES, SEED);
    const symbols = pairs.map(({ symbol }) => symbol);
    const random = seededRandom('faults');
    let isFaulty = false;
    let faulted = 0;
    const fault = ({ operation }: FaultedCall): CallFault | undefined => {
      if (!isFaulty || !MONEY.has(operation) || random.next() >= FAULTS) return undefined;
      faulted++;
      return { kind: random.next() < 0.5 ? 'drop-after' : 'drop-before' };
    };
    const world = await simulatedWorld({
      seed: SEED,
      pairs: LANES,
      perSecond: 60,
      unknownPerLane,
      behaviour: { fault },
      limits: { maxOpenOrders: 100 },
      strategies: pairs.map(({ symbol, minVolume }) => {
        const size = minVolume.times(20);
        return configured(symbol.replace('/', '-'), symbol, maker, {
          spreadBps: '8',
          size: size.toFixed(),
          maxBase: size.times(20).toFixed(),
        });
      }),
    });
    await world.start();
    isFaulty = true;
    let shut = 0;
    let looks = 0;
    for (let passed = 0; passed < FAULTY_MS; passed += 1000) {
      await world.pass(1000);
      const { frozen } = world.trader.snapshot();
      shut += symbols.filter((symbol) => frozen[orderLane(symbol)] !== undefined).length;
      looks += symbols.length;
    }
    isFaulty = false;
    const share = shut / looks;
    await world.pass(HEALED_WITHIN_MS);
    const healed = world.trader.snapshot();
    const journal = await world.store.journal.unresolved();
    await world.stop('cancel');
    const { orders } = world.simulator.truth();
    await world.end();
    expect(faulted).toBeGreaterThan(20);
    expect(share).toBeLessThanOrEqual(most);
    expect(healed.frozen).toEqual({});
    expect(journal).toEqual([]);
    expect(orders).toEqual([]);
    expect(world.fatal).toEqual([]);
  },
);
