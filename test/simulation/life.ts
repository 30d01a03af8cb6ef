import { symbolsOf } from '../../src/model/tradedMarkets.ts';
import { Secret } from '../../src/base/secret.ts';
import { dec, type Decimal } from '../../src/base/decimal.ts';
import type { Fault } from '../../src/base/fault.ts';
import { createExchangeClient } from '../../src/client/exchangeClient.ts';
import { SIMULATOR_REFUSALS } from '../../src/client/provenRefusals.ts';
import { createRateLimiter } from '../../src/client/rateLimiter.ts';
import type { Transport } from '../../src/client/transport.ts';
import { Trader } from '../../src/daemon/trader.ts';
import type { PollSettings } from '../../src/loading/pollsOf.ts';
import type { EngineSettings } from '../../src/engine/engineState.ts';
import type { StrategySettings } from '../../src/engine/strategySettings.ts';
import type { Report } from '../../src/model/event.ts';
import { openStore } from '../../src/store/store.ts';
import type { Disk, DiskGate } from './disk.ts';
import type { Owner } from './happenings.ts';
import type { LifeClock } from './lifeClock.ts';

/** One life of the daemon's process. */
export interface Life {
  readonly owner: Owner;
  readonly clock: LifeClock;
  trader: Trader | undefined;
  isStopping: boolean;
}

export interface LifeOptions {
  readonly owner: Owner;
  readonly clock: LifeClock;
  readonly disk: Disk;
  readonly gate: DiskGate;
  readonly transport: Transport;
  readonly key: string;
  readonly secret: string;
  readonly seed: string;
  readonly strategies: readonly StrategySettings[];
  readonly replaces: boolean;
  readonly firstPage: number;
  /** Other than usual. */
  readonly poll: PollSettings | undefined;
  readonly unknownPerLane?: number | undefined;
  readonly mostOpen?: Decimal | undefined;
  readonly mostExposed?: Decimal | undefined;
  readonly onReport: (report: Report) => void;
  readonly onFatal: (reason: string) => void;
  readonly onTrouble: (message: string) => void;
  /** The trader is there; it may take long to start. */
  readonly onBorn: (trader: Trader) => void;
}

/** The most open orders of the account, which the risk check keeps. */
export const MOST_OPEN_ORDERS = 12;

/** One life of the daemon, from its start to its end or its crash: its own client, store and trader on the world's disk and network. */
export async function beginLife(options: LifeOptions): Promise<void> {
  const { clock, disk, gate, transport, key, secret, seed, unknownPerLane, onTrouble } = options;
  const store = await openStore({ path: ':memory:', clock, unknownPerLane, open: () => Promise.resolve(disk.connect(gate)) });
  const client = createExchangeClient({
    provenRefusals: SIMULATOR_REFUSALS,
    url: 'http://venue.test',
    key,
    secret: new Secret(secret),
    transport,
    limiter: createRateLimiter({ perSecond: 20, burst: 20, clock }),
    clock,
  });
  const engine = engineOf(options);
  const trader = new Trader({
    clock,
    client,
    ...store,
    engine,
    symbols: engine.limits.symbols,
    poll: options.poll ?? { booksMs: 1500, depth: 5, statisticsMs: 60_000, ordersMs: 1000, balancesMs: 20_000, pairsMs: 30_000 },
    polls: true,
    seed,
    firstPage: options.firstPage,
    replacesAtomically: options.replaces,
    unknownPerLane,
    onFatal: (fault: Fault) => options.onFatal(fault.message),
    onTrouble,
  });
  trader.events$.subscribe((event) => {
    if (event.type === 'report') options.onReport(event.report);
  });
  options.onBorn(trader);
  await trader.start();
}

function engineOf({ strategies, replaces, mostOpen, mostExposed, seed }: LifeOptions): EngineSettings {
  return {
    strategies,
    replaces,
    seed,
    limits: {
      symbols: [...new Set(strategies.flatMap(symbolsOf))],
      maxOrderValue: { amount: dec(5000), currency: 'EUR' },
      maxOpenOrders: MOST_OPEN_ORDERS,
      maxOpenValue: mostOpen && { amount: mostOpen, currency: 'EUR' },
      maxExposure: mostExposed && { amount: mostExposed, currency: 'EUR' },
      priceCollar: dec('0.05'),
      staleAfterMs: 5000,
      maxOrdersPerMinute: 1000,
      maxDailyLoss: undefined,
      budgets: Object.fromEntries(strategies.map(({ name }) => [name, { amount: dec(20_000), currency: 'EUR' }])),
    },
  };
}
