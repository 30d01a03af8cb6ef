import { symbolsOf } from '../../src/model/tradedMarkets.ts';
import { Secret } from '../../src/base/secret.ts';
import { type Decimal, dec } from '../../src/base/decimal.ts';
import type { Clock } from '../../src/base/clock.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { seededRandom } from '../../src/base/random.ts';
import type { Fault } from '../../src/base/fault.ts';
import { createExchangeClient, type ExchangeClient } from '../../src/client/exchangeClient.ts';
import { type ProvenRefusal, SIMULATOR_REFUSALS } from '../../src/client/provenRefusals.ts';
import { createInProcessTransport } from '../../src/client/inProcessTransport.ts';
import type { Transport } from '../../src/client/transport.ts';
import { createRateLimiter } from '../../src/client/rateLimiter.ts';
import { Trader } from '../../src/daemon/trader.ts';
import type { PollSettings } from '../../src/loading/pollsOf.ts';
import type { TraderOptions } from '../../src/daemon/traderOptions.ts';
import type { EngineSettings } from '../../src/engine/engineState.ts';
import { readParams } from '../../src/engine/params.ts';
import type { RiskLimits } from '../../src/engine/risk/limits.ts';
import type { StrategyDefinition } from '../../src/engine/strategy.ts';
import type { StrategySettings } from '../../src/engine/strategySettings.ts';
import { LearnedRefusals } from '../../src/gateway/learnedRefusals.ts';
import type { RefusalStore } from '../../src/model/learnedRefusal.ts';
import type { CharacterName } from '../../src/simulator/market/character.ts';
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
  readonly poll?: Partial<PollSettings>;
  /** The rate budget; by default 20 requests a second. */
  readonly perSecond?: number;
  readonly balances?: Readonly<Record<string, string>>;
  /** A file, where the world is to survive `crash`. */
  readonly database?: string | undefined;
  /** The most that the database may grow to: beyond it the disk is full. */
  readonly maxBytes?: number;
  /** Without it the books stand still. */
  readonly market?: boolean;
  /** How many pairs the venue has; by default seven. */
  readonly pairs?: number;
  /** How far the venue's quotes for conversions are from its books. Default 0.001. */
  readonly conversionSpread?: Decimal;
  /** How its market behaves. Default `calm`. */
  readonly character?: CharacterName;
  /** How many orders of a lane nobody may know the outcome of until it is shut. Default 1. */
  readonly unknownPerLane?: number;
  /** Refusals that are known to prove something; default the simulator's. */
  readonly provenRefusals?: readonly ProvenRefusal[];
  /** Where refusals are learned, after three proofs; default nowhere. */
  readonly learns?: RefusalStore;
  /** The venue's own clock, where it is not to be set with the machine's. */
  readonly venueClock?: (clock: VirtualClock) => Clock;
  /** What becomes of orders of an earlier life whose strategy is not configured any more; by default they stay. */
  readonly onStop?: TraderOptions['onStop'];
  /** Told of every event and what came of it. */
  readonly record?: (clock: VirtualClock) => NonNullable<TraderOptions['record']>;
}

/** The whole daemon but for its process: real client, journal and engine against the simulator, under virtual time. */
export interface SimulatedWorld {
  readonly clock: VirtualClock;
  readonly simulator: Simulator;
  client: ExchangeClient;
  store: Store;
  trader: Trader;
  readonly engine: EngineSettings;
  readonly trouble: string[];
  readonly fatal: Fault[];
  /** Lets virtual time pass. */
  pass(ms: number): Promise<void>;
  /** Starts trading, and lets the time pass that it takes. */
  start(): Promise<void>;
  stop(onStop: 'cancel' | 'keep'): Promise<void>;
  /** The process ends without a word, wherever it is; a new trader stands ready on the same database, with other strategies where they are given. */
  crash(strategies?: readonly StrategySettings[]): Promise<void>;
  end(): Promise<void>;
}

