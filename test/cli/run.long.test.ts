import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../src/cli/commands/run.ts';
import { DAEMON_CONFIG } from './daemonConfig.ts';
import { endAll, type Env, jsonOf, sluice, start, startSimulator } from './processes.ts';
import { until } from '../until.ts';
import { unreliableProxy } from './unreliableProxy.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const folder = temporaryFolder();
const config = folder.path('daemon.yaml');

beforeAll(() => writeFileSync(config, DAEMON_CONFIG));
afterAll(async () => {
  await endAll();
  folder.remove();
});

interface Summary {
  readonly fills: number;
  readonly strategies: readonly { readonly name: string; readonly state: string; readonly fills: number }[];
}

describe(`sluice ${run.name}`, () => {
  it('ends with exit 0 and a summary; the log is JSON lines on stderr', async () => {
    const daemon = start(['run', config, '-o', 'json', '--state', folder.path('json')]);
    await daemon.until('"event":"fill"');
    daemon.kill('SIGTERM');
    const ended = await daemon.ended;
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
    const fills = jsonOf(await sluice(['fills', 'list', '-o', 'json', '--limit', '1000', '--state', folder.path('json')])) as Record<
      string,
      unknown
    >[];
    expect(fills).toHaveLength(summary.fills);
    for (const fill of fills)
      expect([fill['price'], fill['amount'], fill['fee']].map((money) => typeof money)).toEqual(['string', 'string', 'string']);
  });

  it('ends by itself after --for', async () => {
    const ended = await start(['run', config, '--for', '1s', '-o', 'json', '--state', folder.path('for')]).ended;
    expect(ended.code).toBe(0);
    expect(JSON.parse(ended.stdout)).toMatchObject({ strategies: [{ name: 'btc-maker' }] });
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

  it('says that the port of its simulator is taken, which is no fault of the program', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    const taken = folder.path('taken.yaml');
    writeFileSync(taken, `${DAEMON_CONFIG}simulator: { port: ${port} }\n`);
    const { code, stderr } = await sluice(['run', taken, '--for', '1s', '--state', folder.path('taken')]);
    holder.close();
    expect(code).toBe(4);
    expect(stderr).toContain(
      `error: port ${port} is taken\n  now: nothing was started or changed\n   do: name a free port under simulator.port`,
    );
  });

  it('says that the venue does not list a pair, who can not trade for it, and what was meant', async () => {
    const unlisted = folder.path('unlisted.yaml');
    writeFileSync(unlisted, DAEMON_CONFIG.replace('symbol: BTC/EUR', 'symbol: BTX/EUR').replace('[BTC/EUR,', '[BTX/EUR,'));
    const { stderr } = await sluice(['run', unlisted, '--for', '2s', '--state', folder.path('unlisted')]);
    expect(stderr).toContain("the venue does not list BTX/EUR, so btc-maker can't trade; did you mean BTC/EUR?");
  });

  it('refuses a configuration with its place, and starts nothing', async () => {
    const broken = folder.path('broken.yaml');
    writeFileSync(broken, DAEMON_CONFIG.replace('spreadBps: 4', 'spreadBps: 4000'));
    const ended = await start(['run', broken, '--state', folder.path('broken')]).ended;
    expect(ended.code).toBe(4);
    expect(ended.stderr).toMatch(/broken\.yaml:10:\d+ {2}strategies\.btc-maker\.params\.spreadBps/);
    expect(existsSync(folder.path('broken'))).toBe(false);
  });

  it('explains a state directory that can’t be one', async () => {
    const ended = await start(['run', config, '--state', '/dev/null/state']).ended;
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(/the state directory \/dev\/null\/state can't be used.*\n.*\n.*--state DIR/);
  });

  it('ends in order when nobody reads what it prints any more', async () => {
    const daemon = start(['run', config, '--state', folder.path('unread')]);
    await daemon.until('btc-maker is running');
    daemon.child.stderr?.destroy();
    daemon.child.stdout?.destroy();
    expect(await daemon.ended).toMatchObject({ code: 0 });
    expect(existsSync(join(folder.path('unread'), 'sluice.sock'))).toBe(false);
  });

  it('gives up with exit 1 when a strategy throws where nobody can catch it', async () => {
    writeFileSync(
      folder.path('later.ts'),
      `import { strategy } from 'sluice';
export default strategy({ about: 'Throws later.', params: {}, setup: () => ({ onStart() { setTimeout(() => { throw new Error('too late'); }, 50); } }) });
`,
    );
    const file = folder.path('later.yaml');
    writeFileSync(file, 'mode: demo\nstrategies: { later: { use: ./later.ts, symbol: BTC/EUR, budget: 10 EUR } }\n');
    const ended = await start(['run', file, '--state', folder.path('later')]).ended;
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain('error: an error was thrown where nothing could catch it: too late');
    expect(existsSync(join(folder.path('later'), 'sluice.sock'))).toBe(false);
  });

  it('works in a state directory whose path is too long for a unix socket', async () => {
    const state = join(folder.path('long'), 'x'.repeat(120));
    const daemon = start(['run', config, '--state', state]);
    await daemon.until('btc-maker is running');
    const found = jsonOf(await sluice(['status', '-o', 'json', '--state', state])) as { pid: number };
    expect(found.pid).toBe(daemon.child.pid);
    expect((await sluice(['stop', '--state', state])).code).toBe(0);
    expect((await daemon.ended).code).toBe(0);
  });
});

describe('a daemon whose venue hangs', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('V6: ends on %s, names what is left open and exits with 11', async (signal) => {
    writeFileSync(
      folder.path('far.ts'),
      `import { strategy } from 'sluice';
export default strategy({
  about: 'Rests far below the market.',
  params: {},
  setup: () => ({ onBook: (book, ctx) => ctx.quote([{ side: 'Buy', price: book.mid.times('0.99'), amount: ctx.pair.minVolume.times(10) }]) }),
});
`,
    );
    const file = folder.path('far.yaml');
    writeFileSync(file, 'mode: demo\nstrategies: { far: { use: ./far.ts, symbol: BTC/EUR, budget: 1000 EUR } }\n');
    const simulator = await startSimulator();
    const proxy = await unreliableProxy(simulator.url);
    const state = folder.path(`hanging-${signal}`);
    const daemon = start(['run', file, '--state', state], { ...simulator.env, SLUICE_EXCHANGE_URL: proxy.url });
    await daemon.until('far is running');
    await until(
      async () => jsonOf(await sluice(['orders', 'list', '-o', 'json'], simulator.env)) as readonly unknown[],
      (orders) => orders.length > 0,
    );
    proxy.fate = () => 'hang';
    daemon.kill(signal);
    const { code, stderr } = await daemon.ended;
    expect({ code, stderr }).toEqual({
      code: 11,
      stderr: expect.stringMatching(
        /left open at the venue: order (?:of )?\S+ {2}BTC\/EUR {2}Buy \S+ at \S+ {2}\(far\)[^]*error: 1 left open at the venue/,
      ) as string,
    });
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

    const open = jsonOf(await sluice(['orders', 'list', '-o', 'json'], env));
    expect(open).toEqual([]);
    const fills = jsonOf(await sluice(['fills', 'list', '--limit', '10000', '-o', 'json'], env)) as {
      feeCurrency: string;
      fee: string;
      side: string;
      amount: string;
    }[];
    // Base currency changes only by fills: what was bought and sold, and the fees of what was bought.
    const balances = jsonOf(await sluice(['balances', '-o', 'json'], env)) as { currency: string; total: string }[];
    const moved = fills.reduce((sum, { side, amount, fee, feeCurrency }) => {
      const units = (text: string): bigint => BigInt((Number(text) * 1e8).toFixed(0));
      return sum + (side === 'Buy' ? units(amount) : -units(amount)) - (feeCurrency === 'BTC' ? units(fee) : 0n);
    }, 0n);
    const total = balances.find(({ currency }) => currency === 'BTC')!.total;
    expect((Number(total) * 1e8).toFixed(0)).toBe((200_000_000n + moved).toString());
    await simulator.stop();
  });
});

describe('a launcher that handed over to a newer Node', () => {
  it('V12: is killed with SIGKILL, and the daemon ends in order', async () => {
    const older = folder.path('older.mjs');
    // The launcher takes itself for an older Node; what it starts does not.
    writeFileSync(
      older,
      `if (process.env.SLUICE_LAUNCHER === undefined) Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.0.0' } });`,
    );
    const simulator = await startSimulator();
    const env = { ...simulator.env, SLUICE_STATE: folder.path('orphaned'), NODE_OPTIONS: `--import ${pathToFileURL(older).href}` };
    const launcher = start(['run', config], env);
    await launcher.until(/placed|is running/);
    const { pid } = jsonOf(await sluice(['status', '-o', 'json'], env)) as { pid: number };
    expect(pid).not.toBe(launcher.child.pid);
    launcher.kill('SIGKILL');
    // The streams are closed once the daemon has ended, too.
    const { signal, stderr } = await launcher.ended;
    expect({ signal, stderr }).toEqual({ signal: 'SIGKILL', stderr: expect.stringContaining('ended after') as string });
    expect(jsonOf(await sluice(['orders', 'list', '-o', 'json'], env))).toEqual([]);
    await simulator.stop();
  });
});
