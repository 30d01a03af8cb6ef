import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { Fault } from '../../src/base/fault.ts';
import { Operations, type StopTrading } from '../../src/daemon/operations.ts';
import type { StrategyContext, StrategyHandlers } from '../../src/engine/kit.ts';
import { ALL_TRADING } from '../../src/model/tradingStop.ts';
import { temporaryFolder } from '../cli/temporaryFolder.ts';
import { type SimulatedWorld, simulatedWorld, type WorldOptions } from './simulatedWorld.ts';

const KILL: StopTrading = { type: 'stop-trading', scope: ALL_TRADING, state: 'halted', orders: 'cancel', reason: 'the test said so' };
const SYMBOLS = ['BTC/EUR', 'ETH/EUR', 'LTC/EUR', 'SOL/EUR', 'XRP/EUR'];

const folder = temporaryFolder();
afterAll(() => folder.remove());
let world: SimulatedWorld | undefined;
afterEach(async () => {
  await world?.end();
  world = undefined;
});

describe('the kill switch', () => {
  it('lets no new order leave 100 ms after it was pulled, however many wait for their turn', async () => {
    const { simulator, clock, trader } = (world = await worldOf({
      strategies: SYMBOLS.map((symbol) => movingMaker(symbol)),
      perSecond: 40,
    }));
    await world.start();
    await world.pass(20_000);
    const risky = (): number[] =>
      simulator
        .truth()
        .requests.filter(({ operation }) => operation === 'orders.place' || operation === 'orders.replace')
        .map(({ receivedAt }) => receivedAt);
    expect(risky().length).toBeGreaterThan(20);
    // The venue asks for silence: an order waits for its turn, and would leave some 300 ms after the switch is pulled.
    const price = trader.snapshot().markets.find(({ symbol }) => symbol === 'LTC/EUR')!.bid!;
    const order = { symbol: 'LTC/EUR', side: 'Buy', orderType: 'Limit', price, amount: dec('1') } as const;
    world.client.limiter.observe(429, 300, 'book');
    trader.post({ type: 'operator', order: { type: 'place', intentId: 'waiting', ...order } });
    await world.pass(10);
    expect(world.client.limiter.usage().waiting.order).toBeGreaterThan(0);
    const pulledAt = clock.now();
    const pulled = trader.stopTrading({ ...KILL, orders: 'keep' });
    await world.pass(30_000);
    await pulled;
    expect(Math.max(...risky())).toBeLessThanOrEqual(pulledAt + 100);
  });

  it('cancels 50 open orders within 10 s at 10 requests a second', async () => {
    const { simulator, trader } = (world = await worldOf({
      strategies: SYMBOLS.map((symbol) => ladder(symbol)),
      perSecond: 10,
      limits: { maxOpenOrders: 60 },
    }));
    await world.start();
    for (let minute = 0; minute < 10 && trader.snapshot().orders.length < 50; minute++) await world.pass(60_000);
    const open = (): number => simulator.truth().orders.length;
    expect(open()).toBe(50);
    const pulled = trader.stopTrading(KILL);
    await world.pass(10_000);
    await pulled;
    expect(open()).toBe(0);
  });

  it('holds over a crash, and until a person says so', async () => {
    world = await worldOf({ strategies: [movingMaker('BTC/EUR')], database: folder.path('state.sqlite') });
    await world.start();
    await world.pass(5000);
    const pulled = world.trader.stopTrading(KILL);
    await world.pass(50);
    await pulled;
    await world.crash();
    await world.start();
    await world.pass(20_000);
    expect(world.trader.snapshot().stops).toMatchObject([{ state: 'halted', reason: 'the test said so' }]);
    expect(world.simulator.truth().orders).toEqual([]);
    const resumed = world.trader.resumeTrading(ALL_TRADING);
    await world.pass(5000);
    await resumed;
    expect(world.simulator.truth().orders).not.toEqual([]);
  });

  it('with its last stage, closes what the strategies hold, and halts then', async () => {
    const { trader } = (world = await worldOf({
      strategies: [buyer('BTC/EUR')],
      limits: { maxOrderValue: { amount: dec('1000'), currency: 'EUR' } },
    }));
    await world.start();
    await world.pass(10_000);
    const held = (): number => trader.snapshot().strategies[0]!.position.amount.toNumber();
    expect(held()).toBeGreaterThan(0.01);
    const pulled = trader.stopTrading({ ...KILL, orders: 'close' });
    await world.pass(60_000);
    await pulled;
    expect(held()).toBeLessThan(0.0002);
    expect(trader.snapshot().stops).toMatchObject([{ state: 'halted', orders: 'cancel' }]);
  });

  it('says so when the switch could not be written down, and holds all the same', async () => {
    world = await worldOf({ strategies: [movingMaker('BTC/EUR')] });
    await world.start();
    await world.store.close();
    const pulled = world.trader.stopTrading(KILL);
    pulled.catch(() => undefined);
    await world.pass(2000);
    await expect(pulled).rejects.toMatchObject({
      code: 'store',
      message: expect.stringContaining('the trading state holds now') as string,
    });
    expect(world.trader.snapshot().stops).toMatchObject([{ state: 'halted' }]);
  });
});

