import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../src/cli/commands/run.ts';
import { status } from '../../src/cli/commands/status.ts';
import { stop } from '../../src/cli/commands/stop.ts';
import { endAll, type Ended, type Env, type Running, sluice, start, startSimulator, temporaryFolder } from './processes.ts';
import { unreliableProxy } from './unreliableProxy.ts';

const folder = temporaryFolder();
const CONFIG = `mode: demo
venue: { rateLimit: { perSecond: 100, burst: 100 }, knows: { replace: atomic-keeps-id } }
poll: { books: 250ms, orders: 250ms, trades: 250ms, balances: 1s }
risk: { symbols: [BTC/EUR, LTC/EUR], maxOrderValue: 5000 EUR }
strategies:
  btc-maker:
    use: maker
    symbol: BTC/EUR
    budget: 20000 EUR
    params: { spreadBps: 4, size: 0.01, smooth: 2, maxBase: 0.3 }
`;
const config = folder.path('daemon.yaml');

beforeAll(() => writeFileSync(config, CONFIG));
afterAll(async () => {
  await endAll();
  folder.remove();
});

interface Summary {
  readonly fills: number;
  readonly strategies: readonly { readonly name: string; readonly state: string; readonly fills: number }[];
}

function json({ code, stdout, stderr }: Ended): unknown {
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

describe(`sluice ${run.name}`, () => {
  it('ends by itself after --for, with exit 0 and a summary; the log is JSON lines on stderr', async () => {
    const ended = await sluice(['run', config, '--for', '7s', '-o', 'json', '--state', folder.path('for')]);
    expect(ended.code).toBe(0);
    const summary = JSON.parse(ended.stdout) as Summary;
    expect(summary.fills).toBeGreaterThan(0);
    expect(summary.strategies).toEqual([expect.objectContaining({ name: 'btc-maker', state: 'ended', fills: summary.fills })]);
    const events = ended.stderr
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { event: string }).event);
    expect(events[0]).toBe('started');
    expect(events.at(-1)).toBe('stopped');
    const fills = json(await sluice(['fills', 'list', '-o', 'json', '--limit', '1000', '--state', folder.path('for')])) as Record<
      string,
      unknown
    >[];
    expect(fills).toHaveLength(summary.fills);
    for (const fill of fills)
      expect([fill['price'], fill['amount'], fill['fee']].map((money) => typeof money)).toEqual(['string', 'string', 'string']);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('ends on %s with exit 0', async (signal) => {
    const daemon = start(['run', config, '--state', folder.path(signal)]);
    await daemon.until('btc-maker is running');
    daemon.kill(signal);
    const { code, stderr, stdout } = await daemon.ended;
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
    expect(stderr).toContain('ended after');
    expect(stdout).toContain('btc-maker');
    expect(existsSync(join(folder.path(signal), 'sluice.sock'))).toBe(false);
  });

  it('refuses a configuration with its place, and starts nothing', async () => {
    const broken = folder.path('broken.yaml');
    writeFileSync(broken, CONFIG.replace('spreadBps: 4', 'spreadBps: 4000'));
    const ended = await sluice(['run', broken, '--state', folder.path('broken')]);
    expect(ended.code).toBe(4);
    expect(ended.stderr).toMatch(/broken\.yaml:10:\d+ {2}strategies\.btc-maker\.params\.spreadBps/);
    expect(existsSync(folder.path('broken'))).toBe(false);
  });

  it('explains a state directory that can’t be one', async () => {
    const ended = await sluice(['run', config, '--for', '1s', '--state', '/dev/null/state']);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(/the state directory \/dev\/null\/state can't be used.*\n.*\n.*--state DIR/);
  });

  it('works in a state directory whose path is too long for a unix socket', async () => {
    const state = join(folder.path('long'), 'x'.repeat(120));
    const daemon = start(['run', config, '--state', state]);
    await daemon.until('btc-maker is running');
    const found = json(await sluice(['status', '-o', 'json', '--state', state])) as { pid: number };
    expect(found.pid).toBe(daemon.child.pid);
    expect((await sluice(['stop', '--state', state])).code).toBe(0);
    expect((await daemon.ended).code).toBe(0);
  });
});

describe('a daemon whose venue hangs', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('ends on %s with exit 0 within ten seconds', async (signal) => {
    const simulator = await startSimulator();
    const proxy = await unreliableProxy(simulator.url);
    const daemon = start(['run', config, '--state', folder.path(`hanging-${signal}`)], {
      ...simulator.env,
      SLUICE_EXCHANGE_URL: proxy.url,
    });
    await daemon.until(': filled ');
    proxy.fate = () => 'hang';
    const before = performance.now();
    daemon.kill(signal);
    const { code } = await daemon.ended;
    expect(code).toBe(0);
    expect(performance.now() - before).toBeLessThan(10_000);
    await proxy.close();
    await simulator.stop();
  });
});

describe('a daemon that is killed with working orders', () => {
  it('goes on with them after a restart: no double order, no fill missing or doubled', async () => {
    const simulator = await startSimulator();
    const state = folder.path('killed');
    const env: Env = { ...simulator.env, SLUICE_STATE: state };
    const first = start(['run', config], env);
    await first.until(': filled ');
    first.kill('SIGKILL');
    await first.ended;
    const second = start(['run', config], env);
    await second.until(/(?:: filled [^]*){3}/);
    expect((await sluice(['stop'], env)).code).toBe(0);
    expect((await second.ended).code).toBe(0);

    const open = json(await sluice(['orders', 'list', '-o', 'json'], env));
    expect(open).toEqual([]);
    const fills = json(await sluice(['fills', 'list', '--limit', '10000', '-o', 'json'], env)) as {
      feeCurrency: string;
      fee: string;
      side: string;
      amount: string;
    }[];
    // Base currency moves only by fills: bought, sold and the fees of what was bought.
    const balances = json(await sluice(['balances', '-o', 'json'], env)) as { currency: string; total: string }[];
    const moved = fills.reduce((sum, { side, amount, fee, feeCurrency }) => {
      const units = (text: string): bigint => BigInt((Number(text) * 1e8).toFixed(0));
      return sum + (side === 'Buy' ? units(amount) : -units(amount)) - (feeCurrency === 'BTC' ? units(fee) : 0n);
    }, 0n);
    const total = balances.find(({ currency }) => currency === 'BTC')!.total;
    expect((Number(total) * 1e8).toFixed(0)).toBe((200_000_000n + moved).toString());
    await simulator.stop();
  });
});

describe('commands beside a running daemon', () => {
  const state = folder.path('shared');
  const env: Env = { SLUICE_STATE: state };
  let daemon: Running;

  beforeAll(async () => {
    daemon = start(['run', config], env);
    await daemon.until(': filled ');
  });

  afterAll(async () => {
    const stopped = await sluice(stop.name.split(' '), env);
    expect(stopped).toMatchObject({ code: 0, stderr: 'the daemon has stopped\n' });
    expect((await daemon.ended).code).toBe(0);
    expect((await sluice(['stop'], env)).code).toBe(5);
  });

  it('let one daemon run on a state directory: the second exits 7 and names the first', async () => {
    const second = await sluice(['run', config], env);
    expect(second.code).toBe(7);
    expect(second.stderr).toContain(`process ${daemon.child.pid}`);
    expect(statSync(join(state, 'sluice.sock')).mode & 0o777).toBe(0o600);
  });

  it('show it', async () => {
    expect(json(await sluice([status.name, '-o', 'json'], env))).toMatchObject({ world: 'DEMO', pid: daemon.child.pid, state: 'running' });
    const { stdout, code } = await sluice(['status'], env);
    expect(code).toBe(0);
    expect(stdout).toMatch(/btc-maker\s+BTC\/EUR\s+running/);
    expect(stdout).toMatch(/^books {3}BTC\/EUR \d+/m);
  });

  it('read the venue through it', async () => {
    const reading = ['pairs', 'stats', 'balances', 'orders list', 'fills list', 'convert history'].map(async (command) => {
      const rows = json(await sluice([...command.split(' '), '-o', 'json'], env));
      expect([command, Array.isArray(rows)]).toEqual([command, true]);
    });
    await Promise.all(reading);
    const { stderr, stdout } = await sluice(['book', 'BTC/EUR', '--depth', '2'], env);
    expect(stderr).toMatch(/^DEMO 127\.0\.0\.1:\d+ key …\w{4}, through the running daemon\n$/);
    expect(stdout.trim().split('\n')).toHaveLength(3);
  });

  it('place, list, move and cancel an order', async () => {
    const order = ['--symbol', 'LTC/EUR', '--type', 'Limit', '--side', 'Buy', '--amount', '0.5', '--price', '50.5'];
    const placed = json(await sluice(['orders', 'place', ...order, '--yes', '-o', 'json'], env)) as { orderId: string };
    const { orderId } = placed;
    expect(placed).toMatchObject({ outcome: 'opened', amount: '0.5', price: '50.5' });
    const listed = json(await sluice(['orders', 'list', '--symbol', 'LTC/EUR', '-o', 'json'], env));
    expect(listed).toEqual([expect.objectContaining({ id: orderId, amount: '0.5', price: '50.5', strategy: 'operator' })]);
    const moved = json(await sluice(['orders', 'replace', orderId, '--amount', '0.7', '--price', '51', '--yes', '-o', 'json'], env));
    expect(moved).toMatchObject({ outcome: 'replaced', orderId, amount: '0.7', price: '51' });
    const canceled = json(await sluice(['orders', 'cancel', orderId, '--yes', '-o', 'json'], env));
    expect(canceled).toEqual({ outcome: 'canceled', orderId });
    expect((await sluice(['orders', 'cancel', orderId, '--yes'], env)).code).toBe(7);
  });

  it('quote and convert', async () => {
    const quote = json(
      await sluice(['convert', 'quote', '--from', 'EUR', '--to', 'BTC', '--from-amount', '100.10', '-o', 'json'], env),
    ) as {
      id: string;
      toAmount: string;
    };
    expect(quote).toMatchObject({ fromAmount: '100.1' });
    const converted = json(await sluice(['convert', 'execute', quote.id, '--yes', '-o', 'json'], env));
    expect(converted).toMatchObject({ outcome: 'converted', fromAmount: '100.1', toAmount: quote.toAmount });
    const again = await sluice(['convert', 'execute', quote.id, '--yes', '-o', 'json'], env);
    expect(again.code).toBe(7);
    expect(JSON.parse(again.stderr)).toMatchObject({ error: 'refused', outcome: 'not-sent' });
    expect((await sluice(['convert', 'execute', 'nonsense', '--yes'], env)).code).toBe(3);
  });

  it('pause and resume a strategy', async () => {
    expect(await sluice(['pause', 'btc-maker'], env)).toMatchObject({ code: 0, stderr: 'btc-maker is paused\n' });
    expect(await sluice(['resume', 'btc-maker'], env)).toMatchObject({ code: 0, stderr: 'btc-maker is running\n' });
    expect((await sluice(['pause', 'nobody'], env)).code).toBe(3);
  });

  it('ask nobody off a terminal: without --yes they exit 9 and do nothing; with --dry-run they only show', async () => {
    const order = ['orders', 'place', '--symbol', 'LTC/EUR', '--side', 'Buy', '--amount', '0.5', '--price', '50.5'];
    const ends = await Promise.all([
      sluice(order, env),
      sluice(['orders', 'cancel', '1'], env),
      sluice(['orders', 'replace', '1', '--amount', '1', '--price', '1'], env),
      sluice(['convert', 'execute', '--from', 'EUR', '--to', 'BTC', '--from-amount', '1'], env),
    ]);
    expect(ends.map(({ code }) => code)).toEqual([9, 9, 9, 9]);
    expect(json(await sluice([...order, '--dry-run', '-o', 'json'], env))).toMatchObject({ outcome: 'dry-run', price: '50.5' });
    expect(json(await sluice(['orders', 'list', '--symbol', 'LTC/EUR', '-o', 'json'], env))).toEqual([]);
  });

  it('exit 2 for a value that is none, and name it', async () => {
    const place = ['orders', 'place', '--symbol', 'LTC/EUR', '--side', 'Buy', '--amount', '1', '--price', '50'];
    const bad: [name: string, value: string][] = [
      ['--amount', '1e5'],
      ['--amount', '0'],
      ['--price', '1'.repeat(41)],
      ['--side', 'Hold'],
      ['--symbol', 'LTCEUR'],
    ];
    const ends = await Promise.all(bad.map(([name, value]) => sluice([...place, name, value, '--yes'], env)));
    for (const [i, { code, stderr }] of ends.entries()) {
      expect([bad[i], code]).toEqual([bad[i], 2]);
      expect(stderr).toContain(bad[i]![0]);
    }
  });

  it('exit 7 for what a check refuses, and send nothing', async () => {
    const place = (...more: string[]) =>
      sluice(['orders', 'place', '--symbol', 'LTC/EUR', '--side', 'Buy', '--yes', '-o', 'json', ...more], env);
    const ends = await Promise.all([
      place('--amount', '9'.repeat(40), '--price', '50'),
      place('--amount', '0.0000001', '--price', '50'),
      place('--amount', '1', '--price', '5000'),
    ]);
    for (const { code, stderr } of ends) {
      expect(code).toBe(7);
      expect(JSON.parse(stderr)).toMatchObject({ error: 'risk', outcome: 'not-sent' });
    }
  });
});

describe('commands without a daemon', () => {
  it('work on the venue itself, journal first, and keep one fill log', async () => {
    const simulator = await startSimulator('--balance', 'EUR=1000', '--balance', 'LTC=3');
    const env: Env = { ...simulator.env, SLUICE_STATE: folder.path('direct') };
    mkdirSync(folder.path('direct'));
    const bought = json(
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
    expect(json(converted)).toMatchObject({ outcome: 'converted', fromAmount: '10' });
    const fills = json(await sluice(['fills', 'list', '-o', 'json'], env)) as { amount: string; strategy: string }[];
    expect(fills.length).toBeGreaterThan(0);
    expect(fills.every(({ strategy }) => strategy === 'operator')).toBe(true);
    const readings = ['pairs', 'stats', 'balances', 'convert history', 'orders list'].map((command) =>
      sluice([...command.split(' '), '-o', 'json'], env),
    );
    for (const reading of await Promise.all(readings)) expect(Array.isArray(json(reading))).toBe(true);
    const stopped = await Promise.all([sluice(['status'], env), sluice(['stop'], env), sluice(['pause', 'x'], env)]);
    expect(stopped.map(({ code }) => code)).toEqual([5, 5, 5]);
    await simulator.stop();
  });
});
