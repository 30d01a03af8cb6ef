import { mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ordersPlace } from '../../src/cli/commands/ordersPlace.ts';
import { endAll, type Env, sluice, start, startSimulator } from './processes.ts';
import { run } from './testIo.ts';
import { type UnreliableProxy, unreliableProxy } from './unreliableProxy.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const folder = temporaryFolder();
let simulator: Awaited<ReturnType<typeof startSimulator>>;
let proxy: UnreliableProxy;
let env: Env;

beforeAll(async () => {
  simulator = await startSimulator();
  proxy = await unreliableProxy(simulator.url);
  env = { ...simulator.env, SLUICE_EXCHANGE_URL: proxy.url };
});

afterAll(async () => {
  await endAll();
  await proxy.close();
  folder.remove();
});

const PLACE = '/v1/spot-trading/orders';
const posts = (): number => proxy.seen.filter((seen) => seen === `POST ${PLACE}`).length;
const place = (symbol: string, price: string) =>
  [...ordersPlace.name.split(' '), '--symbol', symbol, '--side', 'Buy', '--amount', '1', '--price', price, '--yes', '-o', 'json'] as const;
const at = (state: string): Env => ({ ...env, SLUICE_STATE: folder.path(state), SLUICE_ACCOUNTS: folder.path(`${state}-accounts`) });

function failure({ stderr }: { readonly stderr: string }): unknown {
  return JSON.parse(stderr);
}

describe('an order whose answer is lost', () => {
  it('is found and adopted: exit 0, one request on the wire', async () => {
    const before = posts();
    proxy.fate = (method, path) => (method === 'POST' && path === PLACE ? 'lose-answer' : 'pass');
    const placed = await sluice(place('LTC/EUR', '50'), at('adopted'));
    proxy.fate = () => 'pass';
    expect(placed).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(placed.stdout)).toMatchObject({ outcome: 'opened', adopted: true, amount: '1', price: '50' });
    expect(posts() - before).toBe(1);
    const listed = await sluice(['orders', 'list', '-o', 'json'], at('adopted'));
    expect(JSON.parse(listed.stdout)).toEqual([
      expect.objectContaining({ symbol: 'LTC/EUR', price: '50', amount: '1', strategy: 'operator' }),
    ]);
  });

  it('that never arrived stays unknown: exit 8, one request on the wire, a row in the journal, and a lane that takes no other', async () => {
    const before = posts();
    proxy.fate = (method, path) => (method === 'POST' && path === PLACE ? 'lose-request' : 'pass');
    const placed = await sluice(place('SOL/EUR', '100'), at('unknown'));
    proxy.fate = () => 'pass';
    expect(placed.code).toBe(8);
    expect(failure(placed)).toMatchObject({ error: 'unknown-outcome', outcome: 'unknown' });
    const again = await sluice(place('SOL/EUR', '100'), at('unknown'));
    expect(again.code).toBe(7);
    expect(failure(again)).toMatchObject({ error: 'lane-frozen', outcome: 'not-sent' });
    expect(posts() - before).toBe(1);
    const { stderr } = await sluice(['orders', 'list'], at('unknown'));
    expect(stderr).toContain('place SOL/EUR Buy Limit 1 100');
    expect(stderr).toContain('is unknown');
  });

  it('can be decided by hand: what is known is shown, a confirmation is asked for, and the lane opens', async () => {
    const unresolved = await sluice(['orders', 'unresolved', '-o', 'json'], at('unknown'));
    const [row] = JSON.parse(unresolved.stdout) as { readonly id: string }[];
    expect(row).toMatchObject({ state: 'unknown', what: 'place SOL/EUR Buy Limit 1 100', atRisk: '100 EUR', strategy: 'operator' });
    const resolve = (...more: string[]) => sluice(['orders', 'resolve', row!.id, ...more], at('unknown'));
    expect((await resolve('--yes')).code).toBe(2);
    expect((await resolve('--not-placed', '--adopt', '1', '--yes')).code).toBe(2);
    const unconfirmed = await resolve('--not-placed');
    expect(unconfirmed.code).toBe(9);
    expect(unconfirmed.stderr).toContain('100 EUR is reserved for it and is released');
    expect(unconfirmed.stderr).toMatch(/it was sent at .*; the venue may take it until .*, by its clock/);
    expect(unconfirmed.stderr).toContain('no running daemon has looked for it');
    expect((await resolve('--adopt', '4711', '--yes')).code).toBe(3);
    // It waits for as long as the venue may take the order.
    const resolved = await resolve('--not-placed', '--yes');
    expect(resolved.stderr).toContain('may still be on its way');
    expect(resolved).toMatchObject({ code: 0, stdout: `not-placed  intentId ${row!.id}\n` });
    expect((await resolve('--not-placed', '--yes')).code).toBe(7);
    expect(await sluice(['orders', 'unresolved', '-o', 'json'], at('unknown'))).toMatchObject({ code: 0, stdout: '[]\n' });
    expect((await sluice(place('SOL/EUR', '100'), at('unknown'))).code).toBe(0);
  });
});

