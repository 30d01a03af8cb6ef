import { jsonForPeople, parseJson, stringifyJson } from '../../src/base/json.ts';
import { dec } from '../../src/base/decimal.ts';
import type { Clock } from '../../src/base/clock.ts';
import { Secret } from '../../src/base/secret.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { createExchangeClient } from '../../src/client/exchangeClient.ts';
import { createHostedPageClient } from '../../src/client/hostedPageClient.ts';
import { createInProcessTransport } from '../../src/client/inProcessTransport.ts';
import type { InterfaceCalls, Sent } from '../../src/client/interfaceClient.ts';
import { createProcessingClient } from '../../src/client/processingClient.ts';
import { createRateLimiter } from '../../src/client/rateLimiter.ts';
import type { Transport } from '../../src/client/transport.ts';
import { patientTransport } from '../client/patientTransport.ts';
import { allOperations } from '../../src/contract/contract.ts';
import { exampleTexts } from '../../src/contract/exampleTexts.ts';
import { ROWS, type InterfaceName, type Operation } from '../../src/contract/operation.ts';
import { paramsFromText } from '../../src/contract/paramsFromText.ts';
import { ScaledClock } from '../../src/simulator/scaledClock.ts';
import { serveSimulator } from '../../src/simulator/serve.ts';
import { createSimulator, type Simulator } from '../../src/simulator/simulator.ts';

/** Parameters as texts, on top of the row's example; undefined leaves one of the example out. */
export type Changes = Readonly<Record<string, string | undefined>>;

export interface Scene {
  readonly simulator: Simulator;
  /** Calls an operation through its client over HTTP. */
  send(name: string, changes?: Changes): Promise<Sent<unknown>>;
  /** The same; the reply as `shown`. */
  ask(name: string, changes?: Changes): Promise<Record<string, unknown>>;
  close(): Promise<void>;
}

const FUNDS = { EUR: '100000', BTC: '5', XRP: '10000' };

/** A simulator over HTTP with a client of each interface; its time can be moved by `simulator.world.advance`. */
export async function openScene(): Promise<Scene> {
  const simulator = stagedSimulator(systemClock);
  const server = await serveSimulator(simulator, { port: 0 });
  const transport = patientTransport();
  return sceneOf(simulator, { url: server.url, transport, clock: systemClock }, async () => {
    await transport.close();
    await server.close();
  });
}

/** The same in this process, at a time that stands still: each time the same bytes. `watched` may look at what passes. */
export function openQuietScene(watched: (fetch: Simulator['fetch']) => Simulator['fetch']): Scene {
  const clock = new VirtualClock(QUIET_TIME);
  const simulator = stagedSimulator(clock);
  const transport = createInProcessTransport(watched(simulator.fetch), { clock });
  return sceneOf(simulator, { url: 'http://venue.test', transport, clock }, () => transport.close());
}

export const QUIET_TIME = Date.UTC(2026, 10, 20, 10);

/** A simulator with funds, whose prices are there. */
export function stagedSimulator(clock: Clock): Simulator {
  const simulator = createSimulator({
    clock: new ScaledClock(clock, 1),
    wallClock: clock,
    seed: 7,
    balances: Object.fromEntries(Object.entries(FUNDS).map(([currency, amount]) => [currency, dec(amount)])),
    deliver: () => Promise.resolve(200),
  });
  simulator.world.advance(5000);
  return simulator;
}

interface Way {
  readonly url: string;
  readonly transport: Transport;
  readonly clock: Clock;
}

function sceneOf(simulator: Simulator, way: Way, close: () => Promise<void>): Scene {
  const limiter = createRateLimiter({ clock: way.clock, perSecond: 1000, burst: 1000, reserved: 0 });
  const base = { ...way, limiter };
  const { exchange, processing, hostedPage } = simulator;
  const clients = {
    exchange: createExchangeClient({ ...base, key: exchange.key, secret: new Secret(exchange.secret) }),
    processing: createProcessingClient({ ...base, key: processing.key, secret: new Secret(processing.secret), prefix: 'PROC' }),
    hostedPage: createHostedPageClient({ ...base, userUuid: hostedPage.userUuid, secret: new Secret(hostedPage.secret) }),
  } as unknown as Readonly<Record<InterfaceName, InterfaceCalls<Readonly<Record<string, Operation>>>>>;
  const send = (name: string, changes: Changes = {}): Promise<Sent<unknown>> => {
    const operation = allOperations().find((each) => each.name === name)!;
    const client = clients[operation.interface];
    const prepared = client.prepare(operation.key, paramsOf(name, operation.row, changes));
    return client.send(prepared);
  };
  return {
    simulator,
    send,
    ask: async (name, changes) => shown((await send(name, changes)).reply ?? null) as Record<string, unknown>,
    close: async () => {
      simulator.stop();
      await close();
    },
  };
}

function paramsOf(name: string, row: Operation, changes: Changes): Record<string, unknown> {
  const texts = Object.entries({ ...exampleTexts(row), ...changes }).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return paramsFromText(name, row, Object.fromEntries(texts));
}

/** What a reply says, for a person: money and ids as text. */
export function shown(reply: unknown): unknown {
  return JSON.parse(jsonForPeople(reply));
}

/** The same JSON in one way of writing it. */
export function canonical(bytes: Uint8Array): string {
  return stringifyJson(parseJson(Buffer.from(bytes).toString()));
}

/** Rows of a batch, as the text of the parameter that carries them. */
export function rowsOf(...rows: readonly object[]): Changes {
  return { [ROWS]: JSON.stringify(rows) };
}
