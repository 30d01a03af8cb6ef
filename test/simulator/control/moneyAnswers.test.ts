import { afterEach, describe, expect, test } from 'vitest';
import { until } from '../../until.ts';
import { type ServedVenue, serveVenue } from '../servedVenue.ts';
import { type Answered, only } from '../venueUnderTest.ts';

type Json = Readonly<Record<string, unknown>>;

const ETHEREUM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const WITHDRAWAL = { currency: 'ETH', networkCode: 'ETH', amount: 0.1, destinationAddress: ETHEREUM };
const ROW = { ...WITHDRAWAL, amount: 0.2 };
const PAYOUT = { currencyFrom: 'EUR', amountFrom: 100, currencyTo: 'USDT', networkCode: 'ETH', address: ETHEREUM };
const PAYMENT = { currencyFrom: 'USDT', currencyTo: 'EUR', amountTo: 108, networkCode: 'ETH' };

const open: ServedVenue[] = [];

afterEach(async () => {
  for (const venue of open.splice(0)) {
    expect(venue.simulator.truth().failures).toEqual([]);
    await venue.close();
  }
});

async function served(): Promise<ServedVenue> {
  const venue = await serveVenue({ balances: only({ EUR: '1000', ETH: '20', BTC: '1', XLM: '1000' }) });
  open.push(venue);
  return venue;
}

/** A request that moves money: what must be there before it, the request, how often it has been carried out, and its fee. */
interface Move {
  prepare(venue: ServedVenue): Promise<string>;
  request(venue: ServedVenue, id: string): Promise<Answered>;
  done(venue: ServedVenue, id: string): Promise<number>;
}

const nothing = (): Promise<string> => Promise.resolve('');
const totalOf = (answer: Answered): number => (answer.json as { total: number }).total;

const MOVES: Readonly<Record<string, Move>> = {
  'withdrawals.create': {
    prepare: nothing,
    request: ({ exchange }) => exchange('POST', '/v2/withdrawals', WITHDRAWAL),
    done: async ({ exchange }) => totalOf(await exchange('GET', '/v1/transactions?page=0&count=10')),
  },
  'withdrawalBatches.validate': {
    prepare: nothing,
    request: ({ exchange }) => exchange('POST', '/v1/withdrawals/batches', [ROW, ROW]),
    done: async ({ exchange }) => ((await exchange('GET', '/v1/withdrawals/batches/310')).status === 200 ? 1 : 0),
  },
  'withdrawalBatches.confirm': {
    prepare: drafted,
    request: ({ exchange }, id) => exchange('POST', `/v1/withdrawals/batches/${id}/confirmation`),
    done: async ({ exchange }, id) => totalOf(await exchange('GET', `/v1/transactions?withdrawalBatchId=${id}&page=0&count=10`)) / 2,
  },
  'payouts.create': {
    prepare: nothing,
    request: ({ processing }) => processing('POST', '/v2/payout-intents', PAYOUT),
    done: async ({ processing }) => ((await processing('POST', '/v1/payout-intents/search', {})).json as unknown[]).length,
  },
  'paymentIntents.refund': {
    prepare: underpaid,
    request: ({ processing }, id) => processing('POST', `/v1/payment-intents/${id}/crypto-refunds`),
    done: ({ simulator }, id) => Promise.resolve(simulator.payments.book.intent(id)!.refunds.length),
  },
};

async function drafted({ exchange }: ServedVenue): Promise<string> {
  return String(((await exchange('POST', '/v1/withdrawals/batches', [ROW, ROW])).json as Json[])[0]!['id']);
}

async function underpaid({ processing, control, pass }: ServedVenue): Promise<string> {
  const { paymentIntentId } = (await processing('POST', '/v2/payment-intents/', PAYMENT)).json as Json;
  await control('POST', `/payments/${String(paymentIntentId)}/deposits`, { amount: 50 });
  await pass(5000);
  return String(paymentIntentId);
}

describe.each(Object.keys(MOVES))('the answer to %s', (operation) => {
  const { prepare, request, done } = MOVES[operation]!;
  const begun = async (fault: object): Promise<{ venue: ServedVenue; id: string }> => {
    const venue = await served();
    const id = await prepare(venue);
    await venue.control('POST', '/faults', { operation, fault });
    return { venue, id };
  };

  test('is lost before it is carried out, or after', { tags: 'long' }, async () => {
    for (const [kind, times] of [
      ['drop-before', 0],
      ['drop-after', 1],
    ] as const) {
      const { venue, id } = await begun({ kind });
      await expect(request(venue, id)).rejects.toThrow('fetch failed');
      expect(await done(venue, id)).toBe(times);
    }
  });

  test('is lost, and the request is carried out later', async () => {
    const { venue, id } = await begun({ kind: 'drop-after', applyAfterMs: 30_000 });
    await expect(request(venue, id)).rejects.toThrow('fetch failed');
    expect(await done(venue, id)).toBe(0);
    await venue.wait(30_000);
    expect(await done(venue, id)).toBe(1);
  });

  test('comes late, when the request has long been carried out', async () => {
    const { venue, id } = await begun({ kind: 'delay', ms: 30_000 });
    const answer = request(venue, id);
    await until(async () => (await done(venue, id)) > 0);
    await venue.wait(30_000);
    expect((await answer).status).toBeLessThan(300);
    expect(await done(venue, id)).toBe(1);
  });

  test('is a 500, or can not be read, although the request was carried out', async () => {
    for (const fault of [
      { kind: 'status', status: 500, apply: true },
      { kind: 'garble', body: '{"id":' },
    ]) {
      const { venue, id } = await begun(fault);
      const { status, text } = await request(venue, id);
      expect([fault.kind === 'status' ? 500 : '{"id":', await done(venue, id)]).toEqual([fault.kind === 'status' ? status : text, 1]);
    }
  });

  test('is a refusal for a key that is not known, and nothing happens (000 and 001 Authentication)', async () => {
    const venue = await served();
    const id = await prepare(venue);
    const before = await done(venue, id);
    const [method, path] = ['POST', operation.startsWith('p') ? '/v2/payout-intents' : '/v2/withdrawals'];
    expect((await fetch(venue.url + path, { method, body: '{}' })).status).toBe(401);
    expect(await done(venue, id)).toBe(before);
  });
});
