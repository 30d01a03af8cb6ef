import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Decimal, dec, ZERO } from '../../../src/base/decimal.ts';
import { askOperator } from '../../../src/daemon/askOperator.ts';
import { paperRead, type PaperReads } from '../../../src/daemon/paper/paperReads.ts';
import type { Report } from '../../../src/model/event.ts';
import dca from '../../../strategies/dca.ts';
import execute from '../../../strategies/execute.ts';
import maker from '../../../strategies/maker.ts';
import { configured } from '../simulatedWorld.ts';
import { type PaperWorld, paperWorld } from './paperWorld.ts';

const folder = mkdtempSync(join(tmpdir(), 'sluice-paper-'));
afterAll(() => rmSync(folder, { recursive: true }));

const strategies = () => [
  configured('maker', 'BTC/EUR', maker, { spreadBps: '4', size: '0.01', smooth: '3', maxBase: '0.2' }),
  configured('dca', 'SOL/EUR', dca, { amount: '25', at: 'every 20s' }),
];

async function traded(world: PaperWorld, ms: number): Promise<void> {
  await world.start();
  await world.pass(ms);
  await world.stop();
}

/** What the log says that each currency must be. */
async function expected(world: PaperWorld, opening: Readonly<Record<string, Decimal>>): Promise<Record<string, string>> {
  const sums = new Map(Object.entries(opening));
  const add = (currency: string, amount: Decimal): void => void sums.set(currency, (sums.get(currency) ?? ZERO).plus(amount));
  for (const { fill } of await world.store.fillLog.fills({})) {
    const [base, quote] = fill.symbol.split('/') as [string, string];
    const sign = fill.side === 'Buy' ? 1 : -1;
    add(base, fill.amount.times(sign));
    add(quote, fill.amount.times(fill.price).times(-sign));
    add(fill.feeCurrency, fill.fee.negated());
  }
  for (const { fromCurrency, fromAmount, toCurrency, toAmount } of await world.store.fillLog.conversions(1000)) {
    add(fromCurrency, fromAmount.negated());
    add(toCurrency, toAmount);
  }
  return Object.fromEntries([...sums].map(([currency, amount]) => [currency, amount.toFixed()]));
}

async function totals(world: PaperWorld): Promise<Record<string, string>> {
  return Object.fromEntries((await world.account.balances()).map(({ currency, total }) => [currency, total.toFixed()]));
}

const OPENING = { EUR: dec(20_000), BTC: dec('0.5'), SOL: ZERO };