export async function simulatedWorld(options: WorldOptions): Promise<SimulatedWorld> {
  const { seed, strategies, behaviour, latencyMs = 20, perSecond = 20, character, unknownPerLane } = options;
  const clock = new VirtualClock(START);
  const balances =
    options.balances && Object.fromEntries(Object.entries(options.balances).map(([currency, amount]) => [currency, dec(amount)]));
  const simulator = createSimulator({
    clock: options.venueClock?.(clock) ?? clock,
    seed,
    behaviour,
    balances,
    market: { symbols: options.pairs, character, conversionSpread: options.conversionSpread },
  });
  if (options.market ?? true) simulator.start();
  const latency = seededRandom(`latency:${seed}`);
  const network = createInProcessTransport((request) => simulator.fetch(request), {
    clock,
    latencyMs: () => latencyMs / 2 + latency.int(latencyMs),
  });
  let life = { isOver: false };
  const makeClient = (): ExchangeClient =>
    createExchangeClient({
      provenRefusals: options.provenRefusals ?? SIMULATOR_REFUSALS,
      url: 'http://venue.test',
      key: simulator.exchange.key,
      secret: new Secret(simulator.exchange.secret),
      transport: mortal(network, life),
      limiter: createRateLimiter({ perSecond, burst: perSecond, clock }),
      clock,
    });
  const store = await openStore({ path: options.database ?? ':memory:', clock, maxBytes: options.maxBytes, unknownPerLane });
  const trouble: string[] = [];
  const fatal: Fault[] = [];
  const symbols = [...new Set(strategies.flatMap(symbolsOf))];
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
  const makeTrader = (from: Store, client: ExchangeClient, named = strategies): Trader => {
    const mine = life;
    const { learns } = options;
    const onTrouble = (message: string): unknown => mine.isOver || trouble.push(message);
    return new Trader({
      refusals: learns && new LearnedRefusals({ store: learns, proofs: 3, clock, onTrouble }),
      clock,
      client,
      ...from,
      engine: { ...engine, strategies: named },
      symbols,
      poll: { booksMs: 1000, depth: 25, statisticsMs: 10_000, ordersMs: 1000, balancesMs: 10_000, pairsMs: 3_600_000, ...options.poll },
      polls: true,
      onStop: options.onStop,
      record: options.record?.(clock),
      seed,
      firstPage: 0,
      replacesAtomically: options.replaces ?? true,
      unknownPerLane,
      onFatal: (fault) => mine.isOver || fatal.push(fault),
      onTrouble,
    });
  };
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const pass = (ms: number): Promise<void> => clock.advance(ms, settle);
  const client = makeClient();
  const world: SimulatedWorld = {
    clock,
    simulator,
    client,
    store,
    trader: makeTrader(store, client),
    engine,
    trouble,
    fatal,
    pass,
    async start() {
      const watch = { isDone: false };
      const started = world.trader.start().finally(() => (watch.isDone = true));
      started.catch(() => undefined);
      await pass(3000);
      // A venue that does not answer well takes longer.
      for (let waits = 0; !watch.isDone && waits < 600; waits++) await pass(1000);
      await started;
    },
    async stop(onStop) {
      const stopped = world.trader.stop(onStop, 8000);
      await pass(12_000);
      await stopped;
    },
    async crash(named) {
      life.isOver = true;
      life = { isOver: false };
      await world.store.close();
      world.store = await openStore({ path: options.database ?? ':memory:', clock, unknownPerLane });
      world.client = makeClient();
      world.trader = makeTrader(world.store, world.client, named);
    },
    async end() {
      simulator.stop();
      await world.store.close();
    },
  };
  return world;
}

/** What a life has put on the wire goes on without it; nothing comes back, and nothing more leaves. */
function mortal(network: Transport, life: { readonly isOver: boolean }): Transport {
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        if (life.isOver) return;
        network.send(request).then(
          (response) => life.isOver || resolve(response),
          (error: unknown) => life.isOver || reject(error as Error),
        );
      }),
    close: () => network.close(),
  };
}