describe('that nothing came of an order', () => {
  /** An order that never arrived at a venue which takes requests for so long, with the arguments that decide it. */
  const lost = async (state: string, window: string): Promise<readonly string[]> => {
    const file = folder.path(`${state}.yaml`);
    writeFileSync(file, `venue: { knows: { timestampWindow: ${window} } }\n`);
    proxy.fate = (method, path) => (method === 'POST' && path === PLACE ? 'lose-request' : 'pass');
    const placed = await sluice([...place('SOL/EUR', '80'), '--config', file], at(state));
    proxy.fate = () => 'pass';
    expect(placed.code).toBe(8);
    const unresolved = await sluice(['orders', 'unresolved', '-o', 'json', '--config', file], at(state));
    const [row] = JSON.parse(unresolved.stdout) as { readonly id: string }[];
    return ['orders', 'resolve', row!.id, '--not-placed', '--yes', '-o', 'json', '--config', file];
  };

  it('is refused at once where the venue may take it for longer than anybody waits', async () => {
    const refused = await sluice(await lost('longer', '10m'), at('longer'));
    expect(refused.code).toBe(7);
    expect(refused.stderr).toMatch(/may still be on its way.*repeat it at/);
    expect(refused.stderr).not.toContain('waiting');
  });

  it('is waited for, which programs are told too, and is left as it was when that is stopped', async () => {
    const argv = await lost('stopped', '2m');
    const waiting = start(argv, at('stopped'));
    await waiting.until('{"note":"waiting: ');
    waiting.kill('SIGINT');
    const { code, stderr } = await waiting.ended;
    expect(stderr).toContain('nothing was decided');
    expect(code).toBe(1);
    const unresolved = await sluice(['orders', 'unresolved', '-o', 'json'], at('stopped'));
    expect(JSON.parse(unresolved.stdout)).toMatchObject([{ id: argv[2], state: 'unknown' }]);
  });
});

describe('V9: one account, one journal', () => {
  it('an order of unknown outcome shuts its lane for a command in another directory too', async () => {
    const accounts = { ...env, SLUICE_ACCOUNTS: folder.path('v9-accounts') };
    const [first, second] = ['v9-first', 'v9-second'].map((name) => folder.path(name)) as [string, string];
    for (const cwd of [first, second]) mkdirSync(cwd);
    const before = posts();
    proxy.fate = (method, path) => (method === 'POST' && path === PLACE ? 'lose-request' : 'pass');
    const placed = await run(place('SOL/EUR', '90'), { env: accounts, cwd: first });
    proxy.fate = () => 'pass';
    expect(placed.code).toBe(8);
    const again = await run(place('SOL/EUR', '90'), { env: accounts, cwd: second });
    expect(again.code).toBe(7);
    expect(failure(again)).toMatchObject({ error: 'lane-frozen', outcome: 'not-sent' });
    expect(posts() - before).toBe(1);
    const elsewhere = await run([...place('SOL/EUR', '90'), '--state', 'elsewhere'], { env: accounts, cwd: second });
    expect(failure(elsewhere)).toMatchObject({ error: 'configuration', message: expect.stringContaining(first) as string });
    expect(elsewhere.code).toBe(4);
    expect(posts() - before).toBe(1);
  });
});

describe('a command that is killed between journal and answer', () => {
  it('is never sent again: the next one finds its order and goes on', async () => {
    const before = posts();
    let killed: (() => void) | undefined;
    const wasKilled = new Promise<void>((resolve) => (killed = resolve));
    proxy.fate = (method, path) => {
      if (method !== 'POST' || path !== PLACE) return 'pass';
      placing.kill('SIGKILL');
      killed?.();
      return 'lose-answer';
    };
    const placing = start(place('ETH/EUR', '1000'), at('killed'));
    await Promise.race([wasKilled, placing.ended]);
    expect(await placing.ended).toMatchObject({ signal: 'SIGKILL' });
    proxy.fate = () => 'pass';
    const next = await sluice(place('ETH/EUR', '1001'), at('killed'));
    // The order is at the venue. Either it was adopted at once, or its lane is still frozen and nothing is sent.
    expect([0, 7]).toContain(next.code);
    expect(posts() - before).toBe(next.code === 0 ? 2 : 1);
    const { stdout } = await sluice(['orders', 'list', '--symbol', 'ETH/EUR', '-o', 'json'], at('killed'));
    const prices = (JSON.parse(stdout) as { price: string }[]).map(({ price }) => price);
    expect(prices.filter((price) => price === '1000')).toHaveLength(1);
  });

  it('shows its lane as frozen when nothing arrived', async () => {
    const before = posts();
    let killed: (() => void) | undefined;
    const wasKilled = new Promise<void>((resolve) => (killed = resolve));
    proxy.fate = (method, path) => {
      if (method !== 'POST' || path !== PLACE) return 'pass';
      killed?.();
      return 'hang';
    };
    const placing = start(place('LTC/EUR', '51'), at('lost'));
    await Promise.race([wasKilled, placing.ended]);
    placing.kill('SIGKILL');
    await placing.ended;
    proxy.fate = () => 'pass';
    const next = await sluice(place('LTC/EUR', '52'), at('lost'));
    expect(next.code).toBe(7);
    expect(failure(next)).toMatchObject({ error: 'lane-frozen' });
    expect(posts() - before).toBe(1);
  });
});