describe('what a person does to a running daemon', () => {
  it('gives an order that others have placed to a strategy, which then cancels it as one that it does not want', async () => {
    const { trader, clock, simulator, client } = (world = await worldOf({ strategies: [ladder('BTC/EUR')] }));
    const operations = new Operations({
      trader,
      clock,
      killFile: '/nowhere',
      isStopping: () => false,
      strategies: () => ({ BTC: { symbol: 'BTC/EUR' } }),
    });
    await world.start();
    await world.pass(30_000);
    const placing = client.orders.place({ symbol: 'BTC/EUR', side: 'Buy', type: 'Limit', amount: dec('0.02'), price: dec('30000') });
    await world.pass(1000);
    const { id } = await placing;
    const giving = operations.giveTo('BTC', id, '01KAFWQ9Z3V5W2M8RTX1J6B0CD');
    await world.pass(500);
    expect(await giving).toMatchObject({ orderId: id, strategy: 'BTC', amount: dec('0.02') });
    await world.pass(60_000);
    expect(simulator.truth().orders.map((order) => order.id)).not.toContain(id);
    expect(await world.store.journal.order(id)).toMatchObject({ strategy: 'BTC', price: dec('30000'), end: 'canceled' });
    expect(trader.snapshot().orders.length).toBeGreaterThan(0);
    await expect(operations.giveTo('nobody', id, '01KAFWQ9Z3V5W2M8RTX1J6B0CE')).rejects.toThrow('there is no strategy "nobody"');
  });

  it('gives an order that is over to a strategy, and the engine hears of its executions though the disk fails right then', async () => {
    const { trader, clock, client, store } = (world = await worldOf({ strategies: [ladder('BTC/EUR')] }));
    const strategies = () => ({ BTC: { symbol: 'BTC/EUR' } });
    const operations = new Operations({ trader, clock, killFile: '/nowhere', isStopping: () => false, strategies });
    await world.start();
    await world.pass(30_000);
    const placing = client.orders.place({ symbol: 'BTC/EUR', side: 'Buy', type: 'Market', amount: dec('0.02') });
    await world.pass(30_000);
    const { id } = await placing;
    const held = (): string => trader.snapshot().strategies[0]!.position.amount.toFixed();
    const before = held();
    const { beginSettled } = store.journal;
    const { fills } = store.fillLog;
    Object.assign(store.journal, {
      beginSettled: async (...given: Parameters<typeof beginSettled>) => {
        await beginSettled(...given);
        Object.assign(store.fillLog, { fills: () => Promise.reject(new Fault('store', 'the disk failed')) });
      },
    });
    const giving = operations.giveTo('BTC', id, '01KAFWQ9Z3V5W2M8RTX1J6B0CD');
    giving.catch(() => undefined);
    await world.pass(500);
    Object.assign(store.fillLog, { fills });
    expect(await giving).toMatchObject({ orderId: id, end: 'filled' });
    expect(before).toBe('0');
    expect(held(), 'what was bought, less the fee').toBe('0.01996');
  });

  it('gives an order to a strategy beside what the desk works on, which stays what it is', async () => {
    const { trader, clock, client } = (world = await worldOf({ strategies: [ladder('BTC/EUR')] }));
    const strategies = () => ({ BTC: { symbol: 'BTC/EUR' } });
    const operations = new Operations({ trader, clock, killFile: '/nowhere', isStopping: () => false, strategies });
    await world.start();
    await world.pass(30_000);
    const work = { orderId: '01KAFWQ9Z3V5W2M8RTX1J6B0CA', symbol: 'BTC/EUR', side: 'Sell', amount: dec('0.1'), within: undefined } as const;
    const asked = operations.ask({ type: 'execute', ...work, how: { kind: 'twap', over: 3_600_000 } });
    await world.pass(3000);
    await asked;
    const placing = client.orders.place({ symbol: 'BTC/EUR', side: 'Buy', type: 'Limit', amount: dec('0.02'), price: dec('30000') });
    await world.pass(1000);
    const before = trader.snapshot().deskOrders;
    const giving = operations.giveTo('BTC', (await placing).id, '01KAFWQ9Z3V5W2M8RTX1J6B0CD');
    await world.pass(500);
    await giving;
    expect(trader.snapshot().deskOrders.map(({ id, kind }) => [id, kind])).toEqual(before.map(({ id, kind }) => [id, kind]));
    expect(before).toHaveLength(1);
  });

  it('cancels all own orders and tells how many, and which are left', async () => {
    const { trader, clock, simulator } = (world = await worldOf({ strategies: [ladder('BTC/EUR')] }));
    const operations = new Operations({
      trader,
      clock,
      killFile: '/nowhere',
      isStopping: () => false,
      strategies: () => ({ BTC: { symbol: 'BTC/EUR' } }),
    });
    await world.start();
    await world.pass(30_000);
    expect(operations.pauseAll()).toEqual(['BTC']);
    const done = operations.cancelAll(undefined);
    await world.pass(12_000);
    expect(await done).toEqual({ canceled: 10, left: [] });
    expect(simulator.truth().orders).toEqual([]);
    await expect(operations.stopTrading({ ...KILL, scope: { of: 'symbol', name: 'NO/PE' } })).rejects.toMatchObject({ code: 'not-found' });
  });
});

