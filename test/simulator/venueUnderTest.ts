import { setImmediate } from 'node:timers/promises';
import { dec } from '../../src/base/decimal.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { createSimulator, type Simulator } from '../../src/simulator/simulator.ts';
import type { SimulatorOptions } from '../../src/simulator/simulatorOptions.ts';
import { signedRequest } from './signedRequests.ts';

export const BEGINNING = Date.UTC(2026, 10, 20, 10);

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body by `JSON.parse`, which is only good enough for shapes and small numbers. */
  readonly json: unknown;
}

export interface VenueUnderTest {
  readonly simulator: Simulator;
  readonly clock: VirtualClock;
  call(method: string, path: string, body?: string | object | Uint8Array<ArrayBuffer>): Promise<Answered>;
  advance(ms: number): Promise<void>;
}

/** A simulator under virtual time, with a function that sends signed requests. The market stands still unless it is started. */
export function openVenue(options: Partial<SimulatorOptions> = {}): VenueUnderTest {
  const clock = new VirtualClock(BEGINNING);
  const simulator = createSimulator({ clock, seed: 7, ...options });
  const skewMs = options.clockSkewMs ?? 0;
  return {
    simulator,
    clock,
    call: async (method, path, body) => {
      const sent = typeof body === 'object' && !(body instanceof Uint8Array) ? JSON.stringify(body) : body;
      return answered(await simulator.fetch(signedRequest(simulator.exchange, { method, path, body: sent, at: clock.now() + skewMs })));
    },
    advance: (ms) => clock.advance(ms, () => setImmediate()),
  };
}

export async function answered(response: Response): Promise<Answered> {
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: jsonOf(text) };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** An account that holds only this. */
export function only(balances: Readonly<Record<string, string>>): Record<string, ReturnType<typeof dec>> {
  return Object.fromEntries(Object.entries(balances).map(([currency, amount]) => [currency, dec(amount)]));
}
