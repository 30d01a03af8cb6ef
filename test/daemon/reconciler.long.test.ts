import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import maker from '../../strategies/maker.ts';
import { dec } from '../../src/base/decimal.ts';
import { Reconciler } from '../../src/daemon/reconciler.ts';
import type { ReconciledRow } from '../../src/daemon/reconciliation.ts';
import { sendApiRequest } from '../../src/daemon/sendApiRequest.ts';
import type { CallFault, FaultedCall } from '../../src/simulator/callFault.ts';
import type { VenueBehaviour } from '../../src/simulator/simulatorOptions.ts';
import { Transfers } from '../../src/treasury/transfers.ts';
import { configured, simulatedWorld, type SimulatedWorld, type WorldOptions } from './simulatedWorld.ts';

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'sluice-reconciler-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const MAKER = configured('maker', 'BTC/EUR', maker, { spreadBps: '6', size: '0.01', smooth: '5', maxBase: '0.2' });

const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

interface Scene {
  readonly world: SimulatedWorld;
  /** What the venue answers to a request for the balances, in place of the truth. */
  readonly venue: { balances: string | undefined };
}

async function begin(options: Partial<WorldOptions> = {}, behaviour: VenueBehaviour = {}): Promise<Scene> {
  const venue: Scene['venue'] = { balances: undefined };
  const fault = ({ operation }: { operation: string }): CallFault | undefined =>
    operation === 'balances.list' && venue.balances !== undefined
      ? { kind: 'garble', body: venue.balances }
      : behaviour.fault?.({ operation } as FaultedCall);
  const world = await simulatedWorld({ seed: 3, strategies: [MAKER], ...options, behaviour: { ...behaviour, fault } });
  await world.start();
  // Two looks that agree, and the ledger has begun.
  await world.pass(30_000);
  return { world, venue };
}

async function finished<T>(world: SimulatedWorld, work: Promise<T>): Promise<T> {
  const watch = { isDone: false };
  const done = work.finally(() => (watch.isDone = true));
  done.catch(() => undefined);
  for (let waits = 0; !watch.isDone && waits < 600; waits++) await world.pass(500);
  return done;
}

const reconcile = ({ world }: Scene): Promise<readonly ReconciledRow[]> => finished(world, world.trader.reconciler!.reconcile());

/** The venue's balances with one changed. */
async function changed({ world }: Scene, currency: string, by: string): Promise<string> {
  const { bytes } = await finished(world, world.client.send(world.client.prepare('balances.list', {})));
  const text = Buffer.from(bytes).toString();
  const total = new RegExp(`("currency":"${currency}","totalBalance":)([\\d.]+)`);
  expect(text).toMatch(total);
  return text.replace(total, (_, head: string, amount: string) => head + dec(amount).plus(by).toFixed());
}

/** What the ledger has by cause and currency. */
async function sums({ world }: Scene): Promise<Record<string, string>> {
  const { sums: all } = await world.store.ledger.sums();
  return Object.fromEntries(all.map(({ cause, currency, amount }) => [`${cause} ${currency}`, amount.toFixed()]));
}

