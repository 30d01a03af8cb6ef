import { setImmediate } from 'node:timers/promises';
import { dec } from '../../src/base/decimal.ts';
import type { Fault } from '../../src/base/fault.ts';
import { Secret } from '../../src/base/secret.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { createExchangeClient, type ExchangeClient } from '../../src/client/exchangeClient.ts';
import { type ProvenRefusal, SIMULATOR_REFUSALS } from '../../src/client/provenRefusals.ts';
import { createInProcessTransport } from '../../src/client/inProcessTransport.ts';
import { createRateLimiter } from '../../src/client/rateLimiter.ts';
import type { Transport } from '../../src/client/transport.ts';
import { accountLists } from '../../src/gateway/accountLists.ts';
import { LastGate } from '../../src/gateway/lastGate.ts';
import type { Rereading } from '../../src/gateway/lateTrades.ts';
import { LearnedRefusals } from '../../src/gateway/learnedRefusals.ts';
import { LiveVenue } from '../../src/gateway/liveVenue.ts';
import type { Differing } from '../../src/gateway/replacementsInDoubt.ts';
import { OwnOrders } from '../../src/gateway/ownOrders.ts';
import type { LedgerWitness } from '../../src/gateway/resolver.ts';
import type { CancelCommand, ConvertCommand, PlaceCommand, ReplaceCommand } from '../../src/model/command.ts';
import type { Quote } from '../../src/model/conversion.ts';
import type { Report } from '../../src/model/event.ts';
import type { BoundOrder } from '../../src/model/journal.ts';
import type { RefusalStore } from '../../src/model/learnedRefusal.ts';
import type { CallFault, FaultedCall } from '../../src/simulator/callFault.ts';
import { createSimulator, type Simulator } from '../../src/simulator/simulator.ts';
import type { SimulatorOptions } from '../../src/simulator/simulatorOptions.ts';
import type { Truth } from '../../src/simulator/truth.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { neverSet } from './neverSet.ts';

export const BEGINNING = Date.UTC(2026, 10, 20, 10);
const VISIBILITY_MS = 15_000;

/** A buy far above the market is executed at once; the amount is met by several resting orders. */
export const CROSSING = { price: dec('80000'), amount: dec('0.9') };

export interface BenchOptions extends Partial<SimulatorOptions> {
  /** A file, so that a second process life may follow; default in memory. */
  readonly database?: string;
  readonly firstPage?: number;
  /** Whether the venue is known to replace in one step; default true, as the simulator does. */
  readonly replacesAtomically?: boolean;
  /** Refusals that are known to prove something; default the simulator's. */
  readonly provenRefusals?: readonly ProvenRefusal[];
  /** How many orders of a lane nobody may know the outcome of until it is shut. Default 1. */
  readonly unknownPerLane?: number;
  /** Where refusals are learned, after three proofs; default nowhere. */
  readonly learns?: RefusalStore;
  /** Whether the venue has a clock of its own, so that ours can be set without it; default the same clock for both. */
  readonly venueHasClock?: boolean;
  readonly wrap?: (transport: Transport) => Transport;
  readonly ledgerWitness?: LedgerWitness;
}

/**
 * The order side of the gateway with everything real about it: client, store and simulator, in one process under virtual
 * time. There is no engine: a test is the engine. `fault` is asked by the simulator for each call.
 */
export interface OrderBench {
  readonly clock: VirtualClock;
  readonly simulator: Simulator;
  readonly client: ExchangeClient;
  store: Store;
  venue: LiveVenue;
  own: OwnOrders;
  readonly reports: Report[];
  readonly fatal: Fault[];
  /** What a person was told. */
  readonly trouble: string[];
  fault: ((call: FaultedCall) => CallFault | undefined) | undefined;
  truth(): Truth;
  pass(ms: number): Promise<void>;
  /** Sends a command and lets time pass until it has ended. */
  run(command: PlaceCommand | ReplaceCommand | CancelCommand | ConvertCommand): Promise<void>;
  /** One round of the lists; each takes a little time. */
  round(): Promise<void>;
  rounds(count: number, everyMs: number): Promise<void>;
  conversionRounds(count: number): Promise<void>;
  /** What a person decides. */
  resolve: OwnOrders['resolve'];
  giveTo(...given: Parameters<OwnOrders['giveTo']>): Promise<BoundOrder>;
  settle: OwnOrders['settleExecutions'];
  reread(spanMs: number): Promise<Rereading>;
  /** One reading of the balances. By default the ledger has not begun. */
  balances(differing?: Differing): Promise<void>;
  /** A life that ends without a word: what was under way is cut off, and a new one begins on the same store. */
  restart(): Promise<void>;
  readonly gate: LastGate;
  reportsOf<Type extends Report['type']>(type: Type): Extract<Report, { type: Type }>[];
  place(over?: Partial<PlaceCommand>): PlaceCommand;
  replace(orderId: string, over?: Partial<ReplaceCommand>): ReplaceCommand;
  cancel(orderId: string): CancelCommand;
  quote(amount?: string): Promise<Quote>;
  convert(quote: Quote): ConvertCommand;
  /** Somebody else with the same key: a request past journal and engine. */
  foreign: ForeignHand;
  end(): Promise<void>;
}

