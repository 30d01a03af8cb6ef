import { setImmediate } from 'node:timers/promises';
import { Secret } from '../../src/base/secret.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { createInProcessTransport } from '../../src/client/inProcessTransport.ts';
import { createExchangeClient } from '../../src/client/exchangeClient.ts';
import { createRateLimiter } from '../../src/client/rateLimiter.ts';
import { statePaths } from '../../src/daemon/statePaths.ts';
import type { Intent } from '../../src/model/intent.ts';
import { type Probed, type ProbeOptions, probeVenue } from '../../src/probe/probeVenue.ts';
import { Wire } from '../../src/probe/wire.ts';
import { loadSettings } from '../../src/settings/loadSettings.ts';
import type { CallFault, FaultedCall } from '../../src/simulator/callFault.ts';
import { createSimulator, type Simulator } from '../../src/simulator/simulator.ts';
import type { VenueBehaviour } from '../../src/simulator/simulatorOptions.ts';
import { openStore } from '../../src/store/store.ts';
import { temporaryFolder } from '../cli/temporaryFolder.ts';

const URL = 'http://127.0.0.1:1';

export interface ProbedVenue {
  readonly simulator: Simulator;
  /** Asked for each call that reaches the venue. */
  fault: (call: FaultedCall) => CallFault | undefined;
  readonly stop: AbortController;
  /** Runs a probe to its end. `options` take the place of those that agree to everything. */
  probe(options?: Partial<ProbeOptions>): Promise<Probed>;
  /** What the journal has, newest first. */
  journal(): Promise<readonly Intent[]>;
  remove(): void;
}

/** A venue under virtual time, and a probe of it that agrees to everything. */
export async function probedVenue(behaviour: VenueBehaviour = {}): Promise<ProbedVenue> {
  const clock = new VirtualClock(Date.UTC(2026, 10, 20));
  const folder = temporaryFolder();
  const simulator = createSimulator({ clock, seed: 1, behaviour: { ...behaviour, fault: (call) => venue.fault(call) } });
  const { key, secret } = simulator.exchange;
  const settings = await loadSettings({ env: { SLUICE_EXCHANGE_URL: URL, SLUICE_EXCHANGE_KEY: key, SLUICE_EXCHANGE_SECRET: secret } });
  const run = async (options: Partial<ProbeOptions>): Promise<Probed> => {
    const wire = new Wire(URL);
    const transport = wire.over(createInProcessTransport((request) => simulator.fetch(request), { clock, latencyMs: () => 5 }));
    const client = createExchangeClient({
      url: URL,
      key,
      secret: new Secret(secret),
      transport,
      limiter: createRateLimiter({ perSecond: 100, burst: 100, clock }),
      clock,
    });
    return probeVenue({
      settings,
      state: folder.path('state'),
      accounts: folder.path('accounts'),
      clock,
      venue: { client, host: '127.0.0.1:1', key, secrets: [], holdsOrders: true, close: () => Promise.resolve() },
      onTrouble: () => undefined,
      wire,
      secret: new Secret(secret),
      symbol: undefined,
      amount: undefined,
      signal: venue.stop.signal,
      tell: () => undefined,
      say: () => undefined,
      agree: () => Promise.resolve(),
      ...options,
    });
  };
  const venue: ProbedVenue = {
    simulator,
    fault: () => undefined,
    stop: new AbortController(),
    async probe(options = {}) {
      const running = { isOver: false };
      const probing = run(options).finally(() => (running.isOver = true));
      probing.catch(() => undefined);
      while (!running.isOver) await clock.advance(1000, () => setImmediate());
      return probing;
    },
    async journal() {
      const store = await openStore({ path: statePaths(folder.path('state'), settings).database, clock, access: 'read' });
      const intents = await store.journal.list(100);
      await store.close();
      return intents;
    },
    remove: () => folder.remove(),
  };
  return venue;
}
