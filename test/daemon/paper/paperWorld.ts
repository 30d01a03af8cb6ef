import { symbolsOf } from '../../../src/model/tradedMarkets.ts';
import { dec } from '../../../src/base/decimal.ts';
import { Secret } from '../../../src/base/secret.ts';
import { VirtualClock } from '../../../src/base/virtualClock.ts';
import { createExchangeClient } from '../../../src/client/exchangeClient.ts';
import { createInProcessTransport } from '../../../src/client/inProcessTransport.ts';
import { createRateLimiter } from '../../../src/client/rateLimiter.ts';
import type { Transport, TransportRequest } from '../../../src/client/transport.ts';
import { marketOnly } from '../../../src/daemon/paper/marketOnly.ts';
import { PaperAccount } from '../../../src/daemon/paper/paperAccount.ts';
import { Trader } from '../../../src/daemon/trader.ts';
import type { TraderOptions } from '../../../src/daemon/traderOptions.ts';
import type { EngineSettings } from '../../../src/engine/engineState.ts';
import type { RiskLimits } from '../../../src/engine/risk/limits.ts';
import type { StrategySettings } from '../../../src/engine/strategySettings.ts';
import type { PollSettings } from '../../../src/loading/pollsOf.ts';
import { FILL_MODELS } from '../../../src/exchange/fillModel.ts';
import { createSimulator, type Simulator } from '../../../src/simulator/simulator.ts';
import { openStore, type Store } from '../../../src/store/store.ts';

const START = Date.UTC(2026, 10, 20, 10);
const URL = 'http://venue.test';

export interface PaperWorld {
  readonly clock: VirtualClock;
  readonly simulator: Simulator;
  readonly store: Store;
  readonly trader: Trader;
  readonly account: PaperAccount;
  readonly engine: EngineSettings;
  /** All that reached the venue. */
  readonly sent: readonly TransportRequest[];
  readonly trouble: readonly string[];
  pass(ms: number): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
  end(): Promise<void>;
}

export interface PaperWorldOptions {
  readonly seed: number;
  readonly strategies: readonly StrategySettings[];
  readonly database?: string;
  readonly startMs?: number;
  /** The books of a venue that fails at times. */
  readonly isDown?: () => boolean;
  /** One that takes requests and does not answer. */
  readonly isHanging?: () => boolean;
  /** Without it the books stand still. */
  readonly market?: boolean;
  readonly limits?: Partial<RiskLimits>;
  readonly poll?: Partial<PollSettings>;
  /** Told of every event and what came of it. */
  readonly record?: TraderOptions['record'];
}

/** Paper trading on the books of a simulated venue that shows them to everybody, under virtual time. */
export async function paperWorld({
  seed,
  strategies,
  database,
  startMs = 0,
  isDown,
  isHanging,
  market = true,
  limits: otherLimits,
  poll,
  record,
}: PaperWorldOptions): Promise<PaperWorld> {
  const clock = new VirtualClock(START + startMs);
  const simulator = createSimulator({ clock, seed, behaviour: { marketData: 'public' } });
  if (market) simulator.start();
  const sent: TransportRequest[] = [];
  const waiting: (() => void)[] = [];
  const network = createInProcessTransport((request) => simulator.fetch(request), { clock, latencyMs: () => 20 });
  const watched: Transport = {
    send(request) {
      sent.push(request);
      if (isHanging?.() === true) return new Promise((resolve) => void waiting.push(() => resolve(network.send(request))));
      for (const answer of waiting.splice(0)) answer();
      return isDown?.() === true ? Promise.reject(new Error('the network is down')) : network.send(request);
    },
    close: () => network.close(),
  };
  const client = createExchangeClient({
    url: URL,
    key: 'nobody',
    secret: new Secret('bm9uZQ=='),
    transport: marketOnly(watched, URL, true),
    limiter: createRateLimiter({ perSecond: 20, burst: 20, clock }),
    clock,
  });
  const store = await openStore({ path: database ?? ':memory:', clock });
  const trouble: string[] = [];
  const symbols = [...new Set(strategies.flatMap(symbolsOf))];
  const limits = {
    symbols,
    maxOrderValue: undefined,
    maxOpenOrders: 50,
    priceCollar: dec('0.05'),
    staleAfterMs: 5000,
    maxOrdersPerMinute: 1000,
    maxDailyLoss: undefined,
    budgets: {},
    ...otherLimits,
  };
  const engine: EngineSettings = { strategies, replaces: true, seed, limits };
  let account: PaperAccount | undefined;
  const trader = new Trader({
    clock,
    client,
    ...store,
    engine,
    symbols,
    poll: { booksMs: 500, depth: 50, statisticsMs: 5000, ordersMs: 500, balancesMs: 10_000, pairsMs: 3_600_000, ...poll },
    polls: true,
    record,
    seed,
    firstPage: 0,
    replacesAtomically: true,
    onFatal: (fault) => trouble.push(`fatal: ${fault.message}`),
    onTrouble: (message) => trouble.push(message),
    account: (hooks) =>
      (account = new PaperAccount(
        {
          ...store,
          clock,
          symbols,
          balances: { EUR: dec(20_000), BTC: dec('0.5') },
          fees: { maker: dec('0.001'), taker: dec('0.002') },
          latency: { entryMs: 40, responseMs: 40 },
          poll: { ordersMs: poll?.ordersMs ?? 500, balancesMs: 10_000 },
          unseenAfterMs: 2500,
          rate: { perSecond: 10, burst: 10 },
          conversion: { spreadBps: dec(10), validForMs: 15_000 },
          model: FILL_MODELS.fitted,
          seed,
          startedAt: clock.now(),
        },
        hooks,
      )),
  });
  const pass = (ms: number): Promise<void> => clock.advance(ms, () => new Promise((resolve) => setImmediate(resolve)));
  return {
    clock,
    simulator,
    store,
    trader,
    account: account!,
    engine,
    sent,
    trouble,
    pass,
    async start() {
      const started = trader.start();
      await pass(3000);
      await started;
    },
    async stop() {
      const stopped = trader.stop('cancel', 8000);
      await pass(12_000);
      await stopped;
    },
    async end() {
      simulator.stop();
      await store.close();
    },
  };
}
