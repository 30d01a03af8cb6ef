import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { seededRandom } from '../../src/base/random.ts';
import { Secret } from '../../src/base/secret.ts';
import { VirtualClock } from '../../src/base/virtualClock.ts';
import { createExchangeClient } from '../../src/client/exchangeClient.ts';
import { createInProcessTransport } from '../../src/client/inProcessTransport.ts';
import { createProcessingClient } from '../../src/client/processingClient.ts';
import type { InterfaceName } from '../../src/contract/operation.ts';
import type { AnyCalls } from '../../src/daemon/interfaceAccount.ts';
import { openPaymentStore, paymentJournal } from '../../src/daemon/paymentStore.ts';
import { recoverPayments } from '../../src/daemon/recoverPayments.ts';
import { sendApiRequest } from '../../src/daemon/sendApiRequest.ts';
import { AllTransfers } from '../../src/daemon/allTransfers.ts';
import type { CallFault } from '../../src/simulator/callFault.ts';
import { createSimulator, type Simulator } from '../../src/simulator/simulator.ts';
import { openStore, type Store } from '../../src/store/store.ts';

let folder: string;
let clock: VirtualClock;
let simulator: Simulator;
let store: Store;
let env: Readonly<Record<string, string>>;
let clients: Readonly<Record<string, AnyCalls>>;
let fault: CallFault | undefined;
let told: string[];
let lives = 0;

const PAYOUT = {
  currencyFrom: 'EUR',
  amountFrom: '100',
  currencyTo: 'USDT',
  networkCode: 'ETH',
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
};
const MOVING: ReadonlySet<string> = new Set(['payouts.create', 'withdrawals.create']);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-desk-'));
  clock = new VirtualClock(Date.UTC(2026, 10, 20, 10));
  const behaviour = { fault: ({ operation }: { operation: string }) => (MOVING.has(operation) ? fault : undefined) };
  simulator = createSimulator({ clock, seed: 7, balances: { EUR: dec(10_000), BTC: dec(1) }, behaviour });
  const transport = createInProcessTransport((request) => simulator.fetch(request), { clock });
  const shared = { url: 'http://venue.test', transport, clock };
  const { exchange, processing } = simulator;
  clients = {
    exchange: createExchangeClient({ ...shared, key: exchange.key, secret: new Secret(exchange.secret) }),
    processing: createProcessingClient({
      ...shared,
      key: processing.key,
      secret: new Secret(processing.secret),
      prefix: 'PROC',
    }),
  };
  // The machine knows each account once, whoever tests beside us.
  env = {
    SLUICE_PROCESSING_URL: 'http://127.0.0.1:1',
    SLUICE_PROCESSING_KEY: `desk-${process.pid}-${++lives}`,
    SLUICE_PROCESSING_SECRET: processing.secret,
  };
  store = await openStore({ path: ':memory:', clock });
  fault = undefined;
  told = [];
});

afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const place = () => ({ accounts: join(folder, 'accounts'), state: join(folder, 'state'), server: undefined });

function transfers(): AllTransfers {
  return new AllTransfers({
    ...place(),
    calls: (name) => clients[name]!,
    exchangeJournal: store.journal,
    env,
    clock,
    random: seededRandom(`transfers:${++lives}`),
    firstPage: 0,
    tell: (message) => told.push(message),
  });
}

async function run<T>(work: Promise<T>): Promise<T> {
  const watch = { isDone: false };
  const done = work.finally(() => (watch.isDone = true));
  done.catch(() => undefined);
  for (let steps = 0; !watch.isDone && steps < 10_000; steps++) await clock.advance(20, () => setImmediate());
  return done;
}

function send(through: AllTransfers, name: InterfaceName, operation: string, params: Readonly<Record<string, string>>): Promise<unknown> {
  return run(sendApiRequest({ interface: name, operation, params }, clients[name]!, (one) => through.of(one), {}));
}

const databases = (): string[] => readdirSync(join(folder, 'state')).filter((name) => name.endsWith('.sqlite'));

