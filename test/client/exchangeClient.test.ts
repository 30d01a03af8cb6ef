import { createHash, createHmac } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { dec, Decimal } from '../../src/base/decimal.ts';
import { Fault } from '../../src/base/fault.ts';
import type { PreparedRequest } from '../../src/client/prepare.ts';
import type { RequestStamp } from '../../src/client/call.ts';
import { exchange } from '../../src/contract/exchange.ts';
import { faultFrom, json, scripted, type Seen, START, turn } from './scripted.ts';

const ORDER = { symbol: 'BTC/EUR', type: 'Limit', side: 'Buy', amount: dec('0.00100'), price: dec('61250.10') } as const;
const ACKNOWLEDGED = exchange['orders.place'].example.reply;
const BOOK = exchange['book.get'].example.reply;

function expectedSignature({ method, path, headers, body }: Seen): string {
  const contentHash = body === '' ? '' : createHash('sha256').update(body).digest('base64');
  const text = `${headers.get('svc-api-timestamp')}${method}${path}${contentHash}`;
  return createHmac('sha256', Buffer.from('c2VjcmV0', 'base64')).update(text).digest('base64');
}

describe('exchange client', () => {
  it('places an order with one signed request and gives the decoded order back', async () => {
    const { client, seen } = scripted(() => json(ACKNOWLEDGED, 201));
    const order = await client.orders.place(ORDER);
    expect(order.id).toBe('9007199254740993');
    expect(order.amount).toEqual(new Decimal('0.001'));
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({
      method: 'POST',
      path: '/v1/spot-trading/orders',
      body: '{"symbol":"BTC/EUR","type":"Limit","side":"Buy","amount":0.001,"price":61250.1}',
    });
    expect(seen[0]!.headers.get('svc-api-key')).toBe('key');
    expect(seen[0]!.headers.get('svc-api-timestamp')).toBe(String(START));
    expect(seen[0]!.headers.get('svc-api-sign')).toBe(expectedSignature(seen[0]!));
    expect(seen[0]!.headers.get('user-agent'), '000 Common conventions 5').toMatch(/sluice/);
    expect(seen[0]!.headers.get('content-type')).toBe('application/json');
  });

  it('signs the path as sent, %2F included, without the query (000 Authentication 4)', async () => {
    const { client, seen } = scripted(() => json(BOOK));
    const book = await client.book.get({ symbol: 'BTC/EUR', depth: 2 });
    expect(book.bids[0]![0].toFixed()).toBe('61249.9');
    expect(seen[0]).toMatchObject({ path: '/v1/spot-trading/orderbook/BTC%2FEUR', query: 'depth=2' });
    expect(seen[0]!.headers.get('svc-api-sign')).toBe(expectedSignature(seen[0]!));
  });

  it('puts the path of its address in front, signs it too, and takes a configured path for balances', async () => {
    const { client, seen } = scripted(() => json('[]'), { url: 'http://venue/api/', paths: { 'balances.list': '/v2/wallets' } });
    expect(await client.balances.list()).toEqual([]);
    expect(seen[0]!.path).toBe('/api/v2/wallets');
    expect(seen[0]!.headers.get('svc-api-sign')).toBe(expectedSignature(seen[0]!));
  });

  it('takes any body, or none, for a cancelled order', async () => {
    const { client } = scripted((_, index) => (index === 0 ? new Response('') : new Response('<ok>')));
    expect(await client.orders.cancel({ orderId: '12' })).toBeUndefined();
    expect(await client.orders.cancel({ orderId: '12' })).toBeUndefined();
  });

  it('sends nothing when parameters are bad', async () => {
    const { client, seen } = scripted(() => json(ACKNOWLEDGED, 201));
    await expect(client.orders.place({ ...ORDER, amount: dec('0') })).rejects.toMatchObject({
      code: 'invalid-request',
      outcome: 'not-sent',
      fieldErrors: { amount: ['must be greater than 0, not 0'] },
    });
    expect(seen).toHaveLength(0);
  });

  it('prepares the exact bytes, without key or signature, and sends just those', async () => {
    const { client, seen } = scripted(() => json(ACKNOWLEDGED, 201));
    const prepared = client.prepare('orders.place', ORDER);
    expect(JSON.stringify(prepared)).not.toMatch(/key|sign/i);
    const sent = await client.send(prepared);
    expect(seen[0]!.body).toBe(prepared.body);
    expect(sent).toMatchObject({ status: 201, sentAt: START, receivedAt: START });
    expect(Buffer.from(sent.bytes).toString()).toBe(ACKNOWLEDGED);
    expect(sent.reply.id).toBe('9007199254740993');
  });

  it('gives bytes to who decodes himself, and classifies errors before', async () => {
    const { client } = scripted((_, index) => (index === 0 ? json(BOOK) : json('{"code":"server-error","message":"Server Error"}', 500)));
    const raw = await client.fetchBytes('book.get', { symbol: 'BTC/EUR' });
    expect(Buffer.from(raw.body).toString()).toBe(BOOK);
    expect(raw.status).toBe(200);
    await expect(client.fetchBytes('book.get', { symbol: 'BTC/EUR' })).rejects.toMatchObject({
      code: 'venue-failure',
      outcome: undefined,
      venueCode: 'server-error',
    });
    await expect(client.fetchBytes('book.get', { symbol: 'X' })).rejects.toMatchObject({ code: 'invalid-request' });
  });

  it.each(['ftp://venue', 'venue', 'http://user@venue', 'http://venue/?a=1', ''])('refuses the address %j', (url) => {
    expect(() => scripted(() => json('[]'), { url })).toThrow(expect.objectContaining({ code: 'configuration' }));
  });

  it('shows its secret nowhere when it is printed', () => {
    const { client } = scripted(() => json('[]'));
    expect(inspect(client, { depth: 9, showHidden: true })).not.toContain('c2VjcmV0');
  });
});

