import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dec } from '../../src/base/decimal.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionSettings } from '../../src/research/parity/sessionSettings.ts';
import { readManifest } from '../../src/session/sessionManifest.ts';
import { writeJournal } from '../research/backtest/writeJournal.ts';
import { fillsList } from '../../src/cli/commands/fillsList.ts';
import { endAll, jsonOf, type Running, sluice, start, startSimulator } from './processes.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const folder = temporaryFolder();
const config = folder.path('paper.yaml');
const state = folder.path('state');
const at = ['-c', config, '--state', state];

let daemon: Running;

beforeAll(async () => {
  const simulator = await startSimulator('--public-market');
  writeFileSync(
    config,
    `mode: paper
venue: { exchange: { url: '${simulator.url}' }, rateLimit: { perSecond: 50, burst: 50 }, knows: { replace: atomic-keeps-id } }
poll: { books: 250ms, orders: 250ms, trades: 250ms, statistics: 1s }
backtest: { balances: { EUR: 20000, BTC: 0.5 }, latency: { entry: 10ms, response: 10ms } }
strategies:
  btc-maker: { use: maker, symbol: BTC/EUR, budget: 20000 EUR, params: { spreadBps: 2, size: 0.01, smooth: 2, maxBase: 0.3 } }
`,
  );
  daemon = start(['run', config, '--plain', '--state', state]);
  await daemon.until('btc-maker: filled');
});

afterAll(async () => {
  await endAll();
  folder.remove();
});

describe('paper mode without a key', () => {
  it('says which world it is, and keeps a database of its own', async () => {
    expect(daemon.stderr()).toMatch(/\nPAPER {2}127\.0\.0\.1:\d+ {2}key none/);
    expect(readdirSync(state).filter((name) => name.endsWith('.sqlite'))).toEqual([expect.stringMatching(/^paper-[0-9a-f]{12}\.sqlite$/)]);
    const status = jsonOf(await sluice(['status', '-o', 'json', ...at])) as { world: string; venue: { keyTail: string } };
    expect(status).toMatchObject({ world: 'PAPER', venue: { keyTail: 'none' }, state: 'running' });
  });

  it('lists fills, balances and orders of the paper account', async () => {
    const fills = jsonOf(await sluice(['fills', 'list', '-o', 'json', ...at])) as { strategy: string }[];
    expect(fills[0]).toMatchObject({ strategy: 'btc-maker', symbol: 'BTC/EUR' });
    const balances = jsonOf(await sluice(['balances', '-o', 'json', ...at])) as { currency: string; total: string }[];
    expect(balances.map(({ currency }) => currency)).toEqual(['EUR', 'BTC']);
    expect(fillsList.name).toBe('fills list');
  });

  it('takes a person’s order through the daemon and cancels it', async () => {
    // Below the market, wherever that has gone meanwhile.
    const { bids } = jsonOf(await sluice(['book', 'BTC/EUR', '-o', 'json', ...at])) as { bids: { price: string }[] };
    const price = dec(bids[0]!.price).times('0.99').toFixed(2);
    const order = ['orders', 'place', '--symbol', 'BTC/EUR', '--side', 'Buy', '--amount', '0.001', '--price', price, '--yes'];
    const placed = jsonOf(await sluice([...order, '-o', 'json', ...at])) as { orderId: string };
    const open = jsonOf(await sluice(['orders', 'list', '-o', 'json', ...at])) as { id: string; strategy: string }[];
    expect(open.find(({ id }) => id === placed.orderId)).toMatchObject({ strategy: 'operator' });
    for (const { id, strategy } of open) if (id !== placed.orderId) expect(strategy).toBe('btc-maker');
    const canceled = await sluice(['orders', 'cancel', placed.orderId, '--yes', '-o', 'json', ...at]);
    expect(canceled.code, canceled.stderr).toBe(0);
  });

  it('sends no order from a command without its daemon, and says what to do', async () => {
    const order = ['orders', 'place', '--symbol', 'BTC/EUR', '--side', 'Buy', '--amount', '0.001', '--price', '59900', '--yes'];
    const ended = await sluice([...order, '-c', config, '--state', folder.path('other')]);
    expect(ended.code).toBe(7);
    expect(ended.stderr).toContain('paper mode sends nothing but reads of the market');
    expect(ended.stderr).toContain('start it with `sluice run`');
    const read = await sluice(['balances', '-c', config, '--state', folder.path('other')]);
    expect([read.code, read.stderr]).toEqual([7, expect.stringContaining('\n  now: nothing was sent\n') as string]);
  });

  it('is never taken for the account of another configuration at the same venue', async () => {
    const live = folder.path('live.yaml');
    const exchange = "{ url: 'http://127.0.0.1:1', key: '${env:K}', secret: '${env:S}' }";
    writeFileSync(live, `mode: demo\nvenue: { exchange: ${exchange} }\n`);
    const ended = await sluice(['balances', '-c', live, '--state', state], { K: 'key', S: 'c2VjcmV0' });
    expect(ended.code).toBe(6);
    expect(ended.stderr).not.toContain('through the running daemon');
    expect(ended.stderr).toContain('is not asked and goes on as it is: it uses another account, PAPER');
  });

  it('ends in order, and its session replays', async () => {
    daemon.kill('SIGTERM');
    expect(await daemon.ended).toMatchObject({ code: 0 });
    expect(existsSync(`${state}/sluice.sock`)).toBe(false);
    expect((await sluice(['replay', 'last', '--state', state])).code).toBe(0);
  });
});