function worldOf(options: Omit<WorldOptions, 'seed'>): Promise<SimulatedWorld> {
  return simulatedWorld({ seed: 11, ...options });
}

/** Moves its quotes with each book. */
function movingMaker(symbol: string) {
  let step = 0;
  return strategyOf(symbol, {
    onBook(book, ctx) {
      const { mid } = book;
      if (mid === undefined) return;
      const off = 1 + (step++ % 7) / 1000;
      ctx.quote(
        [
          { side: 'Buy', price: mid.times(0.98).div(off), worth: 100 },
          { side: 'Sell', price: mid.times(1.02).times(off), worth: 100 },
        ].map(({ side, price, worth }) => ({ side: side as 'Buy' | 'Sell', price, amount: dec(worth).div(mid) })),
      );
    },
  });
}

/** Ten bids, far below. */
function ladder(symbol: string) {
  let base: ReturnType<typeof dec> | undefined;
  return strategyOf(symbol, {
    onBook({ mid }, ctx) {
      base ??= mid;
      if (base === undefined) return;
      const rungs = Array.from({ length: 10 }, (_, i) => ({
        side: 'Buy' as const,
        price: base!.times(0.97 - i / 1000),
        amount: dec(20).div(base!),
      }));
      ctx.quote(rungs);
    },
  });
}

function buyer(symbol: string) {
  return strategyOf(symbol, {
    onBook({ bestAsk }, ctx: StrategyContext) {
      if (bestAsk !== undefined && ctx.liveOrders === 0 && ctx.positionLots < 5000) {
        ctx.place({ side: 'Buy', price: bestAsk.times(1.01), amount: dec('0.015') });
      }
    },
  });
}

function strategyOf(symbol: string, handlers: StrategyHandlers) {
  return { name: symbol.split('/')[0]!, symbol, definition: { about: '', params: {}, setup: () => handlers }, params: {} };
}
