import { dec } from '../src/base/decimal.ts';
import { Secret } from '../src/base/secret.ts';
import { systemClock } from '../src/base/systemClock.ts';
import type { SendOptions } from '../src/client/call.ts';
import { createExchangeClient } from '../src/client/exchangeClient.ts';
import { createRateLimiter } from '../src/client/rateLimiter.ts';
import type { Transport } from '../src/client/transport.ts';
import { decodeBook } from '../src/gateway/bookDecoder.ts';
import { createBook } from '../src/model/book.ts';
import { gridOf, priceOf } from '../src/model/grid.ts';
import type { Journal } from '../src/model/journal.ts';

export const SECRET = 'c2x1aWNlIHRlc3Qgc2VjcmV0IG9uZQ==';
export const SYMBOL = 'BTC/EUR';
const AMOUNT = dec('0.01');
/** More than a daemon has, so that other work on the machine ends nothing. */
const MAX_AGE_MS = 5000;

export interface OrderLoop {
  readonly name: string;
  /** One way from poll to acknowledgement. It returns the id of the order. */
  readonly once: () => Promise<string>;
  /** Work before the next loop that is not timed. */
  readonly after?: () => Promise<void>;
}

/** From a poll to an acknowledged order as in production, with or without the journal's commit before the first byte. */
export function orderLoop(name: string, url: string, transport: Transport, journal: Journal | undefined): OrderLoop {
  const limiter = createRateLimiter({ perSecond: 100_000, burst: 100_000, reserved: 0 });
  const client = createExchangeClient({ url, key: 'key', secret: new Secret(SECRET), transport, limiter });
  const grid = gridOf(2, dec('0.00000001'));
  const book = createBook(SYMBOL, grid);
  let intents = 0;
  let id = '';
  const once = async (): Promise<string> => {
    const { body } = await client.fetchBytes('book.get', { symbol: SYMBOL, depth: 250 });
    const outcome = decodeBook(body, book);
    if (!outcome.ok) throw new Error(outcome.detail);
    const price = priceOf(grid, decided(book.bids.ticks[0]!, book.asks.ticks[0]!));
    const decidedAt = systemClock.now();
    const prepared = client.prepare('orders.place', { symbol: SYMBOL, type: 'Limit', side: 'Buy', amount: AMOUNT, price });
    if (journal === undefined) return (await client.send(prepared, { decidedAt, maxAgeMs: MAX_AGE_MS })).reply.id;
    id = `${name} ${++intents}`;
    const intent = {
      id,
      kind: 'place',
      decision: id,
      lane: SYMBOL,
      strategy: 'bench',
      fingerprint: `${SYMBOL} Buy Limit ${AMOUNT} ${price}`,
      body: prepared.body,
      bodyHash: prepared.bodyHash,
      createdAt: decidedAt,
      exposure: price.times(AMOUNT),
      exposureCurrency: 'EUR',
      targetId: undefined,
    } as const;
    const beforeSend: SendOptions['beforeSend'] = (_prepared, { venueAt, expiresAt }) => journal.begin({ ...intent, venueAt, expiresAt });
    return (await client.send(prepared, { decidedAt, maxAgeMs: MAX_AGE_MS, beforeSend })).reply.id;
  };
  if (journal === undefined) return { name, once };
  // The lane is free again when the intent is settled.
  return { name, once, after: () => journal.settle(id, { state: 'rejected', at: systemClock.now(), evidence: 'bench' }) };
}

/** In ticks: a quarter of the spread above the best bid. */
export function decided(bidTicks: number, askTicks: number): number {
  return Math.round(bidTicks + (askTicks - bidTicks) / 4);
}
