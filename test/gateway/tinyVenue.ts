import { type Clock, sleep } from '../../src/base/clock.ts';
import { dec } from '../../src/base/decimal.ts';
import { seededRandom } from '../../src/base/random.ts';
import { Secret } from '../../src/base/secret.ts';
import type { VirtualClock } from '../../src/base/virtualClock.ts';
import { createExchangeClient, type ExchangeClient } from '../../src/client/exchangeClient.ts';
import { createInProcessTransport } from '../../src/client/inProcessTransport.ts';
import { createRateLimiter } from '../../src/client/rateLimiter.ts';
import { gridOf } from '../../src/model/grid.ts';
import type { Pair } from '../../src/model/pair.ts';

/** One request as the venue saw it. `symbol` is `*` for the statistics. */
export interface Seen {
  readonly symbol: string;
  readonly depth: string | null;
  readonly atMs: number;
}

/** A venue with nothing but order books and statistics, which answers what it is told to. */
export class TinyVenue {
  readonly seen: Seen[] = [];
  readonly #clock: Clock;
  /** By symbol, or for all by `*`. */
  answer: (symbol: string) => Response = (symbol) => new Response(symbol === '*' ? '[]' : bodyAt(this.#clock.now()));

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  readonly handle = (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    const match = /\/orderbook\/(.+)$/.exec(url.pathname);
    const symbol = match === null ? '*' : decodeURIComponent(match[1]!);
    this.seen.push({ symbol, depth: url.searchParams.get('depth'), atMs: this.#clock.monotonicMs() });
    return Promise.resolve(this.answer(symbol));
  };

  timesOf(symbol: string): number[] {
    return this.seen.filter((request) => request.symbol === symbol).map((request) => request.atMs);
  }
}

export interface ClientSettings {
  readonly perSecond?: number;
  readonly burst?: number;
  readonly latencyMs?: number;
}

/** The real client, limiter included, with the venue in this process for a network. */
export function clientOf(
  venue: TinyVenue,
  clock: Clock,
  { perSecond = 1000, burst = 1000, latencyMs = 0 }: ClientSettings = {},
): { client: ExchangeClient; flights: { now: number; most: number } } {
  const flights = { now: 0, most: 0 };
  const transport = createInProcessTransport(venue.handle, { clock });
  const client = createExchangeClient({
    url: 'http://venue.test',
    key: 'key',
    secret: new Secret('c2VjcmV0'),
    clock,
    random: seededRandom(1),
    limiter: createRateLimiter({ perSecond, burst, reserved: 0, clock }),
    transport: {
      send: async (request) => {
        flights.now++;
        flights.most = Math.max(flights.most, flights.now);
        try {
          if (latencyMs > 0) await sleep(clock, latencyMs, request.signal);
          return await transport.send(request);
        } finally {
          flights.now--;
        }
      },
      close: () => transport.close(),
    },
  });
  return { client, flights };
}

export function bodyAt(timestamp: number, bid = '100.00', ask = '100.10'): string {
  return `{"bids":[[${bid},1.00000]],"asks":[[${ask},2.00000]],"timestamp":${timestamp}}`;
}

export function pairOf(symbol: string): Pair {
  const [base, quote] = symbol.split('/') as [string, string];
  return { symbol, description: symbol, base, quote, grid: gridOf(2, dec('0.00001')), minVolume: dec('0.0001'), maxVolume: dec(100) };
}

/** Lets virtual time pass, and everything that follows from it. */
export function pass(clock: VirtualClock, ms: number): Promise<void> {
  return clock.advance(ms, async () => {
    for (let i = 0; i < 3; i++) await new Promise((resolve) => setImmediate(resolve));
  });
}