describe(AllTransfers.name, () => {
  it('opens the journal of a payment account when it is first used, and looks for what is unknown in it', { tags: 'long' }, async () => {
    const first = transfers();
    first.start();
    await clock.advance(30_000, () => setImmediate());
    fault = { kind: 'drop-after' };
    await expect(send(first, 'processing', 'payouts.create', { ...PAYOUT, customOrderId: 'p-1' })).rejects.toMatchObject({
      outcome: 'unknown',
    });
    fault = undefined;
    expect(databases()).toHaveLength(1);
    await clock.advance(30_000, () => setImmediate());
    expect(told).toEqual([expect.stringContaining('was found: it is')]);
    expect(first.unresolved()).toEqual([]);
    await run(first.close());
  });

  it('takes up what an earlier life has left unknown, without being asked for anything', { tags: 'long' }, async () => {
    const first = transfers();
    fault = { kind: 'drop-before' };
    await expect(send(first, 'processing', 'payouts.create', { ...PAYOUT, customOrderId: 'p-1' })).rejects.toMatchObject({
      outcome: 'unknown',
    });
    const btc = { currency: 'BTC', networkCode: 'BTC', amount: '0.002', destinationAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' };
    await expect(send(first, 'exchange', 'withdrawals.create', { ...btc, referenceId: 'w-1' })).rejects.toMatchObject({
      outcome: 'unknown',
    });
    await run(first.close());
    const second = transfers();
    second.start();
    await clock.advance(20_000, () => setImmediate());
    expect(second.unresolved().map(({ lane, waitsFor }) => [lane.split(' ')[0], waitsFor])).toEqual([
      ['withdrawal', 'the venue to show it, or a person'],
      ['payout', 'the venue to show it, or a person'],
    ]);
    const [, payout] = second.unresolved();
    // It may be taken for a minute.
    await clock.advance(60_000, () => setImmediate());
    const holding = await second.holding(payout!.id);
    expect(await run(holding!.resolve(payout!.id, { type: 'not-placed' }))).toMatchObject({ state: 'not-sent' });
    expect(second.unresolved()).toHaveLength(1);
    expect(await second.holding('01KAFWQ9Z3V5W2M8RTX1J6B0CD')).toBeUndefined();
    await run(second.close());
  });

  it('leaves an account alone whose journal another process has, and says so once', { tags: 'long' }, async () => {
    const journal = paymentJournal('processing', env, place());
    const other = await run(openPaymentStore(journal, place(), clock));
    const mine = transfers();
    await run(mine.round());
    await run(mine.round());
    expect(told).toEqual([expect.stringContaining('the journal of processing could not be opened')]);
    await expect(send(mine, 'processing', 'payouts.create', { ...PAYOUT, customOrderId: 'p-1' })).rejects.toMatchObject({
      code: 'daemon-running',
    });
    await run(other.close());
    expect(await send(mine, 'processing', 'payouts.create', { ...PAYOUT, customOrderId: 'p-1' })).toMatchObject({ status: 200 });
    await run(mine.close());
  });

  it('sends nothing when the journal is gone, and goes on when it was rebuilt and a person has decided', { tags: 'long' }, async () => {
    const first = transfers();
    await send(first, 'processing', 'payouts.create', { ...PAYOUT, customOrderId: 'p-1' });
    await run(first.close());
    const file = join(folder, 'state', databases()[0]!);
    renameSync(file, `${file}.lost`);
    const second = transfers();
    const pay = (through: AllTransfers, customOrderId: string): Promise<unknown> =>
      send(through, 'processing', 'payouts.create', { ...PAYOUT, customOrderId });
    const suggestion = expect.stringContaining('`sluice recover --interface processing`') as string;
    await expect(pay(second, 'p-2')).rejects.toMatchObject({ code: 'journal-incomplete', suggestion });
    await run(second.close());
    const options = {
      ...place(),
      interface: 'processing',
      env,
      calls: clients['processing']!,
      clock,
      sinceMs: 86_400_000,
      holdMoves: () => Promise.resolve(0),
    } as const;
    const recover = () => run(recoverPayments({ ...options, onProgress: (message) => told.push(message) }));
    const { uncertainPlaces: places } = (await recover())!;
    expect(told.join()).toContain('waiting until');
    expect(places).toHaveLength(1);
    expect(await recover()).toBeUndefined();
    const third = transfers();
    await expect(pay(third, 'p-1')).rejects.toMatchObject({ code: 'refused' });
    await expect(pay(third, 'p-2')).rejects.toMatchObject({ code: 'lane-frozen' });
    await run(third.round());
    expect(third.unresolved()).toMatchObject([{ id: places[0]!.id, waitsFor: expect.stringContaining('a person') as string }]);
    await run((await third.holding(places[0]!.id))!.resolve(places[0]!.id, { type: 'not-placed' }));
    expect(await pay(third, 'p-2')).toMatchObject({ status: 200 });
    await run(third.close());
  });
});