describe('a paper account', () => {
  it.each([1, 2, 3])('trades on the books of a venue and sends it nothing but unsigned reads of its market (seed %i)', async (seed) => {
    const world = await paperWorld({ seed, strategies: strategies() });
    await traded(world, 180_000);
    expect(world.trouble).toEqual([]);
    expect(await world.store.fillLog.fills({})).not.toEqual([]);
    expect(await world.store.fillLog.conversions(100)).not.toEqual([]);
    // Neither by what left nor by what the venue saw.
    expect(world.sent.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(world.sent.flatMap(({ headers }) => Object.keys(headers)).filter((name) => /api/i.test(name))).toEqual([]);
    expect(world.simulator.truth().requests).toEqual([]);
    expect(await totals(world)).toEqual(await expected(world, OPENING));
    expect(world.trader.snapshot().orders).toEqual([]);
    await world.end();
  });

  it('does the same again under the same seed', async () => {
    const runs = [];
    for (let run = 0; run < 2; run++) {
      const world = await paperWorld({ seed: 4, strategies: strategies() });
      await traded(world, 60_000);
      runs.push(await world.store.fillLog.fills({}));
      await world.end();
    }
    expect(runs[0]).toEqual(runs[1]);
  });

  it('goes on with what it had after a restart, and gives no id twice', async () => {
    const database = join(folder, 'restart.sqlite');
    const first = await paperWorld({ seed: 5, strategies: strategies(), database });
    await traded(first, 60_000);
    const before = await totals(first);
    await first.end();
    const second = await paperWorld({ seed: 6, strategies: strategies(), database, startMs: 3_600_000 });
    const started = second.trader.start();
    await second.pass(200);
    expect(await totals(second)).toEqual(before);
    await started;
    await second.pass(60_000);
    await second.stop();
    const fills = await second.store.fillLog.fills({});
    expect(new Set(fills.map(({ fill }) => fill.id)).size).toBe(fills.length);
    expect(await totals(second)).toEqual(await expected(second, OPENING));
    await second.end();
  });

  it('works an order over a restart, to exactly its amount', async () => {
    const database = join(folder, 'worked.sqlite');
    const buying = () => [configured('buyer', 'BTC/EUR', execute, { amount: '0.05', over: '60s' })];
    const first = await paperWorld({ seed: 9, strategies: buying(), database });
    await traded(first, 25_000);
    await first.end();
    const second = await paperWorld({ seed: 10, strategies: buying(), database, startMs: 30_000 });
    await traded(second, 40_000);
    const fills = await second.store.fillLog.fills({});
    expect(fills.length).toBeGreaterThan(5);
    expect(fills.reduce((sum, { fill }) => sum.plus(fill.amount), ZERO)).toEqual(dec('0.05'));
    await second.end();
  });

  it('fills nothing while the venue can’t be reached', async () => {
    let down = false;
    const world = await paperWorld({ seed: 7, strategies: strategies(), isDown: () => down });
    await world.start();
    await world.pass(30_000);
    down = true;
    await world.pass(5000);
    const before = (await world.store.fillLog.fills({})).length;
    await world.pass(60_000);
    expect(await world.store.fillLog.fills({})).toHaveLength(before);
    down = false;
    await world.pass(60_000);
    expect((await world.store.fillLog.fills({})).length).toBeGreaterThan(before);
    await world.stop();
    await world.end();
  });

  it('fills nothing while the venue keeps it waiting, before any poll has failed', async () => {
    let hangs = false;
    const world = await paperWorld({ seed: 7, strategies: strategies(), isHanging: () => hangs });
    await world.start();
    await world.pass(30_000);
    hangs = true;
    await world.pass(3000);
    const before = (await world.store.fillLog.fills({})).length;
    expect(before).toBeGreaterThan(0);
    await world.pass(60_000);
    expect(await world.store.fillLog.fills({})).toHaveLength(before);
    await world.stop();
    await world.end();
  });

  it('takes a person’s orders, shows them as a venue does, and refuses what is not polled', async () => {
    const world = await paperWorld({ seed: 8, strategies: [strategies()[0]!] });
    await world.start();
    await world.pass(5000);
    const amount = dec('0.001');
    const place = {
      type: 'place',
      intentId: 'P1',
      symbol: 'BTC/EUR',
      side: 'Buy',
      orderType: 'Limit',
      price: dec(59_000),
      amount,
    } as const;
    const placing = askOperator(world.trader, world.clock, place);
    await world.pass(1000);
    const opened = await placing;
    expect(opened).toMatchObject({ outcome: 'opened', orderId: expect.stringMatching(/^\d{19}$/) as string });
    const orderId = 'orderId' in opened ? opened.orderId : '';
    const orders = await readOf(world, 'orders.list', {});
    expect(orders).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ symbol: 'BTC/EUR', price: 59_000, amount: 0.001 })]) as object[],
    });
    const balances = (await readOf(world, 'balances.list', {})) as { currency: string; totalBalance: number; availableBalance: number }[];
    expect(balances.find(({ currency }) => currency === 'EUR')!.totalBalance).toBeGreaterThan(10_000);
    const canceling = askOperator(world.trader, world.clock, { type: 'cancel', intentId: 'C1', orderId, symbol: 'BTC/EUR' });
    await world.pass(3000);
    expect(await canceling).toMatchObject({ outcome: 'canceled', orderId });
    expect(await readOf(world, 'quotes.request', { fromCurrency: 'EUR', toCurrency: 'BTC', fromAmount: dec(100) })).toMatchObject({
      amountFrom: 100,
    });
    await expect(readOf(world, 'withdrawals.create', {})).rejects.toThrow('a paper account has no withdrawals.create');
    expect(await paperRead('book.get', {}, readsOf(world))).toBeUndefined();

    const news: Report[] = [];
    world.trader.events$.subscribe((event) => event.type === 'report' && news.push(event.report));
    world.account.send({ ...place, type: 'place', intentId: 'X', symbol: 'XRP/EUR', strategy: 'operator', decidedAt: 0, tag: undefined });
    await world.pass(100);
    expect(news).toContainEqual(
      expect.objectContaining({ type: 'intent-not-sent', intentId: 'X', reason: expect.stringContaining('not polled') as string }),
    );
    await world.stop();
    world.account.send({ ...place, type: 'place', intentId: 'Y', strategy: 'operator', decidedAt: 0, tag: undefined });
    await world.account.idle();
    expect(world.simulator.truth().requests).toEqual([]);
    await world.end();
  });
});

function readsOf(world: PaperWorld): PaperReads {
  return { account: world.account, fillLog: world.store.fillLog, orders: () => world.trader.snapshot().orders, newId: () => 'Q' };
}

async function readOf(
  world: PaperWorld,
  operation: Parameters<typeof paperRead>[0],
  parameters: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  return JSON.parse(new TextDecoder().decode(await paperRead(operation, parameters, readsOf(world))));
}