describe('paper mode with a latency that is fitted', () => {
  const fitted = folder.path('fitted.yaml');
  const beside = folder.path('fitted');
  beforeAll(() => writeFileSync(fitted, readFileSync(config, 'utf8').replace('{ entry: 10ms, response: 10ms }', '{ fitted: true }')));

  it('does not begin without the journal of live trading', async () => {
    const ended = await start(['run', fitted, '--plain', '--state', beside]).ended;
    expect([ended.code, ended.stderr]).toEqual([4, expect.stringMatching(/fitted\.yaml:4:\d+ {2}backtest\.latency\.fitted/)]);
    expect(existsSync(beside)).toBe(false);
  });

  it('takes it from there, and its session tells the numbers', async () => {
    const live = await writeJournal(
      folder.path('fitted/account-000000000001.sqlite'),
      Array.from({ length: 30 }, () => 25),
    );
    const fittedDaemon = start(['run', fitted, '--plain', '--state', beside]);
    await fittedDaemon.until('btc-maker is running');
    fittedDaemon.kill('SIGTERM');
    const ended = await fittedDaemon.ended;
    await live.close();
    expect(ended.code, ended.stderr).toBe(0);
    expect(ended.stderr).toMatch(/\nlatency 13 \+ 12 ms: 50 % of 30 requests in .*account-000000000001\.sqlite took no longer\nPAPER/);
    const [session] = readdirSync(folder.path('fitted/sessions'));
    const manifest = readManifest(folder.path(`fitted/sessions/${session}`));
    expect(manifest.settings).toMatchObject({ backtest: { latency: { entry: '13ms', response: '12ms', requests: 30 } } });
    expect(sessionSettings(manifest).backtest.latency).toMatchObject({ entry: 13, response: 12 });
  });
});

describe('a configuration without a key', () => {
  it.each(['live', 'demo'])('is refused where orders would leave: %s', async (mode) => {
    const file = folder.path(`${mode}.yaml`);
    writeFileSync(
      file,
      `mode: ${mode}\nvenue: { exchange: { url: 'https://api.example.com' } }\nrisk: { maxOrderValue: 1 EUR, maxDailyLoss: 1 EUR }\n`,
    );
    const ended = await sluice(['config', 'check', file]);
    expect(ended.code).toBe(4);
    expect(ended.stderr).toMatch(/venue\.exchange\.key\n.*\n.* is missing: expected a reference/);
    expect(ended.stderr).toMatch(/venue\.exchange\.secret\n.*\n.* is missing: expected a reference/);
  });

  it('needs both or neither in paper mode', async () => {
    const file = folder.path('half.yaml');
    writeFileSync(file, "mode: paper\nvenue: { exchange: { url: 'https://api.example.com', key: '${env:K}' } }\n");
    const ended = await sluice(['config', 'check', file], { K: 'key' });
    expect(ended.code).toBe(4);
    expect(ended.stderr).toMatch(/venue\.exchange\.secret\n.*\n.* is missing/);
  });
});
