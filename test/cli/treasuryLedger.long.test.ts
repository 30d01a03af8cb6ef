import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { treasuryServe } from '../../src/cli/commands/treasuryServe.ts';
import { DAY_MS } from '../../src/base/instant.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import { statePaths } from '../../src/daemon/statePaths.ts';
import { loadSettings } from '../../src/settings/loadSettings.ts';
import { openStore } from '../../src/store/store.ts';
import { CHECKERS, checked } from '../treasury/bookkeeping/checkers.ts';
import { endAll, type Env, jsonOf, type Running, sluice, start, startSimulator } from './processes.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const folder = temporaryFolder();
const MONTH = new Date().toISOString().slice(0, 7);
const BTC = ['--currency', 'BTC', '--network', 'BTC', '--address', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'];
const USDT = ['--currency', 'USDT', '--network', 'ETH', '--address', '0x52908400098527886E0F7030069857D2E4169EE7'];
const YES = ['--as', 'robot', '--yes', '--repeat'];

interface StatementOf {
  readonly currencies: readonly { readonly currency: string; readonly checks: readonly { readonly difference: string }[] }[];
}

let env: Env;
let serving: Running | undefined;

const ran = async (...argv: string[]): Promise<string> => {
  const { code, stdout, stderr } = await sluice(argv, env);
  expect({ code, stderr }, argv.join(' ')).toMatchObject({ code: 0 });
  return stdout;
};
const withdraw = (amount: string): Promise<string> =>
  ran('treasury', 'withdraw', '--to', 'cold', '--currency', 'BTC', '--amount', amount, ...YES);
const movements = async (): Promise<readonly string[]> => {
  const rows = jsonOf(await sluice(['ledger', 'list', '-o', 'json'], env)) as readonly {
    readonly cause: string;
    readonly amount: string;
  }[];
  return rows.map(({ cause, amount }) => `${cause} ${amount}`);
};

/** The statement of this month, held against what the venue says now. */
async function differences(): Promise<readonly string[]> {
  const { currencies } = jsonOf(await sluice(['treasury', 'statement', '--month', MONTH, '-o', 'json'], env)) as StatementOf;
  expect(currencies.length).toBeGreaterThan(0);
  return currencies.flatMap(({ currency, checks }) => checks.map(({ difference }) => `${currency} ${difference}`));
}

beforeAll(async () => {
  const simulator = await startSimulator('--balance', 'BTC=5', '--balance', 'EUR=50000', '--balance', 'USDT=10000', '--time-scale', '20');
  const place = { SLUICE_STATE: folder.path('state'), SLUICE_ACCOUNTS: folder.path('accounts') };
  env = { ...simulator.env, ...simulator.processing, ...place };
  await ran('treasury', 'key', 'new', 'anna', '--out', folder.path('anna.pem'));
  const { publicKey } = JSON.parse(await ran('treasury', 'key', 'show', folder.path('anna.pem'), '-o', 'json')) as { publicKey: string };
  const policy = [
    `people: { anna: { keys: ['${publicKey}'] }, robot: {} }`,
    'groups: { owners: [anna] }',
    'book: { approve: nobody, cooling: 0s }',
    'change: { approve: [{ need: 1, of: owners }] }',
    'rules: [{ name: all, then: allow }]',
  ];
  writeFileSync(folder.path('policy.yaml'), `${policy.join('\n')}\n`);
  await ran('treasury', 'policy', 'publish', folder.path('policy.yaml'), '--as', 'anna', '--yes');
  const asAnna = ['--as', 'anna', '--key', folder.path('anna.pem'), '--yes'];
  await ran('treasury', 'book', 'add', 'cold', ...BTC, ...asAnna);
  await ran('treasury', 'book', 'add', 'supplier', ...USDT, ...asAnna);
}, 120_000);

afterAll(async () => {
  serving?.kill('SIGTERM');
  await serving?.ended;
  await endAll();
  folder.remove();
});

describe(treasuryServe.name, () => {
  it('begins the ledger before a command without it pays, and books what that has paid', async () => {
    await withdraw('0.011');
    expect((await movements()).filter((one) => one.startsWith('withdrawal'))).toEqual(['withdrawal -0.011']);
    for (const difference of await differences()) expect(difference).toMatch(/ 0$/);
  }, 120_000);

  it('keeps the ledger of its account: what it pays and converts has a row, and the statement ties', async () => {
    serving = start(['treasury', 'serve'], env);
    await serving.until('the treasury runs at');
    await withdraw('0.012');
    await withdraw('0.013');
    await ran('pay', 'payouts', 'create', '--to', 'supplier', '--currency', 'EUR', '--amount', '100', ...YES);
    await ran('treasury', 'convert', '--from', 'BTC', '--into', 'EUR', '--amount', '0.1', '--as', 'robot', '--yes');
    const booked = await movements();
    for (const amount of ['-0.012', '-0.013']) expect(booked.filter((one) => one === `withdrawal ${amount}`)).toHaveLength(1);
    expect(booked.filter((one) => one.startsWith('conversion'))).toHaveLength(2);
    for (const difference of await differences()) expect(difference).toMatch(/ 0$/);
    expect(await differences()).toHaveLength(6);
  }, 240_000);

  it('closes a month while it runs: reconciles, and exports books that hledger and beancount check', async () => {
    const said = await sluice(['reconcile'], env);
    expect(said).toMatchObject({ code: 0, stderr: expect.stringContaining('through the treasury that runs') as string });
    const rows = jsonOf(await sluice(['reconcile', '-o', 'json'], env)) as readonly { readonly check: string }[];
    expect(rows.filter(({ check }) => check === 'balance')).toHaveLength(3);
    expect(jsonOf(await sluice(['orders', 'unresolved', '-o', 'json'], env))).toEqual([]);
    for (const { name, file, format, arguments: words } of CHECKERS) {
      writeFileSync(folder.path(file), await ran('treasury', 'ledger', '--format', name === 'hledger' ? 'hledger' : 'beancount'));
      expect(readFileSync(folder.path(file), 'utf8')).toContain('0.012');
      expect(format).toBeDefined();
      expect(await checked(name, words(folder.path(file)))).toBe('');
    }
  }, 120_000);

  it('takes what a person books, and has the balances in the records', async () => {
    const path = statePaths(env['SLUICE_STATE']!, await loadSettings({ env })).database;
    const store = await openStore({ path, clock: systemClock, access: 'read' });
    const records = await store.ledger.balanceRecords(0, systemClock.now() + DAY_MS);
    await store.close();
    // The next look makes sure of what was just moved.
    expect(records.map(({ currency }) => currency)).toContain('USDT');
    expect(await sluice(['ledger', 'adjust', 'BTC', '--gained', '0.5', '--note', 'a test', '--yes'], env)).toMatchObject({ code: 0 });
    expect(await sluice(['treasury', 'statement', '--month', MONTH], env)).toMatchObject({ code: 10 });
    expect(await sluice(['ledger', 'adjust', 'BTC', '--lost', '0.5', '--note', 'taken back', '--yes'], env)).toMatchObject({ code: 0 });
    for (const difference of await differences()) expect(difference).toMatch(/ 0$/);
  }, 60_000);
});
