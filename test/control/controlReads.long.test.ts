import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ControlClient, controlClient } from '../../src/control/controlClient.ts';
import type { Daemon } from '../../src/daemon/daemon.ts';
import { DaemonFolder } from '../daemon/daemonFolder.ts';
import { until } from '../until.ts';

const folder = new DaemonFolder();
/** It buys so often that there are executions at once. */
const BUYER = '  buyer: { use: dca, symbol: LTC/EUR, budget: 5000 EUR, params: { amount: 25, at: every 1s } }\n';
let daemon: Daemon;
let control: ControlClient;

beforeAll(async () => {
  daemon = await folder.start('state', {}, undefined, BUYER);
  control = (await controlClient(await folder.socket('state')))!;
  await until(
    () => control.call('status', {}),
    ({ openOrders, fills }) => openOrders > 0 && fills > 1,
  );
});

afterAll(async () => {
  daemon.requestStop('the tests are over');
  await daemon.ended;
  folder.remove();
});

describe('a dashboard reads', () => {
  it('the live orders with price, amount, what is filled, strategy and age', async () => {
    const orders = await until(
      () => control.call('orders.live', {}),
      (rows) => rows.some(({ state, strategy }) => state === 'open' && strategy === 'btc-maker'),
    );
    const order = orders.find(({ state, strategy }) => state === 'open' && strategy === 'btc-maker')!;
    expect(order).toMatchObject({ strategy: 'btc-maker', symbol: 'BTC/EUR', type: 'Limit' });
    expect([order.price, order.amount, order.filled].every((text) => /^\d+(\.\d+)?$/.test(text!))).toBe(true);
    expect(order.placedAt).toMatch(/^\d{4}-.*Z$/);
    expect(order.ageMs).toBeGreaterThanOrEqual(0);
  });

  it('fills page by page, each once, newest first', async () => {
    const all = await control.call('fills.list', {});
    const first = await control.call('fills.list', { limit: 1, before: all[0]!.id });
    expect(first).toEqual([all[1]]);
    expect(all.map(({ tradedAt }) => tradedAt)).toEqual(
      all
        .map(({ tradedAt }) => tradedAt)
        .toSorted()
        .reverse(),
    );
    await expect(control.call('fills.list', { before: 'nobody' })).rejects.toMatchObject({ code: 'not-found', message: /before/ });
    await expect(control.call('fills.list', { limit: 0 })).rejects.toMatchObject({ code: 'usage', message: /limit/ });
    await expect(control.call('fills.list', { limit: 501 })).rejects.toMatchObject({ code: 'usage', message: /limit/ });
  });

  it('one market: book, mids, own orders and executions', async () => {
    const { symbol: traded } = (await control.call('fills.list', { limit: 1 }))[0]!;
    const market = await control.call('market.show', { symbol: traded, depth: 5 });
    expect(market.bids).toHaveLength(5);
    expect(Number(market.bids[0]![0])).toBeLessThan(Number(market.asks[0]![0]));
    expect(market.mids.length).toBeGreaterThan(0);
    expect(market.fills.length).toBeGreaterThan(0);
    expect(market.orders.every(({ symbol }) => symbol === traded)).toBe(true);
    await expect(control.call('market.show', { symbol: 'NO/PE' })).rejects.toMatchObject({ code: 'not-found', message: /NO\/PE/ });
  });

  it('the strategies with what their parameters may be', async () => {
    const [maker] = await control.call('strategies.list', {});
    expect(maker).toMatchObject({
      name: 'btc-maker',
      use: 'maker',
      budget: '20000 EUR',
      markets: [{ symbol: 'BTC/EUR', state: 'running' }],
    });
    expect(maker!.params.find(({ name }) => name === 'spreadBps')).toMatchObject({ kind: 'decimal', value: '6' });
  });

  it('what a strategy plotted', async () => {
    const [fair] = await until(
      () => control.call('strategies.plots', { name: 'btc-maker' }),
      (plots) => plots.length > 0,
    );
    expect(fair).toMatchObject({ strategy: 'btc-maker', name: 'fair' });
    expect(fair!.points[0]!.value).toBeGreaterThan(10_000);
    await expect(control.call('strategies.plots', { name: 'nobody' })).rejects.toMatchObject({ code: 'not-found', message: /nobody/ });
  });

  it('what its executions came to by tag', async () => {
    const [row] = await until(
      () => control.call('strategies.tags', { name: 'btc-maker' }),
      (tags) => tags.length > 0,
    );
    expect(row).toMatchObject({ symbol: 'BTC/EUR', fills: expect.any(Number) as unknown, net: expect.stringMatching(/^-?\d/) as unknown });
    await expect(control.call('strategies.tags', { name: 'nobody' })).rejects.toMatchObject({ code: 'not-found' });
  });

  it('what it keeps over a restart', async () => {
    const { count, rows } = await control.call('strategies.state', { name: 'btc-maker' });
    expect(count).toBeGreaterThanOrEqual(rows.length);
    await expect(control.call('strategies.state', { name: 'nobody' })).rejects.toMatchObject({ code: 'not-found', message: /nobody/ });
  });

  it('what each strategy made by day, as `sluice profit` tells it', async () => {
    const { rows, unlisted, sums } = await control.call('profit.list', { strategy: 'buyer' });
    const today = new Date().toISOString().slice(0, 10);
    expect(rows.at(-1)).toMatchObject({ strategy: 'buyer', symbol: 'LTC/EUR', currency: 'EUR', fills: expect.any(Number) as unknown });
    expect(rows.map(({ from }) => from <= today)).not.toContain(false);
    expect(rows.map(({ strategy }) => strategy)).not.toContain('btc-maker');
    expect(rows.at(-1)!.fees).toMatch(/^\d+(?:\.\d+)?$/);
    expect([unlisted, sums.length]).toEqual([0, 1]);
    expect(sums[0]).toMatch(/^in all [+-]\d+\.\d\d EUR; realised [+-]\d+\.\d\d EUR$/);
    await expect(control.call('profit.list', { by: 'year' as never })).rejects.toMatchObject({ code: 'usage', message: /by/ });
  });

  it('the limits and their use', async () => {
    const limits = await control.call('limits.list', {});
    expect(limits).toContainEqual({ limit: 'risk.maxOrderValue', most: '5000', unit: 'EUR' });
    expect(limits.find(({ limit }) => limit === 'risk.maxOpenOrders')).toMatchObject({ most: '20', unit: 'orders' });
  });

  it('the event log, the refusals, what is unresolved, the equity and the facts', async () => {
    const [newest, older] = await control.call('events.list', { limit: 2 });
    expect(newest!.id).toBe(older!.id + 1);
    expect(await control.call('refusals.list', {})).toMatchObject({
      lines: expect.any(Array) as unknown,
      counts: expect.any(Object) as unknown,
    });
    expect(await control.call('unresolved.list', {})).toEqual([]);
    const { points } = await until(
      () => control.call('equity.series', {}),
      (report) => report.points.length > 0,
    );
    expect(points[0]!.worth['EUR']).toMatch(/^\d+/);
    expect(await control.call('settings.facts', {})).toMatchObject({ world: 'DEMO', pid: process.pid, version: /^\d/, onStop: 'cancel' });
  });

  it('how an execution came about, from the session that is being written', async () => {
    const [fill] = await control.call('fills.list', { limit: 1 });
    const steps = async (signals: 'yes' | 'no'): Promise<readonly string[]> => {
      const { rows, notes } = await control.call('why', { id: fill!.id, signals });
      // The end of it may be on its way to the disk at this moment, or not be written yet.
      expect(notes.filter((note) => !/can't be read beyond|is written up to/.test(note))).toEqual([]);
      expect(rows.every(({ at, detail, source }) => /^\d{4}-.*Z$/.test(at) && detail !== '' && source !== '')).toBe(true);
      return rows.map(({ step }) => step);
    };
    // It is written every few seconds.
    const told = await until(
      () => steps('no'),
      (seen) => seen.includes('decided'),
    );
    for (const step of ['book', 'decided', 'checked', 'journalled', 'sent', 'settled', 'fill']) expect(told).toContain(step);
    expect(await steps('yes')).toEqual(expect.arrayContaining([...told]));
    await expect(control.call('why', { id: '4711' })).rejects.toMatchObject({ code: 'not-found', message: /has the id 4711/ });
  });

  it('refuses a field that no row takes, by its name', async () => {
    await expect(control.call('equity.series', { days: 3 } as never)).rejects.toMatchObject({ code: 'usage', message: /days/ });
  });
});