export interface ForeignHand {
  place(order: { symbol?: string; side?: 'Buy' | 'Sell'; type?: 'Limit' | 'Market'; amount: string; price?: string }): Promise<string>;
  cancel(orderId: string): Promise<void>;
  convert(fromAmount: string): Promise<void>;
}

export async function orderBench(options: BenchOptions = {}): Promise<OrderBench> {
  const clock = new VirtualClock(BEGINNING);
  const { database = ':memory:', firstPage = 0, wrap = (transport: Transport) => transport, ledgerWitness, ...more } = options;
  const { replacesAtomically = true, provenRefusals = SIMULATOR_REFUSALS, learns, unknownPerLane, venueHasClock = false, ...rest } = more;
  const behaviour = { ...rest.behaviour, fault: (call: FaultedCall) => bench.fault?.(call) };
  const simulator = createSimulator({ clock: venueHasClock ? neverSet(clock, BEGINNING) : clock, seed: 7, ...rest, behaviour });
  const clientOf = (transport: Transport): ExchangeClient =>
    createExchangeClient({
      provenRefusals,
      url: 'http://venue.test',
      key: simulator.exchange.key,
      secret: new Secret(simulator.exchange.secret),
      transport,
      limiter: createRateLimiter({ perSecond: 1000, burst: 1000, clock }),
      clock,
    });
  const network = (): Transport => createInProcessTransport((request) => simulator.fetch(request), { clock, latencyMs: () => 5 });
  const client = clientOf(wrap(network()));
  const other = clientOf(network());
  const pass = (ms: number): Promise<void> => clock.advance(ms, () => setImmediate());
  const finish = async <T>(work: Promise<T>): Promise<T> => {
    const watch = { isDone: false };
    const done = work.finally(() => (watch.isDone = true));
    done.catch(() => undefined);
    for (let steps = 0; !watch.isDone && steps < 5000; steps++) await pass(10);
    return done;
  };
  const life = (store: Store): { venue: LiveVenue; own: OwnOrders } => {
    const report = (one: Report): void => {
      bench.reports.push(one);
      bench.own.told(one);
    };
    const { journal, fillLog, state } = store;
    const onTrouble = (message: string): number => bench.trouble.push(message);
    const refusals = learns && new LearnedRefusals({ store: learns, proofs: 3, clock, onTrouble });
    const shared = { client, journal, fillLog, state, clock, report, refusals, unknownPerLane };
    const venue = new LiveVenue({
      ...shared,
      gate: bench.gate,
      onFatal: (fault) => bench.fatal.push(fault),
      onChange: () => undefined,
      maxDecisionAgeMs: 500,
    });
    const own = new OwnOrders({
      ...shared,
      lists: accountLists(client, firstPage),
      bookContext: () => undefined,
      visibilityMs: VISIBILITY_MS,
      skewMs: 5000,
      closeAfterRounds: 2,
      replacesAtomically,
      onTrouble,
      ledgerWitness,
    });
    return { venue, own };
  };
  let ids = 0;
  const next = (kind: string): string => `${kind}-${String(++ids).padStart(4, '0')}`;
  const store = await openStore({ path: database, clock, unknownPerLane });
  const bench: OrderBench = {
    clock,
    simulator,
    client,
    store,
    gate: new LastGate(() => undefined),
    venue: undefined as unknown as LiveVenue,
    own: undefined as unknown as OwnOrders,
    reports: [],
    fatal: [],
    trouble: [],
    fault: undefined,
    truth: () => simulator.truth(),
    pass,
    run: async (command) => {
      bench.venue.send({ ...command, decidedAt: clock.now() });
      await finish(bench.venue.idle());
    },
    round: async () => void (await finish(bench.own.round())),
    rounds: async (count, everyMs) => {
      for (let i = 0; i < count; i++) {
        await bench.round();
        await pass(everyMs);
      }
    },
    conversionRounds: async (count) => {
      for (let i = 0; i < count; i++) {
        await finish(bench.own.conversionRound());
        await pass(500);
      }
    },
    resolve: (...decided) => finish(bench.own.resolve(...decided)),
    giveTo: async (...given) => (await finish(bench.own.giveTo(...given))).order,
    settle: (...said) => finish(bench.own.settleExecutions(...said)),
    reread: (spanMs) => finish(bench.own.reread(spanMs)),
    balances: async (differing) => void (await finish(bench.own.balances(() => Promise.resolve(differing)))),
    restart: async () => {
      // Whatever the old life still wanted to write never reaches the disk.
      await bench.store.close();
      bench.store = await openStore({ path: database, clock, unknownPerLane });
      bench.reports.length = 0;
      Object.assign(bench, life(bench.store));
    },
    reportsOf: (type) => bench.reports.filter((one): one is Extract<Report, { type: typeof type }> => one.type === type),
    place: (over = {}) => ({
      type: 'place',
      intentId: next('place'),
      strategy: 'maker',
      symbol: 'BTC/EUR',
      side: 'Buy',
      orderType: 'Limit',
      price: dec('50000'),
      amount: dec('0.00997'),
      decidedAt: clock.now(),
      tag: undefined,
      ...over,
    }),
    replace: (orderId, over = {}) => ({
      type: 'replace',
      intentId: next('replace'),
      strategy: 'maker',
      symbol: 'BTC/EUR',
      side: 'Buy',
      orderId,
      price: dec('50100'),
      amount: dec('0.00995'),
      decidedAt: clock.now(),
      ...over,
    }),
    cancel: (orderId) => ({
      type: 'cancel',
      intentId: next('cancel'),
      strategy: 'maker',
      symbol: 'BTC/EUR',
      orderId,
      decidedAt: clock.now(),
    }),
    quote: async (amount = '100.10') => {
      const requestId = next('request');
      bench.venue.send({
        type: 'request-quote',
        requestId,
        strategy: 'dca',
        fromCurrency: 'EUR',
        toCurrency: 'BTC',
        size: { fromAmount: dec(amount) },
        decidedAt: clock.now(),
      });
      await finish(bench.venue.idle());
      const quoted = bench.reportsOf('quoted').find((one) => one.requestId === requestId);
      if (quoted === undefined) throw new Error(`no quote: ${JSON.stringify(bench.reports.at(-1))}`);
      return quoted.quote;
    },
    convert: (quote) => ({
      type: 'convert',
      intentId: next('convert'),
      requestId: quote.id,
      strategy: 'dca',
      quote,
      decidedAt: clock.now(),
    }),
    foreign: {
      place: async ({ symbol = 'BTC/EUR', side = 'Buy', type = 'Limit', amount, price }) => {
        const params = { symbol, side, type, amount: dec(amount), ...(price === undefined ? {} : { price: dec(price) }) };
        return (await finish(other.orders.place(params))).id;
      },
      cancel: async (orderId) => void (await finish(other.orders.cancel({ orderId }))),
      convert: async (fromAmount) => {
        const pair = { fromCurrency: 'EUR', toCurrency: 'BTC' };
        const { id, amountFrom, amountTo } = await finish(other.quotes.request({ ...pair, fromAmount: dec(fromAmount) }));
        await finish(other.conversions.execute({ id, ...pair, fromAmount: amountFrom, toAmount: amountTo }));
      },
    },
    end: async () => {
      simulator.stop();
      await bench.store.close();
    },
  };
  Object.assign(bench, life(store));
  return bench;
}

/** Loses the answer of the first call of an operation, in the given way. */
export function once(operation: string, fault: CallFault): (call: FaultedCall) => CallFault | undefined {
  let isDone = false;
  return (call) => {
    if (isDone || call.operation !== operation) return undefined;
    isDone = true;
    return fault;
  };
}

/** How often each operation was asked for at the venue. */
export function requestsOf(truth: Truth, operation: string): number {
  return truth.requests.filter((request) => request.operation === operation).length;
}
