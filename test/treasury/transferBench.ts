import { setImmediate } from 'node:timers/promises';
import { type Decimal, dec } from '../../src/base/decimal.ts';
import type { Fault } from '../../src/base/fault.ts';
import { seededRandom } from '../../src/base/random.ts';
import { Secret } from '../../src/base/secret.ts';
import { ulid } from '../../src/base/ulid.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { createExchangeClient } from '../../src/client/exchangeClient.ts';
import { createInProcessTransport } from '../../src/client/inProcessTransport.ts';
import { createProcessingClient } from '../../src/client/processingClient.ts';
import { SIMULATOR_REFUSALS } from '../../src/client/provenRefusals.ts';
import type { Transport } from '../../src/client/transport.ts';
import type { AnyCalls } from '../../src/daemon/interfaceAccount.ts';
import { contract } from '../../src/contract/contract.ts';
import { paramsFromText } from '../../src/contract/paramsFromText.ts';
import { type ApiReply, type ApiRequest, sendApiRequest } from '../../src/daemon/sendApiRequest.ts';
import type { Intent } from '../../src/model/intent.ts';
import type { CallFault, FaultedCall } from '../../src/simulator/callFault.ts';
import { createSimulator, type Simulator } from '../../src/simulator/simulator.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { Transfers } from '../../src/treasury/transfers.ts';

export const BTC_ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
export const ETH_ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

type Params = Readonly<Record<string, string>>;

/** Transfers with everything real about them: clients, journal and simulator, in one process under virtual time. */
export interface TransferBench {
  readonly clock: VirtualClock;
  readonly simulator: Simulator;
  store: Store;
  /** What a person was told. */
  readonly told: string[];
  /** Asked by the simulator for each call. */
  fault: ((call: FaultedCall) => CallFault | undefined) | undefined;
  /** Sends an operation by its full name, and lets time pass until it has ended. */
  send(name: string, params: Params): Promise<unknown>;
  raw(method: 'GET' | 'POST', target: string, body: string, name?: 'exchange' | 'processing'): Promise<unknown>;
  /** Begins to send one, and lets nothing happen. */
  begin(name: string, params: Params): Promise<ApiReply>;
  /** Somebody else with the same key, or a network that sends twice: a request past the journal. */
  foreign(operation: string, params: Params): Promise<unknown>;
  amount(text: string): Decimal;
  /** Lets time pass with a round every ten seconds, as a daemon does. */
  rounds(ms: number): Promise<void>;
  look(): Promise<void>;
  run<T>(work: Promise<T>): Promise<T>;
  pass(ms: number): Promise<void>;
  transfers(name: 'exchange' | 'processing'): Transfers;
  calls(name: 'exchange' | 'processing'): AnyCalls;
  /** A life that ends without a word; a new one begins on the same files. */
  restart(): Promise<void>;
  /** All transfers in the journal, oldest first. */
  journalled(): Promise<readonly Intent[]>;
  /** How often the venue has got such a request. */
  requests(operation: string): number;
  balance(currency: string): Decimal;
  end(): Promise<void>;
}

export interface BenchOptions {
  /** A file, so that another life may follow; default in memory. */
  readonly database?: string;
  /** What the account begins with, by currency. */
  readonly balances?: Readonly<Record<string, Decimal>>;
  readonly wrap?: (transport: Transport) => Transport;
}

const BALANCES = { BTC: dec(5), EUR: dec(100_000), USDT: dec(10_000) };