describe(Reconciler.name, () => {
  it('explains every balance to the last digit while strategies trade, and the books balance', async () => {
    const scene = await begin();
    await scene.world.pass(300_000);
    await scene.world.stop('cancel');
    const rows = await reconcile(scene);
    expect(rows.filter(({ isProblem }) => isProblem)).toEqual([]);
    const truth = scene.world.simulator.truth();
    expect(truth.trades.length).toBeGreaterThan(10);
    for (const { currency, total } of truth.balances) {
      expect(rows.find(({ check, name }) => check === 'balance' && name === currency)).toMatchObject({
        ours: total.toFixed(),
        difference: '0',
      });
    }
    expect(scene.world.trouble).toEqual([]);
    await scene.world.end();
  });

  it('books deposits, withdrawals and conversions of other hands by themselves; none of them is profit', async () => {
    const scene = await begin({ market: false });
    const { world } = scene;
    const profit = (): string => world.trader.snapshot().strategies[0]!.position.realised.toFixed();
    const before = profit();
    const { address } = (await finished(
      world,
      world.client.depositAddresses.create({ currency: 'BTC', networkCode: 'BTC', addressType: 'Primary' }),
    )) as unknown as { address: string };
    world.simulator.world.sendCrypto({ address, amount: dec('0.5') });
    await world.pass(120_000);
    expect(await sums(scene)).toMatchObject({ 'deposit BTC': '0.5' });
    const quote = await finished(world, world.client.quotes.request({ fromCurrency: 'EUR', toCurrency: 'BTC', fromAmount: dec('100') }));
    await finished(
      world,
      world.client.conversions.execute({
        id: quote.id,
        fromCurrency: 'EUR',
        toCurrency: 'BTC',
        fromAmount: quote.amountFrom,
        toAmount: quote.amountTo,
      }),
    );
    await world.pass(120_000);
    expect(await sums(scene)).toMatchObject({ 'conversion EUR': '-100', 'conversion BTC': quote.amountTo.toFixed() });
    expect(world.trouble).toEqual([]);
    expect(profit()).toBe(before);
    expect((await reconcile(scene)).filter(({ isProblem }) => isProblem)).toEqual([]);
    await world.end();
  });

  it('says once which difference nothing explains, stops new risk in what it touches, and goes on when a person books it', async () => {
    const scene = await begin({ database: join(folder, 'unexplained.sqlite'), strategies: [], market: false });
    const { world, venue } = scene;
    venue.balances = await changed(scene, 'SOL', '0.5');
    await world.pass(40_000);
    expect(world.trouble, 'it may be of a moment').toEqual([]);
    await world.pass(60_000);
    expect(world.trouble).toEqual([expect.stringContaining('a difference of +0.5 SOL')]);
    expect(world.trouble[0]).toContain('sluice ledger adjust SOL --gained 0.5');
    expect(Object.keys(world.trader.snapshot().frozen)).toContain('spot:SOL/EUR');
    expect(Object.keys(world.trader.snapshot().frozen)).not.toContain('spot:BTC/EUR');
    expect([...world.trader.reconciler!.books.unexplained.keys()]).toEqual(['SOL']);
    await world.pass(120_000);
    expect(world.trouble, 'one alarm').toHaveLength(1);
    expect((await reconcile(scene)).filter(({ isProblem }) => isProblem)).toMatchObject([
      { check: 'balance', name: 'SOL', difference: '0.5' },
    ]);
    await world.crash();
    await world.start();
    expect(Object.keys(world.trader.snapshot().frozen), 'over a restart').toContain('spot:SOL/EUR');
    const entry = { cause: 'adjustment', reference: 'by hand', currency: 'SOL', amount: dec('0.5'), at: 0, note: 'a gift' } as const;
    await expect(finished(world, world.trader.reconciler!.adjust({ ...entry, currency: 'SOLL' }))).rejects.toMatchObject({
      code: 'not-found',
      suggestion: 'did you mean SOL?',
    });
    await finished(world, world.trader.reconciler!.adjust(entry));
    await world.pass(1000);
    expect(world.trader.snapshot().frozen).toEqual({});
    expect((await world.store.ledger.entries(10)).map(({ currency }) => currency)).not.toContain('SOLL');
    expect(world.trouble.at(-1)).toContain('SOL is explained again');
    await world.end();
  });

  it('names a withdrawal that is unknown as what a difference may come of, and books it when it is found', async () => {
    let hides = true;
    const lost = ({ operation }: { operation: string }): CallFault | undefined => {
      if (operation === 'withdrawals.create') return { kind: 'drop-after' };
      return hides && operation === 'transactions.list' ? { kind: 'garble', body: '{"total":0,"data":[]}' } : undefined;
    };
    const scene = await begin({ strategies: [], market: false }, { fault: lost });
    const { world } = scene;
    const { clock, client, store } = world;
    const told: string[] = [];
    const tell = (message: string): void => void told.push(message);
    const newId = (): string => 'withdrawal-1';
    const transfers = new Transfers({ calls: client, journal: store.journal, clock, newId, firstPage: 0, tell });
    const params = { currency: 'BTC', networkCode: 'BTC', amount: '0.005', destinationAddress: ADDRESS, referenceId: 'w-1' };
    const request = { interface: 'exchange', operation: 'withdrawals.create', params } as const;
    const sent = sendApiRequest(request, client, () => Promise.resolve(transfers), {});
    await expect(finished(world, sent)).rejects.toMatchObject({ outcome: 'unknown' });
    await world.pass(200_000);
    await finished(world, transfers.round());
    expect((await store.journal.get('withdrawal-1'))?.state).toBe('unknown');
    expect([world.trouble, world.trader.snapshot().frozen]).toEqual([[], {}]);
    const before = (await reconcile(scene)).find(({ name }) => name === 'BTC');
    expect(before).toMatchObject({ isProblem: false, result: 'possibly transfer withdrawal-1, which is unknown' });
    hides = false;
    await finished(world, transfers.look());
    expect(told).toEqual([expect.stringContaining('was found')]);
    expect((await reconcile(scene)).find(({ name }) => name === 'BTC')).toMatchObject({ result: 'explained', difference: '0' });
    expect(await sums(scene)).toMatchObject({ 'withdrawal BTC': expect.stringMatching(/^-0\.005/) as string });
    await world.end();
  });

  it('opens by itself when the difference is gone', async () => {
    const scene = await begin({ strategies: [], market: false });
    const { world, venue } = scene;
    venue.balances = await changed(scene, 'EUR', '-12.34');
    await world.pass(120_000);
    expect(world.trader.reconciler!.books.unexplained.get('EUR')?.toFixed()).toBe('-12.34');
    venue.balances = undefined;
    await world.pass(20_000);
    expect(world.trader.reconciler!.books.unexplained.size).toBe(0);
    expect(world.trader.snapshot().frozen).toEqual({});
    await world.end();
  });

  it('counts an execution once that was made before the ledger began and shows after that (found by the simulation)', async () => {
    const world = await simulatedWorld({
      seed: 3,
      strategies: [],
      market: false,
      poll: { balancesMs: 5000 },
      behaviour: { tradesLateMs: () => 28_000 },
    });
    const scene = { world, venue: { balances: undefined } };
    await world.start();
    await finished(
      world,
      world.client.orders.place({ symbol: 'BTC/EUR', type: 'Limit', side: 'Buy', amount: dec('0.1'), price: dec('80000') }),
    );
    await world.pass(23_000);
    expect(await world.trader.reconciler!.books.isOpened()).toBe(true);
    expect((await world.store.fillLog.fills({})).length, 'not shown yet').toBe(0);
    await world.pass(120_000);
    expect((await world.store.fillLog.fills({})).length).toBeGreaterThan(0);
    expect(await sums(scene)).toMatchObject({ 'fill BTC': '0.1' });
    expect(world.trouble).toEqual([]);
    expect((await reconcile(scene)).filter(({ isProblem }) => isProblem)).toEqual([]);
    await world.end();
  });

  it('changes nothing the second time', async () => {
    const scene = await begin();
    await scene.world.pass(60_000);
    await scene.world.stop('cancel');
    const first = await reconcile(scene);
    const before = {
      sums: await sums(scene),
      entries: await scene.world.store.ledger.entries(1000),
      fills: await scene.world.store.fillLog.fills({}),
    };
    expect(await reconcile(scene)).toEqual(first);
    const after = {
      sums: await sums(scene),
      entries: await scene.world.store.ledger.entries(1000),
      fills: await scene.world.store.fillLog.fills({}),
    };
    expect(after).toEqual(before);
    await scene.world.end();
  });

  it('takes an average that the venue has rounded for what it is', async () => {
    const scene = await begin({}, { trades: 'growing' });
    await scene.world.pass(300_000);
    expect(scene.world.simulator.truth().trades.length).toBeGreaterThan(10);
    expect(await scene.world.trader.reconciler!.books.isOpened()).toBe(true);
    expect(scene.world.trouble).toEqual([]);
    await scene.world.stop('cancel');
    const rows = await reconcile(scene);
    expect(rows.filter(({ isProblem }) => isProblem)).toEqual([]);
    expect(rows.find(({ name }) => name === 'EUR')).toMatchObject({ result: 'explained' });
    await scene.world.end();
  });
});
