import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { balances } from '../../src/cli/commands/balances.ts';
import { book } from '../../src/cli/commands/book.ts';
import { pairs } from '../../src/cli/commands/pairs.ts';
import { simulator } from '../../src/cli/commands/simulator.ts';
import { stats } from '../../src/cli/commands/stats.ts';
import { directVenue } from '../../src/cli/directVenue.ts';
import { settingsOf } from '../../src/cli/configFile.ts';
import { localDatabase } from '../../src/cli/localStore.ts';
import { main } from '../../src/cli/main.ts';
import { withVenue } from '../../src/cli/withVenue.ts';
import { temporaryFolder } from './temporaryFolder.ts';
import { run, testIo, testShell } from './testIo.ts';

const io = testIo();
let ended: Promise<number>;
let env: Readonly<Record<string, string>>;

interface Listening {
  readonly event: string;
  readonly exchange: { readonly url: string; readonly key: string; readonly secret: string };
}

beforeAll(async () => {
  ended = main(['simulator', '--port', '0', '--seed', '7', '--balance', 'EUR=1000.50', '--balance', 'BTC=2', '-o', 'json'], io);
  while (!io.stdout().endsWith('\n')) await once(io.out, 'data');
  const { exchange } = JSON.parse(io.stdout()) as Listening;
  env = { SLUICE_EXCHANGE_URL: exchange.url, SLUICE_EXCHANGE_KEY: exchange.key, SLUICE_EXCHANGE_SECRET: exchange.secret };
});

afterAll(async () => {
  io.stop.abort('SIGTERM');
  expect(await ended).toBe(0);
});

async function data(...argv: string[]): Promise<unknown> {
  const { code, stdout, stderr } = await run([...argv, '-o', 'json'], { env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

describe(simulator.name, () => {
  it('prints exactly one line once it listens', () => {
    const listening = JSON.parse(io.stdout()) as Listening;
    expect(listening.event).toBe('listening');
    expect(listening.exchange.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(io.stdout().trimEnd()).not.toContain('\n');
    expect(io.stderr()).toBe('');
  });

  it('says that a port is taken', async () => {
    const { code, stderr } = await run(['simulator', '--port', new URL(env['SLUICE_EXCHANGE_URL']!).port]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/port \d+ is taken/);
  });

  it('prints variables for a shell, and ends when it is told to', async () => {
    const other = testIo();
    const exit = main(['simulator'], other);
    while (!other.stdout().includes('SECRET=')) await once(other.out, 'data');
    other.stop.abort('SIGINT');
    expect(await exit).toBe(0);
    expect(other.stdout()).toMatch(
      /^export SLUICE_EXCHANGE_URL=http:[^]*\nexport SLUICE_EXCHANGE_KEY=.*\nexport SLUICE_EXCHANGE_SECRET=.*\nexport SLUICE_PROCESSING_URL=/,
    );
  });
});

describe(pairs.name, () => {
  it('lists pairs with their rules as text', async () => {
    const rows = (await data('pairs')) as Record<string, unknown>[];
    expect(rows.length).toBeGreaterThanOrEqual(6);
    expect(rows.find(({ symbol }) => symbol === 'BTC/EUR')).toMatchObject({ precision: 2, volumeStep: '0.00001' });
  });
});

describe(book.name, () => {
  it('shows as many levels as asked for, best first', async () => {
    const { bids, asks, symbol } = (await data('book', 'btc/eur', '--depth', '3')) as {
      symbol: string;
      bids: { price: string }[];
      asks: { price: string }[];
    };
    expect(symbol).toBe('BTC/EUR');
    expect([bids.length, asks.length]).toEqual([3, 3]);
    expect(dec(bids[0]!.price).gt(bids[1]!.price)).toBe(true);
    expect(dec(asks[0]!.price).gt(bids[0]!.price)).toBe(true);
  });

  it('is a table of levels', async () => {
    const { stdout } = await run(['book', 'BTC/EUR', '--depth', '2', '-o', 'csv'], { env });
    expect(stdout.split('\r\n')).toHaveLength(4);
  });

  it('exits with the code of the refusal for an unknown pair', async () => {
    const { code, stdout } = await run(['book', 'NO/PE'], { env });
    expect(stdout).toBe('');
    expect([3, 7]).toContain(code);
  });
});

describe(stats.name, () => {
  it('shows every pair', async () => {
    expect((await data('stats')) as unknown[]).toHaveLength(((await data('pairs')) as unknown[]).length);
  });
});

describe(balances.name, () => {
  it('shows the opening balances, exactly', async () => {
    const rows = (await data('balances')) as { currency: string; total: string }[];
    expect(rows.find(({ currency }) => currency === 'EUR')).toEqual({ currency: 'EUR', total: '1000.5', available: '1000.5', held: '0' });
  });
});

describe('reaching the venue', () => {
  it('exits 6 when nobody listens there', { tags: 'long' }, async () => {
    const { code, stderr } = await run(['pairs', '-o', 'json'], { env: { ...env, SLUICE_EXCHANGE_URL: 'http://127.0.0.1:1' } });
    expect(code).toBe(6);
    expect(JSON.parse(stderr)).toMatchObject({ error: 'network', outcome: null });
  });

  it('says on stderr which world it acts on, for people', async () => {
    const { stderr } = await run(['balances'], { env });
    expect(stderr).toMatch(/^DEMO 127\.0\.0\.1:\d+ key …\w{4}\n$/);
  });

  it('exits 4 with a wrong secret, and 5 for a demo whose daemon does not run', async () => {
    expect((await run(['pairs'], { env: { ...env, SLUICE_EXCHANGE_SECRET: 'd3Jvbmc=' } })).code).toBe(4);
    expect((await run(['pairs', '-c', 'config/demo.yaml'])).code).toBe(5);
  });

  it('closes the way when the work is done, and shows no secret', async () => {
    const shell = testShell({}, { env });
    expect(await withVenue(shell, async (venue) => venue.via)).toBe('direct');
    expect(directVenue(shell, await settingsOf(testShell()))).toBeUndefined();
    expect(shell.stdout()).not.toContain(env['SLUICE_EXCHANGE_SECRET']);
  });
});

describe('orders list', () => {
  it('shows what is open at the venue although the journal can not be read, and says what is missing', async () => {
    const folder = temporaryFolder();
    const shell = testShell({ state: folder.path('') }, { env });
    const database = await localDatabase(shell);
    writeFileSync(database, 'no database');
    const { code, stdout, stderr } = await run(['orders', 'list', '-o', 'json', '--state', folder.path('')], { env });
    expect({ code, stdout: JSON.parse(stdout) as unknown }).toEqual({ code: 0, stdout: [] });
    expect(stderr).toMatch(/file is not a database.*: whose each order is, and what is unknown, can't be told/);
    folder.remove();
  });

  it('is what the kill switch names where nothing can be written down, beside the file that needs no database', async () => {
    const folder = temporaryFolder();
    const state = folder.path('');
    writeFileSync(await localDatabase(testShell({ state }, { env })), 'no database');
    const { code, stderr } = await run(['kill', '--state', state], { env: { ...env, SLUICE_ACCOUNTS: folder.path('accounts') } });
    expect(code).toBe(1);
    expect(stderr).toMatch(/the stop could not be written down: [^]*`touch \S+kill`.*`sluice orders list`.*orders\.cancel/);
    folder.remove();
  });
});