export async function transferBench({
  database = ':memory:',
  balances = BALANCES,
  wrap = (transport) => transport,
}: BenchOptions = {}): Promise<TransferBench> {
  const clock = new VirtualClock(Date.UTC(2026, 10, 20, 10));
  const simulator = createSimulator({
    clock,
    seed: 7,
    balances,
    deliver: () => Promise.resolve(200),
    behaviour: { fault: (call: FaultedCall) => bench.fault?.(call) },
  });
  const random = seededRandom('transfers');
  const transport = wrap(createInProcessTransport((request) => simulator.fetch(request), { clock, latencyMs: () => 5 }));
  const shared = { url: 'http://venue.test', transport, clock, provenRefusals: SIMULATOR_REFUSALS };
  const { exchange, processing } = simulator;
  const clients = {
    exchange: createExchangeClient({ ...shared, key: exchange.key, secret: new Secret(exchange.secret) }) as unknown as AnyCalls,
    processing: createProcessingClient({
      ...shared,
      key: processing.key,
      secret: new Secret(processing.secret),
      prefix: 'PROC',
    }) as unknown as AnyCalls,
  };
  const transfersOn = (store: Store, name: 'exchange' | 'processing'): Transfers =>
    new Transfers({
      calls: clients[name],
      journal: store.journal,
      clock,
      newId: () => ulid(clock.now(), random),
      firstPage: 0,
      tell: (message) => bench.told.push(message),
    });
  const pass = (ms: number): Promise<void> => clock.advance(ms, () => setImmediate());
  const run = async <T>(work: Promise<T>): Promise<T> => {
    const watch = { isDone: false };
    const done = work.finally(() => (watch.isDone = true));
    done.catch(() => undefined);
    for (let steps = 0; !watch.isDone && steps < 3000; steps++) await pass(20);
    return done;
  };
  const read = ({ bytes }: ApiReply): unknown => {
    const text = new TextDecoder().decode(bytes);
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  };
  const ask = (request: ApiRequest): Promise<ApiReply> => {
    const name = request.interface as 'exchange' | 'processing';
    return sendApiRequest(request, clients[name], () => Promise.resolve(bench.transfers(name)), {});
  };
  const begin = (name: string, params: Params): Promise<ApiReply> => {
    const [first, ...rest] = name.split('.');
    return ask({ interface: first as 'exchange', operation: rest.join('.'), params });
  };
  let made = new Map<string, Transfers>();
  const bench: TransferBench = {
    clock,
    simulator,
    store: await openStore({ path: database, clock }),
    told: [],
    fault: undefined,
    begin,
    foreign: async (operation, params) => {
      const name = operation in contract.exchange ? 'exchange' : 'processing';
      const { calls, row } = { calls: clients[name], row: contract[name][operation]! };
      return (await run(calls.send(calls.prepare(operation, paramsFromText(operation, row, params))))).reply;
    },
    amount: (text) => dec(text),
    send: async (name, params) => read(await run(begin(name, params))),
    raw: async (method, target, body, name = 'exchange') => read(await run(ask({ interface: name, method, target, body }))),
    rounds: async (ms) => {
      for (let past = 0; past < ms; past += 10_000) {
        for (const transfers of made.values()) await run(transfers.round());
        await pass(10_000);
      }
    },
    look: async () => {
      for (const transfers of made.values()) await run(transfers.look());
    },
    run,
    pass,
    transfers: (name) => {
      const known = made.get(name) ?? transfersOn(bench.store, name);
      made.set(name, known);
      return known;
    },
    calls: (name) => clients[name],
    restart: async () => {
      const names = [...made.keys()] as ('exchange' | 'processing')[];
      await bench.store.close();
      bench.store = await openStore({ path: database, clock });
      made = new Map(names.map((name) => [name, transfersOn(bench.store, name)]));
    },
    journalled: async () => (await bench.store.journal.transfers(0)).toReversed(),
    requests: (operation) => simulator.truth().requests.filter((request) => request.operation === operation).length,
    balance: (currency) => dec(simulator.truth().balances.find((balance) => balance.currency === currency)?.total ?? 0),
    end: () => bench.store.close(),
  };
  return bench;
}

/** The fault with which a request ended. */
export async function faultOf(work: Promise<unknown>): Promise<Fault> {
  const outcome = await work.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('error' in outcome) return outcome.error as Fault;
  throw new Error(`it has ended well: ${JSON.stringify(outcome.value)}`);
}
