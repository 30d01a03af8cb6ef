import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import dca from '../../strategies/dca.ts';
import grid from '../../strategies/grid.ts';
import maker from '../../strategies/maker.ts';
import { dec } from '../../src/base/decimal.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import { ALL_TRADING } from '../../src/model/tradingStop.ts';
import { Trader } from '../../src/daemon/trader.ts';
import { strategy } from '../../src/engine/kit.ts';
import type { PairSource } from '../../src/gateway/pairList.ts';
import type { CallFault, FaultedCall } from '../../src/simulator/callFault.ts';
import { openStore } from '../../src/store/store.ts';
import { agreementOf } from './agreement.ts';
import { configured, simulatedWorld, type SimulatedWorld, type WorldOptions } from './simulatedWorld.ts';

/** What an empty database grows by at once. */
const PAGE_BYTES = 4096;

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'sluice-trader-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const MAKER = configured('maker', 'BTC/EUR', maker, { spreadBps: '6', size: '0.01', smooth: '5', maxBase: '0.2' });
const GRID = configured('grid', 'ETH/EUR', grid, { levels: '3', stepBps: '8', size: '0.1' });
const DCA = configured('dca', 'SOL/EUR', dca, { amount: '25', at: 'every 20s' });

type Fault = (call: FaultedCall) => CallFault | undefined;

/** A world whose venue can be made to misbehave while it runs. */
async function faultyWorld(options: Partial<WorldOptions> = {}): Promise<{ world: SimulatedWorld; venue: { fault: Fault } }> {
  const venue: { fault: Fault } = { fault: () => undefined };
  const world = await simulatedWorld({ seed: 3, strategies: [MAKER, GRID], ...options, behaviour: { fault: (call) => venue.fault(call) } });
  return { world, venue };
}