describe('sending, step by step', () => {
  it('commits when its turn has come, then signs, then writes', async () => {
    const { client, clock, seen } = scripted(() => json(ACKNOWLEDGED, 201), { perSecond: 1 });
    await client.limiter.admit('order');
    const prepared = client.prepare('orders.place', ORDER);
    const steps: unknown[] = [];
    const beforeSend = async (request: PreparedRequest, stamp: RequestStamp): Promise<void> => {
      steps.push([clock.monotonicMs(), request.bodyHash, seen.length, stamp]);
      await new Promise<void>((resolve) => clock.setTimer(30, resolve));
    };
    const sent = client.send(prepared, { beforeSend });
    await clock.advance(1030, turn);
    await sent;
    const stamp = { timestamp: START + 1000, venueAt: START + 1000, expiresAt: START + 61_000 };
    expect(steps).toEqual([[1000, prepared.bodyHash, 0, stamp]]);
    expect(seen[0]!.headers.get('svc-api-timestamp'), 'signed with the time that was written down').toBe(String(stamp.timestamp));
  });

  it('sends nothing when the commit fails, and passes its error through', async () => {
    const { client, seen } = scripted(() => json(ACKNOWLEDGED, 201));
    const broken = new Fault('store', 'disk full');
    await expect(client.send(client.prepare('orders.place', ORDER), { beforeSend: () => Promise.reject(broken) })).rejects.toBe(broken);
    expect(seen).toHaveLength(0);
  });

  it('drops a decision that has become too old while it waited, before the commit', async () => {
    const { client, clock, seen } = scripted(() => json(ACKNOWLEDGED, 201));
    let commits = 0;
    const prepared = client.prepare('orders.place', ORDER);
    const beforeSend = async (): Promise<void> => {
      commits++;
      await Promise.resolve();
    };
    await expect(client.send(prepared, { maxAgeMs: 500, decidedAt: clock.now() - 501, beforeSend })).rejects.toMatchObject({
      code: 'canceled',
      outcome: 'not-sent',
    });
    expect([commits, seen.length]).toEqual([0, 0]);
    await client.send(prepared, { maxAgeMs: 500, decidedAt: clock.now() - 500, beforeSend });
    expect([commits, seen.length]).toEqual([1, 1]);
  });

  it('drops a decision that has become too old during the commit', async () => {
    const { client, clock, seen } = scripted(() => json(ACKNOWLEDGED, 201));
    const prepared = client.prepare('orders.place', ORDER);
    const sent = client.send(prepared, { maxAgeMs: 500, beforeSend: () => new Promise((resolve) => clock.setTimer(600, resolve)) });
    const refused = faultFrom(sent);
    await clock.advance(600, turn);
    expect(await refused).toMatchObject({ code: 'canceled', outcome: 'not-sent' });
    expect(seen).toHaveLength(0);
  });

  it('sends nothing when the caller gives up while it waits or commits', async () => {
    const { client, seen } = scripted(() => json(ACKNOWLEDGED, 201));
    const giveUp = new AbortController();
    const prepared = client.prepare('orders.place', ORDER);
    const beforeSend = async (): Promise<void> => {
      await Promise.resolve();
      giveUp.abort();
    };
    await expect(client.send(prepared, { signal: giveUp.signal, beforeSend })).rejects.toMatchObject({
      code: 'canceled',
      outcome: 'not-sent',
    });
    await expect(client.send(prepared, { signal: giveUp.signal })).rejects.toMatchObject({ code: 'canceled', outcome: 'not-sent' });
    expect(seen).toHaveLength(0);
  });

  it('tries a read once more after a network error, and never anything else', async () => {
    const drop = (_: Seen, index: number): Response => {
      if (index === 0) throw new Error('connection reset');
      return json(BOOK);
    };
    const reading = scripted(drop);
    const read = reading.client.book.get({ symbol: 'BTC/EUR' });
    await reading.clock.advance(1000, turn);
    expect((await read).timestamp).toBe(1_763_630_000_000);
    expect(reading.seen).toHaveLength(2);
    for (const [send, outcome] of [
      [(s: typeof reading) => s.client.orders.place(ORDER), 'unknown'],
      [(s: typeof reading) => s.client.orders.cancel({ orderId: '1' }), 'unknown'],
      // A quote binds nobody, so nothing about it is in doubt.
      [(s: typeof reading) => s.client.quotes.request({ fromCurrency: 'EUR', toCurrency: 'BTC', fromAmount: dec('1') }), undefined],
    ] as const) {
      const changing = scripted(drop);
      const sent = faultFrom(send(changing));
      await changing.clock.advance(5000, turn);
      expect(await sent).toMatchObject({ code: 'network', outcome });
      expect(changing.seen).toHaveLength(1);
    }
  });

  it('gives up a read that fails twice, without an outcome', async () => {
    const { client, clock, seen } = scripted(() => {
      throw new Error('connection reset');
    });
    const read = faultFrom(client.book.get({ symbol: 'BTC/EUR' }));
    await clock.advance(5000, turn);
    expect(await read).toMatchObject({
      code: 'network',
      outcome: undefined,
      retryable: true,
    });
    expect(seen).toHaveLength(2);
  });

  it('does not try a read again after a timeout', async () => {
    const { client, clock, seen } = scripted(() => json(BOOK), { latencyMs: () => 700, timeoutMs: 1000 });
    const read = faultFrom(client.book.get({ symbol: 'BTC/EUR' }));
    await clock.advance(5000, turn);
    expect(await read).toMatchObject({ code: 'timeout', outcome: undefined });
    expect(seen).toHaveLength(1);
  });

  it('slows down after a 429, as Retry-After says', async () => {
    const { client, clock } = scripted((_, index) => (index === 0 ? json('{"message":"slow"}', 429, { 'retry-after': '3' }) : json(BOOK)));
    await expect(client.book.get({ symbol: 'BTC/EUR' })).rejects.toMatchObject({
      code: 'rate-limited',
      status: 429,
      retryAfterMs: 3000,
      retryable: true,
    });
    expect(client.limiter.usage().blockedUntil).toBe(clock.now() + 3000);
    let answeredAt = 0;
    void client.book.get({ symbol: 'BTC/EUR' }).then(() => (answeredAt = clock.monotonicMs()));
    await clock.advance(3000, turn);
    expect(answeredAt).toBe(3000);
  });
});

