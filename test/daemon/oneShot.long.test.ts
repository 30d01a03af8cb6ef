import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { Secret } from '../../src/base/secret.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { createExchangeClient } from '../../src/client/exchangeClient.ts';
import { createInProcessTransport } from '../../src/client/inProcessTransport.ts';
import { createRateLimiter } from '../../src/client/rateLimiter.ts';
import { oneShot } from '../../src/daemon/oneShot.ts';
import type { OperatorAsk, OperatorResult } from '../../src/daemon/askOperator.ts';
import { loadSettings, type Settings } from '../../src/settings/loadSettings.ts';
import { statePaths } from '../../src/daemon/statePaths.ts';
import { tellStory } from '../../src/daemon/story/tellStory.ts';
import type { Intent } from '../../src/model/intent.ts';
import type { CallFault, FaultedCall } from '../../src/simulator/callFault.ts';
import { createSimulator, type Simulator } from '../../src/simulator/simulator.ts';
import { openStore } from '../../src/store/store.ts';

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'sluice-one-shot-'))));
afterAll(() => rmSync(folder, { recursive: true }));

/** A refusal that nobody has seen for a cancel. */
const NO = { code: 'NoSuchRefusal', message: 'no' };

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A simulator, and a command line that sends it one order at a time from its own state directory. */
async function desk(name: string, shared?: Simulator) {
  const clock = new VirtualClock(Date.UTC(2026, 10, 20));
  const venue: { fault: (call: FaultedCall) => CallFault | undefined } = { fault: () => undefined };
  const simulator = shared ?? createSimulator({ clock, seed: 1, behaviour: { fault: (call) => venue.fault(call) } });
  const { key, secret } = simulator.exchange;
  const env = {
    SLUICE_EXCHANGE_URL: `http://127.0.0.1:1/${process.pid}/${name}`,
    SLUICE_EXCHANGE_KEY: key,
    SLUICE_EXCHANGE_SECRET: secret,
  };
  const settings: Settings = await loadSettings({ file: undefined, env });
  const state = join(folder, name);
  const trouble: string[] = [];
  const ask = (order: object, symbols: readonly string[] = ['LTC/EUR']): Promise<OperatorResult> => {
    const client = createExchangeClient({
      url: 'http://venue.test',
      key,
      secret: new Secret(secret),
      transport: createInProcessTransport((request) => simulator.fetch(request), { clock, latencyMs: () => 10 }),
      limiter: createRateLimiter({ perSecond: 50, burst: 50, clock }),
      clock,
    });
    const access = { client, host: 'venue.test', key, secrets: [], holdsOrders: true, close: () => Promise.resolve() };
    const result = oneShot((newId) => ({ ...order, intentId: newId(), tradeId: newId() }) as unknown as OperatorAsk, symbols, {
      settings,
      state,
      accounts: `${state}-accounts`,
      clock,
      venue: access,
      onTrouble: (message) => trouble.push(message),
    });
    result.catch(() => undefined);
    return result;
  };
  const journal = async (): Promise<readonly Intent[]> => {
    const store = await openStore({ path: statePaths(state, settings).database, clock, access: 'read' });
    const intents = await store.journal.list(100);
    await store.close();
    return intents;
  };
  /** Another process works on the same database. */
  const hold = async (): Promise<() => Promise<void>> => {
    const store = await openStore({ path: statePaths(state, settings).database, clock });
    return () => store.close();
  };
  const posts = () => simulator.truth().requests.filter(({ operation }) => operation === 'orders.place');
  return { venue, simulator, settings, state, ask, journal, hold, posts, trouble, pass: (ms: number) => clock.advance(ms, settle) };
}

const PLACE = { type: 'place', symbol: 'LTC/EUR', side: 'Buy', orderType: 'Limit', price: dec('50'), amount: dec('1') } as const;

