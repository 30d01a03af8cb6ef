import { readdirSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../src/base/systemClock.ts';
import { statementReader } from '../../src/control/statementReader.ts';
import { statePaths } from '../../src/daemon/statePaths.ts';
import { Stories } from '../../src/daemon/story/stories.ts';
import { loadSettings } from '../../src/settings/loadSettings.ts';
import { sentPlace } from '../../src/store/sentPlace.ts';
import { postgresMissing, PostgresServer } from '../store/postgresServer.ts';
import { until } from '../until.ts';
import { endAll, type Env, sluice, start, startSimulator } from './processes.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const CONFIG = `mode: live
venue: { exchange: { url: URL, key: '\${env:SLUICE_EXCHANGE_KEY}', secret: '\${env:SLUICE_EXCHANGE_SECRET}' } }
risk: { symbols: [LTC/EUR], maxOrderValue: 500 EUR, maxDailyLoss: 500 EUR }
`;
const POLICY = `people: { anna: { keys: ['KEY'] } }
groups: { owners: [anna] }
book: { approve: nobody, cooling: 0s }
change: { approve: [{ need: 1, of: owners }] }
rules: [{ name: all, then: allow }]
`;
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const PAYOUT = ['--networkCode', 'ETH', '--currencyFrom', 'EUR', '--amountFrom', '100', '--currencyTo', 'USDT', '--address', ADDRESS];
const STAYS = new AbortController().signal;
const missing = postgresMissing();
const folder = temporaryFolder();
let postgres: PostgresServer;
let simulator: Awaited<ReturnType<typeof startSimulator>>;
let file: string;

beforeAll(async () => {
  if (missing !== undefined) return;
  postgres = await new PostgresServer().start();
  simulator = await startSimulator('--balance', 'EUR=100000', '--balance', 'BTC=10', '--balance', 'USDT=100000');
  file = folder.path('my.yaml');
  writeFileSync(file, `${CONFIG.replace('URL', simulator.url)}store: ${postgres.url}\n`);
});
afterAll(async () => {
  await endAll();
  await postgres?.remove();
  folder.remove();
});
beforeEach(({ skip }) => {
  if (missing !== undefined) skip(`NOT TESTED: ${missing}`);
});

/** What a machine has of its own: its folders. */
function machine(name: string): Env {
  const { env, processing } = simulator;
  return { ...env, ...processing, SLUICE_STATE: folder.path(name), SLUICE_ACCOUNTS: folder.path(`${name}-accounts`) };
}

const on = (name: string, ...argv: string[]) => sluice([...argv, '-c', file, '--live'], machine(name));

async function done(name: string, ...argv: string[]): Promise<string> {
  const { code, stdout, stderr } = await on(name, ...argv);
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

it('the story of an order and the month of the books are read from the server, by commands and in the processes beside a daemon', async () => {
  const place = ['orders', 'place', '--symbol', 'LTC/EUR', '--side', 'Buy', '--amount', '1', '--price', '50', '--yes', '-o', 'json'];
  const { orderId } = JSON.parse(await done('alpha', ...place)) as { orderId: string };
  expect(await done('beta', 'why', orderId)).toMatch(/journalled .* by owner 1/);
  const settings = await loadSettings({ file, env: machine('beta') });
  const { database, server } = statePaths(folder.path('beta'), settings);
  const own = sentPlace({ path: database, server });
  const sources = () => ({
    place: { databases: [own], state: folder.path('beta') },
    own: { directory: folder.path('beta'), strategies: {}, shadows: {} },
  });
  const stories = new Stories({ clock: systemClock, sources });
  const told = await stories.tell(orderId, true, STAYS);
  expect(told.rows.map(({ step }) => step)).toContain('journalled');
  stories.close();

  await done('alpha', 'reconcile');
  const statement = await statementReader(systemClock).make(
    { place: own, month: undefined, currency: undefined, now: systemClock.now() },
    STAYS,
  );
  expect(statement.currencies.map(({ currency }) => currency)).toContain('EUR');
  expect(readdirSync(folder.path('alpha')).filter((name) => name.endsWith('.sqlite'))).toEqual([]);
});

it('payouts and the policy are the same on each machine, and no file of theirs is on any', async () => {
  await done('alpha', 'treasury', 'key', 'new', 'anna', '--out', folder.path('anna.pem'));
  const { publicKey } = JSON.parse(await done('alpha', 'treasury', 'key', 'show', folder.path('anna.pem'), '-o', 'json')) as {
    publicKey: string;
  };
  writeFileSync(folder.path('policy.yaml'), POLICY.replace('KEY', publicKey));
  const payout = ['api', 'processing.payouts.create', '--yes', ...PAYOUT];
  const before = await on('beta', ...payout);
  expect(before.stderr).not.toContain('policy');
  await done('alpha', 'treasury', 'policy', 'publish', folder.path('policy.yaml'), '--as', 'anna', '--yes');
  const after = await on('beta', ...payout);
  expect(after).toMatchObject({ code: 7, stderr: expect.stringContaining('policy 1 is in force') as string });

  await done(
    'alpha',
    'treasury',
    'book',
    'add',
    'shop',
    '--currency',
    'USDT',
    '--network',
    'ETH',
    '--address',
    ADDRESS,
    '--as',
    'anna',
    '--key',
    folder.path('anna.pem'),
    '--yes',
  );
  const pay = [
    'pay',
    'payouts',
    'create',
    '--to',
    'shop',
    '--currency',
    'EUR',
    '--amount',
    '25',
    '--as',
    'anna',
    '--key',
    folder.path('anna.pem'),
    '--yes',
  ];
  await done('beta', ...pay, '--wait', '60s');
  expect(await done('alpha', 'treasury', 'list')).toMatch(/payout.*completed/);
  expect(await done('alpha', 'treasury', 'audit', 'verify', '-o', 'json')).toContain('"intact": true');
  for (const name of ['alpha', 'beta']) {
    expect(readdirSync(folder.path(name)).filter((one) => one.endsWith('.sqlite'))).toEqual([]);
    const found = JSON.parse((await on(name, 'doctor', '-o', 'json')).stdout) as readonly {
      readonly check: string;
      readonly found: string;
    }[];
    const stores = found.filter(({ check }) => check === 'databases').map((one) => one.found);
    expect(stores).toEqual([
      expect.stringMatching(/^account-\w+ at .* as far as its seal$/),
      expect.stringMatching(/^account-\w+ at .* as far as its seal$/),
      expect.stringMatching(/^treasury at .* as far as its seal$/),
    ]);
  }
});

it('a treasury that runs waits for its server, and ends in time when it is told to while the server is away', async () => {
  const serve = start(['treasury', 'serve', '-c', file], machine('alpha'));
  await serve.until('the treasury runs at');
  await postgres.kill();
  await serve.until('is away');
  await postgres.start();
  await serve.until('is back');
  expect(await on('beta', 'treasury', 'policy', 'show'), 'reading takes it from nobody').toMatchObject({ code: 0, stderr: '' });
  const second = await on('beta', 'treasury', 'schedules');
  expect(second).toMatchObject({
    code: 7,
    stderr: expect.stringMatching(/the treasury postgres:\S+ is in use by process \d+ of/) as string,
  });
  await postgres.kill();
  serve.kill('SIGTERM');
  const { signal, stderr } = await serve.ended;
  expect(signal, stderr).toBeNull();
  await postgres.start();
  const again = start(['treasury', 'serve', '-c', file, '--standby'], machine('beta'));
  await again.until('the treasury runs at');
  again.kill('SIGTERM');
  expect((await again.ended).code).toBe(0);
  await until(async () => (await on('alpha', 'treasury', 'schedules')).code === 0);
});