/** What is in the first list more often than in the second. */
function surplus(texts: readonly string[], known: readonly string[]): string[] {
  const left = [...known];
  return texts.filter((text) => {
    const at = left.indexOf(text);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

const HANG: CallFault = { kind: 'drop-before', ms: 3_600_000 };

describe(Trader.name, () => {
  it('stops a strategy that throws alone: its orders are canceled, the reason is shown, the others run on', async () => {
    let books = 0;
    const broken = strategy({
      about: 'Quotes for a while, then breaks.',
      params: {},
      setup: () => ({
        onBook(book, ctx) {
          if (++books > 10) throw new Error('out of luck');
          ctx.quote([{ side: 'Buy', price: book.mid!.times('0.99'), amount: ctx.pair.minVolume.times(10) }]);
        },
      }),
    });
    const world = await simulatedWorld({ seed: 5, strategies: [configured('broken', 'SOL/EUR', broken), MAKER] });
    await world.start();
    await world.pass(5000);
    expect(world.simulator.truth().orders.some(({ symbol }) => symbol === 'SOL/EUR')).toBe(true);
    await world.pass(60_000);
    const { strategies } = world.trader.snapshot();
    expect(strategies.map(({ name, state }) => [name, state])).toEqual([
      ['broken', 'stopped'],
      ['maker', 'running'],
    ]);
    expect(strategies[0]!.reason).toContain('out of luck');
    expect(world.simulator.truth().orders.filter(({ symbol }) => symbol === 'SOL/EUR')).toEqual([]);
    expect(strategies[1]!.position.fills).toBeGreaterThan(0);
    await world.stop('cancel');
    await world.end();
  });

  it('ends within its deadline although the venue hangs, and marks what is under way as unknown', async () => {
    const { world, venue } = await faultyWorld();
    await world.start();
    await world.pass(30_000);
    venue.fault = () => HANG;
    await world.pass(3000);
    const before = world.clock.monotonicMs();
    let endedAt = Infinity;
    void world.trader.stop('cancel', 8000).then(() => (endedAt = world.clock.monotonicMs()));
    await world.pass(20_000);
    expect(endedAt - before).toBeLessThan(9500);
    const unresolved = await world.store.journal.unresolved();
    expect(unresolved.length).toBeGreaterThan(0);
    expect([...new Set(unresolved.map(({ state }) => state))]).toEqual(['unknown']);
    expect(world.fatal).toEqual([]);
    await world.end();
  });

  it('keeps orders at the end when it is told to, and goes on with them after a restart', async () => {
    const world = await simulatedWorld({ seed: 4, strategies: [MAKER, GRID], database: join(folder, 'kept.sqlite') });
    const opening = world.simulator.truth().balances;
    await world.start();
    await world.pass(30_000);
    await world.stop('keep');
    const kept = world.simulator.truth().orders.map(({ id }) => id);
    expect(kept.length).toBeGreaterThan(0);
    await world.pass(30_000);
    await world.crash();
    await world.start();
    await world.pass(30_000);
    await world.stop('cancel');
    const { fills, balances, requests, truth } = await agreementOf(world, opening);
    await world.end();
    expect(fills.ours).toEqual(fills.venue);
    expect(balances.ours).toEqual(balances.venue);
    expect(requests.ours).toEqual(requests.venue);
    expect(truth.orders).toEqual([]);
  });

  it('books each fill once across crashes, and leaves no order behind', async () => {
    const world = await simulatedWorld({ seed: 9, strategies: [MAKER, GRID, DCA], database: join(folder, 'crashes.sqlite') });
    const opening = world.simulator.truth().balances;
    for (const livedMs of [20_333, 33_020, 41_507]) {
      await world.start();
      await world.pass(livedMs);
      await world.crash();
      await world.pass(4000);
    }
    await world.start();
    await world.pass(40_000);
    await world.stop('cancel');
    const { fills, conversions, balances, requests, truth } = await agreementOf(world, opening);
    await world.end();
    expect(fills.venue.length).toBeGreaterThan(10);
    expect(fills.ours).toEqual(fills.venue);
    expect(conversions.ours).toEqual(conversions.venue);
    expect(balances.ours).toEqual(balances.venue);
    expect(surplus(requests.venue, requests.ours), 'nothing is on the wire that is not in the journal, and nothing twice').toEqual([]);
    expect(truth.orders).toEqual([]);
  });

  it('freezes the lane of a lost answer and finds the order; the strategy goes on with it', async () => {
    const { world, venue } = await faultyWorld({ strategies: [MAKER] });
    const opening = world.simulator.truth().balances;
    const lanes: string[] = [];
    world.trader.events$.subscribe((event) => {
      if (event.type === 'report' && (event.report.type === 'intent-unknown' || event.report.type === 'lane-opened'))
        lanes.push(event.report.type);
    });
    let lost = 0;
    venue.fault = ({ operation }) => (operation === 'orders.place' && lost++ === 0 ? { kind: 'drop-after', ms: 100 } : undefined);
    await world.start();
    await world.pass(60_000);
    await world.stop('cancel');
    const { fills, requests, intents } = await agreementOf(world, opening);
    await world.end();
    expect(lanes.slice(0, 2)).toEqual(['intent-unknown', 'lane-opened']);
    expect(intents.filter(({ state }) => state === 'adopted')).toHaveLength(1);
    expect(fills.ours).toEqual(fills.venue);
    expect(requests.ours).toEqual(requests.venue);
  });

  it('waits for a venue that is down at the start, and trades when it comes back', async () => {
    const { world, venue } = await faultyWorld({ strategies: [MAKER] });
    venue.fault = () => ({ kind: 'status', status: 503, apply: false });
    const started = world.trader.start();
    await world.pass(40_000);
    expect(world.trader.pairs).toEqual([]);
    expect(world.trouble[0]).toContain('the pairs could not be read');
    venue.fault = ({ operation }) => (operation === 'orders.list' ? { kind: 'status', status: 503, apply: false } : undefined);
    await world.pass(60_000);
    expect(world.trader.pairs).not.toEqual([]);
    expect(world.trader.isStarted, 'the own orders are not known').toBe(false);
    venue.fault = () => undefined;
    await world.pass(90_000);
    await started;
    expect(world.trader.isStarted).toBe(true);
    expect(world.trader.snapshot().strategies[0]!.state).toBe('running');
    await world.stop('cancel');
    await world.end();
  });

  it('can be stopped while it waits for the venue, and asks for nothing afterwards', async () => {
    const { world, venue } = await faultyWorld({ strategies: [MAKER] });
    let calls = 0;
    venue.fault = () => {
      calls++;
      return { kind: 'status', status: 503, apply: false };
    };
    const starting = new AbortController();
    const started = world.trader.start(starting.signal).catch((error: unknown) => error);
    await world.pass(5000);
    const reason = new Error('told to stop');
    starting.abort(reason);
    const stopped = world.trader.stop('cancel', 8000);
    await world.pass(12_000);
    await stopped;
    expect(await started).toBe(reason);
    const before = calls;
    await world.pass(120_000);
    expect(calls).toBe(before);
    await world.end();
  });

  it('sends nothing more once the disk is full, and says so once', async () => {
    const database = join(folder, 'full.sqlite');
    await (await openStore({ path: database, clock: systemClock })).close();
    const world = await simulatedWorld({ seed: 6, strategies: [MAKER, GRID], database, maxBytes: statSync(database).size + PAGE_BYTES });
    await world.start();
    await world.pass(600_000);
    expect(world.fatal.map(({ code }) => code)).toEqual(['store']);
    const sent = world.simulator.truth().requests.length;
    const stop = { type: 'stop-trading', scope: ALL_TRADING, state: 'halted', orders: 'keep', reason: 'by a person' } as const;
    await expect(world.trader.stopTrading(stop), 'nobody is told that it has stopped for good').rejects.toMatchObject({ code: 'store' });
    await world.pass(60_000);
    expect(world.simulator.truth().requests).toHaveLength(sent);
    const places = world.simulator.truth().requests.filter(({ operation }) => operation === 'orders.place');
    const journalled = (await world.store.journal.list(100_000)).filter(({ kind }) => kind === 'place');
    expect(places.length).toBeLessThanOrEqual(journalled.length);
    await world.stop('keep');
    await world.end();
  });

  it('gives up when the store can not be read, though nothing is to be sent', async () => {
    const world = await simulatedWorld({ seed: 6, strategies: [] });
    await world.start();
    await world.pass(10_000);
    expect(world.fatal).toEqual([]);
    await world.store.close();
    await world.pass(20_000);
    expect(world.fatal.map(({ code }) => code)).toEqual(['store']);
    await world.end();
  });

  it('reads the book of a pair that it does not poll, for a check, if it may be traded', async () => {
    const world = await simulatedWorld({ seed: 7, strategies: [MAKER], limits: { symbols: ['BTC/EUR', 'LTC/EUR'] } });
    await world.start();
    const seen = new Set<string>();
    world.trader.events$.subscribe((event) => event.type === 'book' && seen.add(event.book.symbol));
    const reading = Promise.all(['LTC/EUR', 'XRP/EUR', 'NO/PE'].map((symbol) => world.trader.ensureBook(symbol)));
    await world.pass(1000);
    await reading;
    expect([...seen].sort()).toEqual(['BTC/EUR', 'LTC/EUR']);
    await world.stop('cancel');
    await world.end();
  });

  it('follows the least that an order may hold while it runs, and keeps back here what the venue would refuse', async () => {
    const world = await simulatedWorld({ seed: 11, strategies: [MAKER], poll: { pairsMs: 60_000 } });
    const { symbols } = world.client;
    const list = symbols.list.bind(symbols);
    let least = dec('0.0001');
    const changed: PairSource['symbols']['list'] = async function* (params) {
      for await (const row of list(params)) yield row.symbol === 'BTC/EUR' ? { ...row, minVolumeTrade: least } : row;
    };
    Object.assign(symbols, { list: changed });
    await world.start();
    await world.pass(30_000);
    expect(world.trader.snapshot().orders.length).toBeGreaterThan(0);
    least = dec('0.05');
    await world.pass(130_000);
    const placed = (): number => world.simulator.truth().requests.filter(({ operation }) => operation === 'orders.place').length;
    const before = placed();
    world.trader.post({ type: 'operator', order: { type: 'cancel-all', symbol: undefined } });
    await world.pass(30_000);
    expect(world.trouble).toEqual(['an order of BTC/EUR may hold 0.05 to 100 from here on']);
    expect([placed() - before, world.trader.snapshot().orders.length]).toEqual([0, 0]);
    expect(world.trader.snapshot().refusals['maker']!['min-volume']).toBeGreaterThan(0);
    least = dec('0.0001');
    await world.pass(130_000);
    expect(world.trader.snapshot().orders.length).toBeGreaterThan(0);
    await world.stop('cancel');
    await world.end();
  });
});