describe("the venue's time", () => {
  it('stamps requests with it', async () => {
    const { client, clock, seen } = scripted(() => json(BOOK, 200, { date: new Date(START + 3_600_000).toUTCString() }));
    await client.book.get({ symbol: 'BTC/EUR' });
    await client.book.get({ symbol: 'BTC/EUR' });
    const stamps = seen.filter(({ headers }) => headers.has('svc-api-sign')).map(({ headers }) => Number(headers.get('svc-api-timestamp')));
    expect(stamps[0]).toBe(clock.now());
    expect(Math.abs(stamps[1]! - (START + 3_600_000))).toBeLessThanOrEqual(1000);
    expect(seen, 'one answer alone was not believed').toHaveLength(3);
    expect(Math.abs(client.venueClock.offsetMs - 3_600_000)).toBeLessThanOrEqual(1000);
  });

  it('asks for it without a signature after a jump of our clock, then goes on', async () => {
    const { client, clock, seen } = scripted(() => json(ACKNOWLEDGED, 201, { date: new Date(START).toUTCString() }));
    await client.orders.place(ORDER);
    clock.stepWall(7_200_000);
    await client.orders.place(ORDER);
    expect(seen.map(({ method, headers }) => [method, headers.has('svc-api-sign')])).toEqual([
      ['POST', true],
      ['GET', false],
      ['POST', true],
    ]);
    const liesBackMs = START - Number(seen[2]!.headers.get('svc-api-timestamp'));
    expect(Math.abs(liesBackMs - 45_000)).toBeLessThanOrEqual(1000);
  });

  it('signs nothing that puts something at stake, and says why, when nothing explains the jump', async () => {
    const { client, clock, seen } = scripted((_, index) => {
      if (index > 0) throw new Error('unreachable');
      return json(ACKNOWLEDGED, 201);
    });
    await client.orders.place(ORDER);
    clock.stepWall(7_200_000);
    let commits = 0;
    const sent = client.send(client.prepare('orders.place', ORDER), { beforeSend: () => Promise.resolve(void commits++) });
    await expect(sent).rejects.toMatchObject({
      code: 'clock',
      outcome: 'not-sent',
      message: expect.stringMatching(/wall clock of this machine jumped by \+2 h/) as string,
    });
    expect(commits).toBe(0);
    expect(seen.slice(1).every(({ headers }) => !headers.has('svc-api-sign'))).toBe(true);
  });

  it('B4: cancels and reads are signed by the time that is known best, whatever Date the venue sends', async () => {
    let ahead = 0;
    const dated = () => ({ date: new Date(START + ahead).toUTCString() });
    const { client, seen } = scripted(({ method }) =>
      method === 'GET' ? json(BOOK, 200, dated()) : new Response('', { status: 200, headers: dated() }),
    );
    await client.book.get({ symbol: 'BTC/EUR' });
    ahead = 365 * 86_400_000;
    await client.book.get({ symbol: 'BTC/EUR' });
    expect(client.venueClock.halted).toMatch(/not believed/);
    await client.orders.cancel({ orderId: '7' });
    await client.book.get({ symbol: 'BTC/EUR' });
    const signed = seen.filter(({ headers }) => headers.has('svc-api-sign'));
    expect(signed.map(({ method }) => method)).toEqual(['GET', 'GET', 'DELETE', 'GET']);
    for (const { headers } of signed) expect(Math.abs(Number(headers.get('svc-api-timestamp')) - START)).toBeLessThanOrEqual(1000);
    await expect(client.orders.place(ORDER)).rejects.toMatchObject({ code: 'clock', outcome: 'not-sent' });
  });
});