describe(oneShot.name, () => {
  it('places, moves and cancels an order, each in a life of its own', async () => {
    const { ask, pass, simulator, journal } = await desk('life');
    const placing = ask(PLACE);
    await pass(20_000);
    const placed = await placing;
    expect(placed).toMatchObject({ outcome: 'opened', adopted: false });
    const orderId = 'orderId' in placed ? placed.orderId : '';
    const moving = ask({ type: 'replace', orderId, price: dec('51'), amount: dec('2') }, []);
    await pass(20_000);
    expect(await moving).toMatchObject({ outcome: 'replaced' });
    expect(simulator.truth().orders.map(({ price, amount }) => [price.toFixed(), amount.toFixed()])).toEqual([['51', '2']]);
    const canceling = ask({ type: 'cancel', orderId, symbol: '' }, []);
    await pass(20_000);
    expect(await canceling).toMatchObject({ outcome: 'canceled', orderId });
    expect(simulator.truth().orders).toEqual([]);
    expect((await journal()).map(({ kind, state }) => [kind, state])).toEqual([
      ['cancel', 'acknowledged'],
      ['replace', 'acknowledged'],
      ['place', 'acknowledged'],
    ]);
  });

  it('cancels an order that was placed from elsewhere, and says that it was sent', async () => {
    const { ask, pass, simulator } = await desk('mine');
    const placing = ask(PLACE);
    await pass(20_000);
    const placed = await placing;
    const { ask: askElsewhere, pass: passElsewhere } = await desk('elsewhere', simulator);
    const orderId = 'orderId' in placed ? placed.orderId : '';
    const canceling = askElsewhere({ type: 'cancel', orderId, symbol: '' }, []);
    await passElsewhere(20_000);
    expect(await canceling).toEqual({ outcome: 'cancel-sent', orderId });
    expect(simulator.truth().orders).toEqual([]);
  });

  it('takes two at a time one after the other, and gives up when the database stays taken', async () => {
    const { ask, pass, posts, hold } = await desk('two');
    const both = [ask(PLACE), ask(PLACE)];
    await pass(20_000);
    expect((await Promise.all(both)).map(({ outcome }) => outcome)).toEqual(['opened', 'opened']);
    expect(posts()).toHaveLength(2);
    const letGo = await hold();
    const third = ask(PLACE);
    await pass(20_000);
    await letGo();
    await expect(third).rejects.toMatchObject({ code: 'daemon-running' });
    expect(posts()).toHaveLength(2);
  });

  it('finds an order whose answer was lost, with exactly one request on the wire', async () => {
    const { ask, pass, posts, venue, journal } = await desk('lost');
    venue.fault = ({ operation }) => (operation === 'orders.place' ? { kind: 'drop-after', ms: 50 } : undefined);
    const placing = ask(PLACE);
    await pass(30_000);
    expect(await placing).toMatchObject({ outcome: 'opened', adopted: true });
    expect(posts()).toHaveLength(1);
    expect((await journal()).map(({ state }) => state)).toEqual(['adopted']);
  });

  it('says that nobody knows when nothing is found, keeps the row, and never sends it again', async () => {
    const { ask, pass, posts, venue, journal } = await desk('unknown');
    venue.fault = ({ operation }) => (operation === 'orders.place' ? { kind: 'drop-before', ms: 50 } : undefined);
    const placing = ask(PLACE);
    await pass(30_000);
    await expect(placing).rejects.toMatchObject({ code: 'unknown-outcome', outcome: 'unknown' });
    expect((await journal()).map(({ kind, state }) => [kind, state])).toEqual([['place', 'unknown']]);
    venue.fault = () => undefined;
    const again = ask(PLACE);
    await pass(30_000);
    await expect(again).rejects.toMatchObject({ code: 'lane-frozen', outcome: 'not-sent' });
    expect(posts()).toHaveLength(1);
    const elsewhere = ask({ ...PLACE, symbol: 'SOL/EUR', price: dec('100') }, ['SOL/EUR']);
    await pass(30_000);
    expect(await elsewhere).toMatchObject({ outcome: 'opened' });
  });

  it('tells what the venue refused, and what a check refused before it was sent', async () => {
    const { ask, pass, posts, venue } = await desk('refused');
    const far = ask({ ...PLACE, price: dec('5000') });
    await pass(20_000);
    await expect(far).rejects.toMatchObject({ code: 'risk', outcome: 'not-sent' });
    expect(posts()).toEqual([]);
    const unlisted = ask({ ...PLACE, symbol: 'NO/PE' }, ['NO/PE']);
    await pass(20_000);
    await expect(unlisted).rejects.toMatchObject({ code: 'not-found' });
    venue.fault = ({ operation }) => (operation === 'orders.place' ? { kind: 'status', status: 401, body: '', apply: false } : undefined);
    const refused = ask(PLACE);
    await pass(20_000);
    await expect(refused).rejects.toMatchObject({ outcome: 'rejected' });
  });

  it('tells at once of a cancel that the venue refused, and that nobody knows when it has no answer', async () => {
    const { ask, pass, venue } = await desk('cancel');
    const placing = ask(PLACE);
    await pass(20_000);
    const placed = await placing;
    const orderId = 'orderId' in placed ? placed.orderId : '';
    const cancel = async (fault: CallFault, withinMs: number): Promise<OperatorResult> => {
      venue.fault = ({ operation }) => (operation === 'orders.cancel' ? fault : undefined);
      const canceling = ask({ type: 'cancel', orderId, symbol: 'LTC/EUR' });
      await pass(withinMs);
      return canceling;
    };
    const answer = (status: number): CallFault => ({
      kind: 'status',
      status,
      body: status === 401 ? '' : JSON.stringify(NO),
      apply: false,
    });
    const unknown = {
      code: 'unknown-outcome',
      outcome: 'unknown',
      suggestion: expect.stringContaining('a cancel may be repeated') as unknown,
    };
    await expect(cancel(answer(401), 5000)).rejects.toMatchObject({ code: 'refused', outcome: 'rejected' });
    await expect(cancel(answer(418), 30_000)).rejects.toMatchObject(unknown);
    await expect(cancel({ kind: 'drop-before' }, 30_000)).rejects.toMatchObject(unknown);
  });

  it('gives up at once when the venue is away', async () => {
    const { ask, pass, venue, posts } = await desk('away');
    venue.fault = () => ({ kind: 'status', status: 503, apply: false });
    const placing = ask(PLACE);
    await pass(30_000);
    await expect(placing).rejects.toMatchObject({ code: 'venue-failure' });
    expect(posts()).toEqual([]);
  });

  it('compares the paths over all third currencies with the pair itself, and says why one is impossible', async () => {
    const { ask, pass, venue } = await desk('paths');
    const deal = { type: 'trade', fromCurrency: 'EUR', toCurrency: 'ETH', size: { fromAmount: dec('600') }, isDry: true };
    const comparing = ask(deal, []);
    await pass(20_000);
    const compared = await comparing;
    expect(compared).toMatchObject({ outcome: 'compared' });
    const [text] = 'compared' in compared ? compared.compared : [];
    expect(text).toMatch(/path over BTC \d+\.\d+ EUR to \d/);
    // A book that can't be read makes its path impossible, and nothing else.
    venue.fault = ({ operation, path }) =>
      operation === 'book.get' && path.includes('BTC') && !path.includes('EUR') ? { kind: 'drop-before', ms: 5 } : undefined;
    const again = ask(deal, []);
    await pass(20_000);
    const without = await again;
    expect('compared' in without ? without.compared[0] : '').toMatch(
      /book [\d.]+ EUR to .*no path over BTC: the book of ETH\/BTC could not be read in time: --via/,
    );
  });

  it('executes a deal whose id tells of its legs afterwards, without a session', async () => {
    const { ask, pass, settings, state } = await desk('deal');
    const selling = ask({ type: 'trade', fromCurrency: 'LTC', toCurrency: 'EUR', size: { fromAmount: dec('1') } }, []);
    await pass(30_000);
    const sold = await selling;
    expect(sold).toMatchObject({ outcome: 'done' });
    const tradeId = 'tradeId' in sold ? sold.tradeId : '';
    const place = { databases: [{ path: statePaths(state, settings).database }], state };
    const story = await tellStory(tradeId, place, { say: () => undefined });
    expect(story.map(({ step }) => step)).toContain('journalled');
    await expect(tellStory(tradeId.slice(0, -1), place, { say: () => undefined })).rejects.toMatchObject({ code: 'not-found' });
  });

  it('names the way, its rate and the bound where nothing is good enough', async () => {
    const { ask, pass } = await desk('bound');
    const deal = ask(
      { type: 'trade', fromCurrency: 'LTC', toCurrency: 'EUR', size: { fromAmount: dec('1') }, worstRate: dec('100000') },
      [],
    );
    await pass(30_000);
    await expect(deal).rejects.toThrow(/no quote: its rate of [\d.]+ is worse than the worst rate of 100000; no book: its rate of/);
  });
});
