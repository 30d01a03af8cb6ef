import { Secret } from '../../src/base/secret.ts';
import { dec } from '../../src/base/decimal.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { seededRandom } from '../../src/base/random.ts';
import type { Fault } from '../../src/base/fault.ts';
import { createExchangeClient, type ExchangeClient } from '../../src/client/exchangeClient.ts';
import { createInProcessTransport } from '../../src/client/inProcessTransport.ts';
import { createRateLimiter } from '../../src/client/rateLimiter.ts';
import { Trader } from '../../src/daemon/trader.ts';
import type { EngineSettings } from '../../src/engine/engineState.ts';
import { readParams } from '../../src/engine/params.ts';
import type { RiskLimits } from '../../src/engine/risk/riskCheck.ts';
import type { StrategyDefinition } from '../../src/engine/strategy.ts';
import type { StrategySettings } from '../../src/engine/strategyRun.ts';
import { createSimulator, type Simulator } from '../../src/simulator/simulator.ts';
import type { VenueBehaviour } from '../../src/simulator/simulatorOptions.ts';
import { openStore, type Store } from '../../src/store/store.ts';

const START = Date.UTC(2026, 10, 20, 10);

/** A strategy as a configuration would give it. */
export function configured(
  name: string,
  symbol: string,
  definition: unknown,
  params: Readonly<Record<string, string>> = {},
): StrategySettings {
  const strategy = definition as StrategyDefinition;
  const { values, problems } = readParams(strategy.params, params);
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  return { name, symbol, definition: strategy, params: values };
}

export interface WorldOptions {
  readonly seed: number;
  readonly strategies: readonly StrategySettings[];
  readonly limits?: Partial<RiskLimits>;
  readonly replaces?: boolean;
  readonly behaviour?: VenueBehaviour;
  readonly latencyMs?: number;
  readonly balances?: Readonly<Record<string, string>>;
  readonly database?: string;
}

/** The whole daemon but for its process: real client, journal and engine against the simulator, under virtual time. */
export interface SimulatedWorld {
  readonly clock: VirtualClock;
  readonly simulator: Simulator;
  readonly client: ExchangeClient;
  store: Store;
  trader: Trader;
  readonly trouble: string[];
  readonly fatal: Fault[];
  /** Lets virtual time pass. */
  pass(ms: number): Promise<void>;
  /** Starts trading, and lets the time pass that it takes. */
  start(): Promise<void>;
  stop(onStop: 'cancel' | 'keep'): Promise<void>;
  end(): Promise<void>;
}

export async function simulatedWorld(options: WorldOptions): Promise<SimulatedWorld> {
  const { seed, strategies, behaviour, latencyMs = 20 } = options;
  const clock = new VirtualClock(START);
  const balances =
    options.balances && Object.fromEntries(Object.entries(options.balances).map(([currency, amount]) => [currency, dec(amount)]));
  const simulator = createSimulator({ clock, seed, behaviour, balances });
  simulator.start();
  const latency = seededRandom(`latency:${seed}`);
  const client = createExchangeClient({
    url: 'http://venue.test',
    key: simulator.exchange.key,
    secret: new Secret(simulator.exchange.secret),
    transport: createInProcessTransport((request) => simulator.fetch(request), {
      clock,
      latencyMs: () => latencyMs / 2 + latency.int(latencyMs),
    }),
    limiter: createRateLimiter({ perSecond: 20, burst: 20, clock }),
    clock,
  });
  const store = await openStore({ path: options.database ?? ':memory:', clock });
  const trouble: string[] = [];
  const fatal: Fault[] = [];
  const symbols = [...new Set(strategies.map(({ symbol }) => symbol))];
  const engine: EngineSettings = {
    strategies,
    replaces: options.replaces ?? true,
    seed,
    limits: {
      symbols,
      maxOrderValue: undefined,
      maxOpenOrders: 50,
      priceCollar: dec('0.05'),
      staleAfterMs: 5000,
      maxOrdersPerMinute: 1000,
      maxDailyLoss: undefined,
      budgets: {},
      ...options.limits,
    },
  };
  const makeTrader = (from: Store): Trader =>
    new Trader({
      clock,
      client,
      ...from,
      engine,
      symbols,
      poll: { booksMs: 500, depth: 50, statisticsMs: 5000, ordersMs: 500, balancesMs: 5000 },
      polls: true,
      seed,
      firstPage: 0,
      onFatal: (fault) => fatal.push(fault),
      onTrouble: (message) => trouble.push(message),
    });
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const pass = (ms: number): Promise<void> => clock.advance(ms, settle);
  const world: SimulatedWorld = {
    clock,
    simulator,
    client,
    store,
    trader: makeTrader(store),
    trouble,
    fatal,
    pass,
    async start() {
      const started = world.trader.start();
      await pass(3000);
      await started;
    },
    async stop(onStop) {
      const stopped = world.trader.stop(onStop, 8000);
      await pass(12_000);
      await stopped;
    },
    async end() {
      simulator.stop();
      await world.store.close();
    },
  };
  return world;
}
