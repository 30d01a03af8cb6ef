import { writeFileSync } from 'node:fs';
import { setImmediate as settle } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import type { Transport, TransportRequest } from '../../src/client/transport.ts';
import { exchange } from '../../src/contract/exchange.ts';
import { configuredAccount, venueAccess, venueHabits } from '../../src/daemon/venueAccess.ts';
import { loadSettings, type Settings } from '../../src/settings/loadSettings.ts';
import { temporaryFolder } from '../cli/temporaryFolder.ts';

const START = Date.UTC(2026, 10, 23);
/** The venue tells its time by the second: the middle of it is the best guess. */
const HALF = 500;
const ORDER = { symbol: 'BTC/EUR', type: 'Limit', side: 'Buy', amount: dec('0.00100'), price: dec('61250.10') } as const;

const folder = temporaryFolder();
afterAll(() => folder.remove());

async function settingsKnowing(knows: string, more = ''): Promise<Settings> {
  const account = 'url: https://venue.example.com, key: "${env:K}", secret: "${env:S}"';
  writeFileSync(
    folder.path('my.yaml'),
    `mode: live\nvenue: { exchange: { ${account} }, knows: { ${knows} } }\nrisk: { maxOrderValue: 500 EUR, maxDailyLoss: 200 EUR }\n${more}`,
  );
  return loadSettings({ file: folder.path('my.yaml'), env: { K: 'key', S: 'c2VjcmV0' } });
}

/** How long before the present the order is signed that follows a read which told the venue's time. */
async function backdateOf(settings: Settings): Promise<number> {
  const clock = new VirtualClock(START);
  const seen: TransportRequest[] = [];
  const network: Transport = {
    send: async (request) => {
      seen.push(request);
      request.onFirstByte?.();
      const body = request.method === 'GET' ? '[]' : exchange['orders.place'].example.reply;
      const headers = { 'content-type': 'application/json', date: new Date(START).toUTCString() };
      return { status: request.method === 'GET' ? 200 : 201, headers, body: Buffer.from(body) };
    },
    close: async () => undefined,
  };
  const { client, close } = venueAccess(settings, configuredAccount(settings)!, clock, undefined, () => network);
  await client.statistics.list({});
  await client.send(client.prepare('orders.place', ORDER)).catch(() => undefined);
  await close();
  const stamp = Object.entries(seen.at(-1)!.headers).find(([name]) => name.toLowerCase() === 'svc-api-timestamp')!;
  return START - Number(stamp[1]);
}

describe(venueAccess, () => {
  it('signs an order so that it lives 15 s, in the window of the document and in a narrower one that was measured', async () => {
    expect(await backdateOf(await settingsKnowing('replace: unknown'))).toBe(45_000 - HALF);
    expect(await backdateOf(await settingsKnowing('timestampWindow: 20s'))).toBe(5000 - HALF);
    expect(await backdateOf(await settingsKnowing('timestampWindow: 10s'))).toBe(-HALF);
  });
});

/** How many of five reads leave before a second has passed. */
async function sentAtOnce(settings: Settings): Promise<number> {
  const clock = new VirtualClock(START);
  let sent = 0;
  const network: Transport = {
    send: async () => {
      sent++;
      return { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from('[]') };
    },
    close: async () => undefined,
  };
  const { client, close } = venueAccess(settings, configuredAccount(settings)!, clock, undefined, () => network);
  const reads = Array.from({ length: 5 }, () => client.statistics.list({}));
  await clock.advance(100, settle);
  const atOnce = sent;
  await clock.advance(60_000, settle);
  await Promise.all(reads);
  await close();
  return atOnce;
}

describe('the budget of requests', () => {
  it('is spent when a life begins beside a server, where another machine may just have spent it, and is full in files', async () => {
    expect(await sentAtOnce(await settingsKnowing('replace: unknown'))).toBe(5);
    const server = 'store: postgres://sluice@db.example.com/sluice\n';
    expect(await sentAtOnce(await settingsKnowing('replace: unknown', server))).toBe(0);
  });
});

describe(venueHabits, () => {
  it('hands on how soon an order shows, where pages begin, and what a replacement does', async () => {
    const settings = await settingsKnowing('visibleWithin: 7s, pageBase: 1, replace: atomic-keeps-id');
    expect(venueHabits(settings)).toMatchObject({ visibilityMs: 7000, firstPage: 1, replacesAtomically: true });
  });
});
