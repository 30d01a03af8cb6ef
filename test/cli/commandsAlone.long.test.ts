import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { endAll, type Env, jsonOf, sluice, startSimulator } from './processes.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const folder = temporaryFolder();
afterAll(async () => {
  await endAll();
  folder.remove();
});

describe('commands without a daemon', () => {
  it('kill: the orders are canceled, nothing is placed, and the next life is halted until a person says so', async () => {
    const simulator = await startSimulator('--balance', 'EUR=1000');
    const env: Env = { ...simulator.env, SLUICE_STATE: folder.path('killed') };
    const order = ['orders', 'place', '--symbol', 'LTC/EUR', '--side', 'Buy', '--amount', '0.5', '--price', '80', '--yes', '-o', 'json'];
    expect(jsonOf(await sluice(order, env))).toMatchObject({ outcome: 'opened' });
    expect(jsonOf(await sluice(['kill', '-o', 'json'], env))).toMatchObject({ outcome: 'halted', canceled: 1 });
    const refused = await sluice(order, env);
    expect([refused.code, refused.stderr]).toEqual([7, expect.stringContaining('the operator asked for it')]);
    const asTyped = [
      'api',
      'exchange.orders.place',
      '--symbol',
      'LTC/EUR',
      '--side',
      'Buy',
      '--type',
      'Limit',
      '--amount',
      '0.5',
      '--price',
      '80',
      '--raw',
      '--yes',
    ];
    const held = await sluice(asTyped, env);
    expect([held.code, held.stderr]).toEqual([7, expect.stringContaining('all trading is halted: the operator asked for it')]);
    expect((await sluice(['api', 'exchange.balances.list', '-o', 'json'], env)).code).toBe(0);
    expect((await sluice(['flatten', '--yes'], env)).code).toBe(5);
    // What still stops a part is told, and what is no strategy is refused, whatever it is called.
    expect(jsonOf(await sluice(['resume', 'LTC/EUR', '-o', 'json'], env))).toMatchObject({ scope: 'LTC/EUR', left: [{ scope: 'all' }] });
    for (const name of ['nobody', 'constructor']) {
      const unknown = await sluice(['resume', name], env);
      expect([unknown.code, unknown.stderr]).toEqual([3, expect.stringContaining(name)]);
    }
    expect((await sluice(['resume', '--all'], env)).stderr).toContain('the next one starts without it');
    const away = { ...env, SLUICE_EXCHANGE_URL: 'http://127.0.0.1:1', SLUICE_STATE: folder.path('away') };
    const written = 'now: the stop is written down, and the next daemon starts with it; which orders are open at the venue is not known';
    expect(await sluice(['kill'], away)).toMatchObject({ code: 6, stderr: expect.stringContaining(written) as string });
    const file = join(folder.path('killed'), 'kill');
    writeFileSync(file, '');
    expect([(await sluice(order, env)).code, (await sluice(asTyped, env)).code]).toEqual([7, 7]);
    rmSync(file);
    expect(jsonOf(await sluice(order, env))).toMatchObject({ outcome: 'opened' });
    expect(jsonOf(await sluice(['orders', 'cancel', '--all', '--yes', '-o', 'json'], env))).toMatchObject({ canceled: 1 });
  });

  it('work on the venue itself, journal first, and keep one fill log', async () => {
    const simulator = await startSimulator('--balance', 'EUR=1000', '--balance', 'LTC=3');
    const env: Env = { ...simulator.env, SLUICE_STATE: folder.path('direct') };
    mkdirSync(folder.path('direct'));
    const bought = jsonOf(
      await sluice(
        ['orders', 'place', '--symbol', 'LTC/EUR', '--type', 'Market', '--side', 'Buy', '--amount', '0.5', '--yes', '-o', 'json'],
        env,
      ),
    );
    expect(bought).toMatchObject({ outcome: expect.stringMatching(/opened|filled/) as string });
    const converted = await sluice(
      ['convert', 'execute', '--from', 'EUR', '--to', 'LTC', '--from-amount', '10', '--yes', '-o', 'json'],
      env,
    );
    expect(jsonOf(converted)).toMatchObject({ outcome: 'converted', fromAmount: '10' });
    const best = ['convert', 'best', 'EUR', 'LTC', '--amount', '100', '-o', 'json'];
    const compared = jsonOf(await sluice([...best, '--dry-run'], env)) as { outcome: string; compared: string[] };
    expect(compared).toMatchObject({ outcome: 'compared', gave: '0', brought: '0' });
    expect(compared.compared[0]).toMatch(/quote 100 EUR to [\d.]+ LTC.*; .*book 9\d\.\d+ EUR to [\d.]+ LTC|book .*; .*quote 100 EUR to/);
    expect(jsonOf(await sluice([...best, '--yes'], env))).toMatchObject({ outcome: expect.stringMatching(/done|part/) as string });
    const costs = jsonOf(await sluice(['tca', '-o', 'json'], env)) as { group: string; deals: number; toMidBps: string }[];
    expect(costs.map(({ group }) => group)).toEqual(['operator']);
    // The market order, the conversion and the trade, each of which cost something.
    expect(costs[0]!.deals).toBeGreaterThanOrEqual(3);
    expect(Number(costs[0]!.toMidBps)).toBeGreaterThan(0);
    expect((await sluice(['tca', '--by', 'hour', '-o', 'csv'], env)).stdout).toMatch(
      /^group,kind,fromCurrency,.*toBookBps\r?\n\d\d:00,taken,EUR,LTC,/,
    );
    const tooGood = await sluice([...best, '--worst', '1000', '--yes'], env);
    expect([tooGood.code, tooGood.stderr]).toEqual([7, expect.stringContaining('is worse than the worst rate of 1000')]);
    const fills = jsonOf(await sluice(['fills', 'list', '-o', 'json'], env)) as { amount: string; strategy: string }[];
    expect(fills.length).toBeGreaterThan(0);
    expect(fills.every(({ strategy }) => strategy === 'operator')).toBe(true);
    const readings = ['pairs', 'stats', 'balances', 'convert history', 'orders list'].map((command) =>
      sluice([...command.split(' '), '-o', 'json'], env),
    );
    for (const reading of await Promise.all(readings)) expect(Array.isArray(jsonOf(reading))).toBe(true);
    const stopped = await Promise.all([sluice(['status'], env), sluice(['stop'], env), sluice(['pause', 'x'], env)]);
    expect(stopped.map(({ code }) => code)).toEqual([5, 5, 5]);
    await simulator.stop();
  });
});
