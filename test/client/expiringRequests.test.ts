import { describe, expect, test } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { Fault } from '../../src/base/fault.ts';
import type { RequestStamp } from '../../src/client/call.ts';
import { exchange } from '../../src/contract/exchange.ts';
import { faultFrom, json, scripted, START, turn } from './scripted.ts';

const ORDER = { symbol: 'BTC/EUR', type: 'Limit', side: 'Buy', amount: dec('0.00100'), price: dec('61250.10') } as const;
const ACKNOWLEDGED = exchange['orders.place'].example.reply;

type Options = NonNullable<Parameters<typeof scripted>[1]>;

/** Signs one order after `reads` answers have told the venue's time, and gives its stamp and what the venue saw. */
async function stampOf(
  reads: number,
  options: Options = {},
  date?: string,
): Promise<{ stamp: RequestStamp; seen: string | null; now: number }> {
  const { client, clock, seen } = scripted(
    (one) => (one.method === 'GET' ? json('[]', 200, date === undefined ? {} : { date }) : json(ACKNOWLEDGED, 201)),
    options,
  );
  for (let i = 0; i < reads; i++) await client.statistics.list({});
  let stamp: RequestStamp | undefined;
  const params = client.prepare('orders.place', ORDER);
  const sent = client.send(params, { beforeSend: async (_, given) => void (stamp = given) }).catch(() => undefined);
  await clock.advance(0, turn);
  await sent;
  return { stamp: stamp!, seen: seen.at(-1)!.headers.get('svc-api-timestamp'), now: clock.now() };
}

test('a request for money is signed 45 s back once the venue has told its time, and so expires after 15 s', async () => {
  const { stamp, seen } = await stampOf(1);
  expect(Math.abs(START - 45_000 - stamp.timestamp)).toBeLessThanOrEqual(1000);
  expect(stamp.expiresAt).toBe(stamp.timestamp + 60_000);
  expect(stamp.venueAt, 'the present is told beside it').toBe(stamp.timestamp + 45_000);
  expect(seen).toBe(String(stamp.timestamp));
});

test('with the present while the venue has not told its time, and then it expires after the whole window', async () => {
  const { stamp } = await stampOf(0);
  expect(stamp).toEqual({ timestamp: START, venueAt: START, expiresAt: START + 60_000 });
});

describe('asked to, it asks the venue for its time first', () => {
  const asked = async (respond: (one: { readonly method: string }) => Response, options?: Options) => {
    const { client, seen } = scripted(respond, options);
    const send = (): Promise<unknown> => client.send(client.prepare('orders.place', ORDER), { asksTime: true });
    await send();
    await send();
    const posts = seen.filter(({ method }) => method === 'POST');
    const liesBack = posts.map(({ headers }) =>
      Math.abs(START - 45_000 - Number(headers.get('svc-api-timestamp'))) <= 1000 ? '45 s' : 'not',
    );
    const asks = seen.map(({ method, headers }) => `${method} ${headers.has('svc-api-sign') ? 'signed' : 'unsigned'}`);
    return { asks, liesBack };
  };
  const dated = (headers: Record<string, string>) => (one: { readonly method: string }) =>
    one.method === 'GET' ? json('[]', 200, headers) : json(ACKNOWLEDGED, 201, headers);

  test('once, and without a signature', async () => {
    const { asks, liesBack } = await asked(dated({}));
    expect(asks).toEqual(['GET unsigned', 'POST signed', 'POST signed']);
    expect(liesBack).toEqual(['45 s', '45 s']);
  });

  test('but not where the configuration says that requests are signed with the present', async () => {
    expect(await asked(dated({}), { backdateMs: 0 })).toEqual({ asks: ['POST signed', 'POST signed'], liesBack: ['not', 'not'] });
  });

  test('not again where the venue tells no time', async () => {
    const { asks, liesBack } = await asked(dated({ date: '' }));
    expect(asks).toEqual(['GET unsigned', 'POST signed', 'POST signed']);
    expect(liesBack).toEqual(['not', 'not']);
  });

  test('and without an answer it is signed with the present', async () => {
    const { asks, liesBack } = await asked(({ method }) => {
      if (method === 'GET') throw new Error('unreachable');
      return json(ACKNOWLEDGED, 201);
    });
    expect(asks).toEqual(['GET unsigned', 'POST signed', 'POST signed']);
    expect(liesBack).toEqual(['not', '45 s']);
  });
});

test('with the present where the configuration says so', async () => {
  const { stamp } = await stampOf(1, { backdateMs: 0 });
  expect(Math.abs(START - stamp.timestamp)).toBeLessThanOrEqual(1000);
});

test('it lies back by the clock of the venue, however far that is from ours', async () => {
  const ahead = START + 3_600_000;
  const { stamp } = await stampOf(1, {}, new Date(ahead).toUTCString());
  expect(Math.abs(ahead - 45_000 - stamp.timestamp)).toBeLessThanOrEqual(1000);
});

test('reads and cancels are signed with the present', async () => {
  const { client, seen } = scripted((one) => json(one.method === 'GET' ? '[]' : '{}'));
  await client.statistics.list({});
  await client.statistics.list({});
  await client.orders.cancel({ orderId: '5' });
  for (const { headers } of seen) expect(Math.abs(Number(headers.get('svc-api-timestamp')) - START)).toBeLessThanOrEqual(1000);
});

test('what took so long to write down that it would expire on its way is not sent', async () => {
  const { client, clock, seen } = scripted((one) => json(one.method === 'GET' ? '[]' : ACKNOWLEDGED, 201));
  await client.statistics.list({});
  const prepared = client.prepare('orders.place', ORDER);
  const sent = faultFrom(client.send(prepared, { beforeSend: () => new Promise((resolve) => clock.setTimer(14_000, resolve)) }));
  await clock.advance(14_000, turn);
  expect(await sent).toMatchObject({ code: 'timeout', outcome: 'not-sent' });
  expect(seen).toHaveLength(1);
});

test('whoever is told right before the first byte can keep it back', async () => {
  const { client, seen } = scripted(() => json(ACKNOWLEDGED, 201));
  const broken = new Fault('store', 'disk full', { outcome: 'not-sent' });
  const onFirstByte = (): void => {
    throw broken;
  };
  expect(await faultFrom(client.send(client.prepare('orders.place', ORDER), { onFirstByte }))).toBe(broken);
  expect(seen).toHaveLength(0);
});

test('V3: a quote binds nobody, so a refused one or one whose answer is lost says nothing of an unknown outcome', async () => {
  const { client } = scripted((_, index) => {
    if (index > 0) throw new Error('gone');
    return json('{"message":"currency XYZ is not known"}', 404);
  });
  const params = { fromCurrency: 'EUR', toCurrency: 'XYZ', fromAmount: dec('100') };
  expect(await faultFrom(client.quotes.request(params))).toMatchObject({ code: 'not-found', outcome: undefined });
  expect(await faultFrom(client.quotes.request(params))).toMatchObject({ code: 'network', outcome: undefined });
});
