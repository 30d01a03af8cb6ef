import { Secret } from '../../src/base/secret.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { createExchangeClient, type ExchangeClient, type ExchangeClientOptions } from '../../src/client/exchangeClient.ts';
import { createInProcessTransport } from '../../src/client/inProcessTransport.ts';
import { createRateLimiter } from '../../src/client/rateLimiter.ts';

export const START = Date.UTC(2026, 10, 20, 10);
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Headers;
  readonly body: string;
}

export interface Scripted {
  readonly client: ExchangeClient;
  readonly clock: VirtualClock;
  readonly seen: Seen[];
}

/** A client under virtual time, whose venue answers by the given function with its `Date` on every answer. */
export function scripted(
  answer: (seen: Seen, index: number) => Response,
  options: Partial<ExchangeClientOptions> & { latencyMs?: () => number; perSecond?: number } = {},
): Scripted {
  const clock = new VirtualClock(START);
  const seen: Seen[] = [];
  const { latencyMs = () => 0, perSecond = 1000, ...rest } = options;
  const transport = createInProcessTransport(
    async (request) => {
      const url = new URL(request.url);
      const one = {
        method: request.method,
        path: url.pathname,
        query: url.search.slice(1),
        headers: request.headers,
        body: await request.text(),
      };
      seen.push(one);
      const response = answer(one, seen.length - 1);
      if (!response.headers.has('date')) response.headers.set('date', new Date(clock.now()).toUTCString());
      return response;
    },
    { clock, latencyMs },
  );
  const limiter = createRateLimiter({ clock, perSecond, burst: perSecond });
  const client = createExchangeClient({
    url: 'http://venue',
    key: 'key',
    secret: new Secret('c2VjcmV0'),
    transport,
    clock,
    limiter,
    ...rest,
  });
  return { client, clock, seen };
}

export function json(text: string, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(text, { status, headers: { 'content-type': 'application/json', ...headers } });
}

/** The reason of a rejected promise, for promises that are awaited only after time has passed. */
export async function faultFrom(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('it did not reject');
}
