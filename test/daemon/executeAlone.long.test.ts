import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { Secret } from '../../src/base/secret.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { dealCosts, dealsOf } from '../../src/cli/dealCosts.ts';
import { createExchangeClient } from '../../src/client/exchangeClient.ts';
import { createInProcessTransport } from '../../src/client/inProcessTransport.ts';
import { createRateLimiter } from '../../src/client/rateLimiter.ts';
import { ARRIVALS } from '../../src/daemon/arrivals.ts';
import { cancelKeptAlone, executeAlone } from '../../src/daemon/executeAlone.ts';
import type { ExecuteAsk, Executed } from '../../src/daemon/beginExecution.ts';
import { oneShot } from '../../src/daemon/oneShot.ts';
import { statePaths } from '../../src/daemon/statePaths.ts';
import { tellStory } from '../../src/daemon/story/tellStory.ts';
import { loadSettings } from '../../src/settings/loadSettings.ts';
import { createSimulator } from '../../src/simulator/simulator.ts';
import { openStore } from '../../src/store/store.ts';

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'sluice-execute-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const TWAP = {
  type: 'execute',
  symbol: 'LTC/EUR',
  side: 'Sell',
  amount: dec('3'),
  within: undefined,
  how: { kind: 'twap', over: 60_000 },
} as const;
const ICEBERG = { ...TWAP, how: { kind: 'iceberg', show: dec('1'), price: dec('500') } } as const;

/** A simulator, and a command line that works orders from a state directory of its own. */
async function desk(name: string) {
  const clock = new VirtualClock(Date.UTC(2026, 10, 20));
  const simulator = createSimulator({ clock, seed: 1 });
  const { key, secret } = simulator.exchange;
  const env = {
    SLUICE_EXCHANGE_URL: `http://127.0.0.1:1/${process.pid}/${name}`,
    SLUICE_EXCHANGE_KEY: key,
    SLUICE_EXCHANGE_SECRET: secret,
  };
  const settings = await loadSettings({ file: undefined, env });
  const state = join(folder, name);
  const said: string[] = [];
  const say = (message: string): void => void said.push(message);
  const options = () => {
    const client = createExchangeClient({
      url: 'http://venue.test',
      key,
      secret: new Secret(secret),
      transport: createInProcessTransport((request) => simulator.fetch(request), { clock, latencyMs: () => 10 }),
      limiter: createRateLimiter({ perSecond: 50, burst: 50, clock }),
      clock,
    });
    const venue = { client, host: 'venue.test', key, secrets: [], holdsOrders: true, close: () => Promise.resolve() };
    return { settings, state, accounts: `${state}-accounts`, clock, venue, onTrouble: say, say };
  };
  const work = async (ask: Omit<ExecuteAsk, 'orderId'>, forMs: number, follows = false): Promise<Executed> => {
    const leaving = new AbortController();
    const working = executeAlone((newId) => ({ ...ask, orderId: newId() }), ask.symbol, { ...options(), signal: leaving.signal, follows });
    working.catch(() => undefined);
    await clock.advance(forMs, settle);
    leaving.abort();
    await clock.advance(10_000, settle);
    return working;
  };
  const read = async () => {
    const store = await openStore({ path: statePaths(state, settings).database, clock, access: 'read' });
    const fills = (await store.fillLog.fills({ limit: 1000 })).map(({ fill }) => fill);
    const arrivals = await store.state.load(ARRIVALS);
    await store.close();
    return { fills, arrivals };
  };
  return { simulator, clock, work, read, said, options };
}

describe(executeAlone.name, () => {
  it('works an order until it is done, over as many commands as it takes, and its cost is in the fill log', async () => {
    const { work, read, said, options } = await desk('twap');
    const left = await work(TWAP, 25_000);
    expect(left).toMatchObject({ outcome: 'working' });
    expect(left.message).toContain('the same command goes on with it');
    const other = work({ ...TWAP, how: { ...TWAP.how, limit: dec('1') } }, 10_000);
    other.catch(() => undefined);
    await expect(other, 'on other terms').rejects.toMatchObject({ code: 'refused', outcome: 'not-sent' });
    const done = await work(TWAP, 60_000, true);
    expect(done.message).toMatch(/^filled: 3 of 3 LTC done in \d+ parts at /);
    expect(done).toMatchObject({ outcome: 'filled', orderId: left.orderId });
    expect(said.some((line) => line.startsWith(`goes on with ${left.orderId}: `))).toBe(true);
    expect(said.filter((line) => / of 3 LTC done; waits for part \d+ of 10/.test(line)).length).toBeGreaterThan(1);
    const { fills, arrivals } = await read();
    expect(fills.reduce((sum, { amount }) => sum.plus(amount), dec('0'))).toEqual(dec('3'));
    const [cost, ...more] = dealCosts(dealsOf(arrivals, fills, []), 'order');
    expect(more).toEqual([]);
    expect(cost).toMatchObject({ group: left.orderId, deals: 1, gave: dec('3') });
    expect(cost!.toMid!.gt(0) && cost!.toBook !== undefined).toBe(true);
    // Its id is known although it is over and no session was kept.
    const { settings, state } = options();
    const story = await tellStory(
      left.orderId,
      { databases: [{ path: statePaths(state, settings).database }], state },
      { say: () => undefined },
    );
    expect(story.filter(({ step }) => step === 'fill')).toHaveLength(fills.length);
  });

  it('leaves what it works alone while other commands run, and ends it when it is canceled', async () => {
    const { work, simulator, options, clock } = await desk('iceberg');
    const left = await work(ICEBERG, 10_000);
    expect(left).toMatchObject({ outcome: 'working' });
    expect(simulator.truth().orders).toHaveLength(1);
    const { id } = simulator.truth().orders[0]!;
    const canceling = oneShot((newId) => ({ type: 'cancel', intentId: newId(), orderId: id, symbol: '' }), [], options());
    await clock.advance(30_000, settle);
    await canceling;
    expect(simulator.truth().orders, 'it is not placed anew').toHaveLength(0);
    await work(ICEBERG, 10_000);
    expect(simulator.truth().orders).toHaveLength(1);
    const ending = cancelKeptAlone(left.orderId, options());
    await clock.advance(30_000, settle);
    expect(await ending).toEqual({ outcome: 'canceled', orderId: left.orderId });
    expect(simulator.truth().orders).toHaveLength(0);
    const again = cancelKeptAlone(left.orderId, options());
    again.catch(() => undefined);
    await clock.advance(30_000, settle);
    await expect(again).rejects.toMatchObject({ code: 'daemon-not-running' });
  });

  it('says what it does not do', async () => {
    const { work } = await desk('refused');
    const refused = work({ ...TWAP, amount: dec('0.0000000001') }, 10_000);
    refused.catch(() => undefined);
    await expect(refused).rejects.toMatchObject({ code: 'risk' });
  });
});
