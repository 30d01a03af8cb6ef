import { setImmediate } from 'node:timers/promises';
import { SignJWT } from 'jose';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import type { OutgoingNotification } from '../../src/simulator/notifications/deliver.ts';
import { ScaledClock } from '../../src/simulator/scaledClock.ts';
import { serveSimulator } from '../../src/simulator/serve.ts';
import { createSimulator, type Simulator } from '../../src/simulator/simulator.ts';
import type { SimulatorOptions } from '../../src/simulator/simulatorOptions.ts';
import { signedRequest } from './signedRequests.ts';
import { type Answered, answered, BEGINNING } from './venueUnderTest.ts';

type Json = Record<string, unknown>;

/** A simulator behind a socket. Its time moves only by the control side; signatures go by a clock that stands still. */
export interface ServedVenue {
  readonly simulator: Simulator;
  readonly wallClock: VirtualClock;
  /** Notifications in the order of their sending. */
  readonly told: Json[];
  /** A call of 000. */
  exchange(method: string, path: string, body?: unknown): Promise<Answered>;
  /** A call of 001. */
  processing(method: string, path: string, body?: unknown): Promise<Answered>;
  /** A call of 002. */
  hosted(path: string, body: unknown): Promise<Answered>;
  /** A request to the control side; throws when it is refused. */
  control(method: string, path: string, body?: unknown): Promise<Json>;
  /** A page, or a form that is sent from it. */
  visit(url: string, form?: Readonly<Record<string, string>>): Promise<Answered>;
  pass(ms: number): Promise<void>;
  /** Lets the time of sockets and faults pass. */
  wait(ms: number): Promise<void>;
  readonly url: string;
  close(): Promise<void>;
}

export async function serveVenue(options: Partial<SimulatorOptions> = {}): Promise<ServedVenue> {
  const wallClock = new VirtualClock(BEGINNING);
  const told: Json[] = [];
  const deliver = ({ body }: OutgoingNotification): Promise<number> => {
    told.push(JSON.parse(body) as Json);
    return Promise.resolve(200);
  };
  const simulator = createSimulator({ clock: new ScaledClock(wallClock, 1), wallClock, seed: 7, deliver, ...options });
  const server = await serveSimulator(simulator, { port: 0 });
  const signed =
    (credentials: { key: string; secret: string }, prefix: string) =>
    async (method: string, path: string, body?: unknown): Promise<Answered> => {
      const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
      return answered(await fetch(signedRequest(credentials, { method, path, body: text, at: wallClock.now() }, server.url, prefix)));
    };
  const post = async (path: string, headers: Record<string, string>, body: unknown, method = 'POST'): Promise<Answered> => {
    const text = typeof body === 'string' ? body : JSON.stringify(body ?? {});
    const init = { method, headers: { ...headers, 'content-type': 'application/json' } };
    return answered(await fetch(server.url + path, method === 'GET' ? init : { ...init, body: text }));
  };
  const control = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const { status, text, json } = await post(`/control/v1${path}`, { authorization: `Bearer ${simulator.control.token}` }, body, method);
    if (status !== 200) throw new Error(`control ${method} ${path}: ${status} ${text}`);
    return json as Json;
  };
  return {
    simulator,
    wallClock,
    told,
    url: server.url,
    exchange: signed(simulator.exchange, 'SVC'),
    processing: signed(simulator.processing, simulator.processing.prefix),
    hosted: async (path, body) => post(path, { authorization: `Bearer ${await bearer(simulator)}` }, body),
    control,
    visit: async (url, form) =>
      answered(await fetch(new URL(url, server.url), form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) })),
    pass: async (ms) => {
      await control('POST', '/time', { advanceMs: ms });
    },
    wait: (ms) => wallClock.advance(ms, () => setImmediate()),
    close: async () => {
      simulator.stop();
      await server.close();
    },
  };
}

function bearer({ hostedPage }: Simulator): Promise<string> {
  return new SignJWT({ user_uuid: hostedPage.userUuid, exp: BEGINNING / 1000 + 300 })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(hostedPage.secret));
}
