import { expect } from 'vitest';
import dca from '../../strategies/dca.ts';
import grid from '../../strategies/grid.ts';
import maker from '../../strategies/maker.ts';
import { agreementOf } from './agreement.ts';
import { configured, simulatedWorld, type WorldOptions } from './simulatedWorld.ts';

const MINUTES = 5;
const LATENCIES_MS = [4, 20, 80, 250];
const SETTLED = new Set(['acknowledged', 'rejected', 'not-sent', 'adopted']);

/** Three strategies trade for five minutes; then all that both sides have written down must be the same, to the last digit. */
export async function expectAgreement(seed: number, venue: Pick<WorldOptions, 'replaces' | 'behaviour'>): Promise<void> {
  const world = await simulatedWorld({
    ...venue,
    seed,
    latencyMs: LATENCIES_MS[seed % LATENCIES_MS.length]!,
    strategies: [
      configured('maker', 'BTC/EUR', maker, { spreadBps: '6', size: '0.01', smooth: '5', maxBase: '0.2' }),
      configured('grid', 'ETH/EUR', grid, { levels: '3', stepBps: '8', size: '0.1' }),
      configured('dca', 'SOL/EUR', dca, { amount: '25.37', at: 'every 20s' }),
    ],
  });
  const opening = world.simulator.truth().balances;
  await world.start();
  await world.pass(MINUTES * 60_000);
  const running = world.trader.snapshot().strategies.map(({ name, state, reason }) => ({ name, state, reason }));
  await world.stop('cancel');
  const { fills, conversions, balances, requests, intents, truth } = await agreementOf(world, opening);
  await world.end();

  expect(running.filter(({ state }) => state !== 'running')).toEqual([]);
  expect({ trouble: world.trouble, fatal: world.fatal, failures: truth.failures }).toEqual({ trouble: [], fatal: [], failures: [] });
  expect(fills.venue.length).toBeGreaterThan(20);
  expect(conversions.venue.length).toBeGreaterThan(5);
  expect(fills.ours).toEqual(fills.venue);
  expect(conversions.ours).toEqual(conversions.venue);
  expect(balances.ours).toEqual(balances.venue);
  expect(balances.read).toEqual(balances.venue);
  // Each intent was put on the wire once, and nothing else was.
  expect(requests.ours).toEqual(requests.venue);
  expect(intents.filter(({ state }) => !SETTLED.has(state))).toEqual([]);
  expect(truth.orders).toEqual([]);
}
