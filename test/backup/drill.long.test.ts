import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dec, ZERO } from '../../src/base/decimal.ts';
import { restoreState } from '../../src/backup/restoreState.ts';
import { knownSeal, SealFile } from '../../src/store/sealFile.ts';
import { DAEMON_CONFIG } from '../cli/daemonConfig.ts';
import { endAll, type Env, jsonOf, type Running, sluice, start, startProcess, startSimulator } from '../cli/processes.ts';
import type { Ran } from '../cli/testIo.ts';
import { temporaryFolder } from '../cli/temporaryFolder.ts';

const folder = temporaryFolder();
const config = folder.path('daemon.yaml');
beforeAll(() => {
  writeFileSync(config, DAEMON_CONFIG);
});
afterAll(async () => {
  await endAll();
  folder.remove();
});

interface Execution {
  readonly orderId: string;
  readonly amount: string;
}

const data = async <T>(env: Env, ...words: string[]): Promise<T> => {
  const { code, stdout, stderr } = await sluice([...words, '-o', 'json'], env);
  expect({ words, code, stderr: stderr.split('\n').filter((line) => line !== '' && !line.startsWith('{"note"')) }).toEqual({
    words,
    code: 0,
    stderr: [],
  });
  return JSON.parse(stdout) as T;
};
const fillsOf = (env: Env): Promise<readonly Execution[]> => data(env, 'fills', 'list', '--limit', '100000');
/** On a machine that is too busy, an order or a cancel may be too old by the time it would be sent. Nothing was sent then. */
async function sent(env: Env, words: readonly string[], tries = 5): Promise<Ran> {
  const ran = await sluice([...words, '--yes', '-o', 'json'], env);
  return ran.code !== 0 && tries > 1 && ran.stderr.includes('"outcome":"not-sent"') ? sent(env, words, tries - 1) : ran;
}

async function place(env: Env, price: string): Promise<string> {
  const order = ['--symbol', 'LTC/EUR', '--side', 'Buy', '--amount', '1', '--price', price];
  const { code, stdout, stderr } = await sent(env, ['orders', 'place', ...order]);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return (JSON.parse(stdout) as { orderId: string }).orderId;
}

/** So many executions more than now. */
async function moreFills(daemon: Running, count: number): Promise<void> {
  const filled = (): number => daemon.stdout().split(': filled ').length + daemon.stderr().split(': filled ').length;
  const before = filled();
  await daemon.until(() => filled() >= before + count);
}

/** What the venue itself says was executed, by order. */
async function executedAtVenue(env: Env): Promise<ReadonlyMap<string, string>> {
  const sums = new Map<string, string>();
  for (let page = 0; ; page++) {
    const words = ['api', 'exchange.trades.list', '--page', String(page), '--count', '100'];
    const { items } = await data<{ items: readonly { id: string; amount: string; status: string }[] }>(env, ...words);
    for (const { id, amount, status } of items) {
      if (/executed/i.test(status))
        sums.set(
          id,
          dec(sums.get(id) ?? '0')
            .plus(amount)
            .toFixed(),
        );
    }
    if (items.length < 100) return sums;
  }
}

function byOrder(fills: readonly Execution[]): ReadonlyMap<string, string> {
  const orders = Map.groupBy(fills, ({ orderId }) => orderId);
  return new Map([...orders].map(([id, rows]) => [id, rows.reduce((sum, { amount }) => sum.plus(amount), ZERO).toFixed()]));
}

describe(restoreState.name, () => {
  it('drill: backup under load, kill, restore, recover, reconcile: nothing is lost or doubled, and totals are equal', async () => {
    const at = (name: string): string => folder.path(`life/${name}`);
    mkdirSync(at('backups'), { recursive: true });
    const simulator = await startSimulator();
    const env: Env = { ...simulator.env, SLUICE_STATE: at('state'), SLUICE_ACCOUNTS: at('accounts') };
    const first = start(['run', config], env);
    await moreFills(first, 2);
    const known = await place(env, '50');
    const made: { path: string }[] = [];
    for (let i = 0; i < 3; i++) {
      made.push(await data<{ path: string }>(env, 'backup', at('backups')));
      await moreFills(first, 1);
    }
    const { path } = made[1]!;
    const listed = await startProcess('tar', ['tf', path], { PATH: process.env['PATH']! }).ended;
    expect(listed.stdout).toMatch(/^manifest\.json\nmanifest\.sha256\naccount-\w{12}\.sqlite\n/);
    await moreFills(first, 3);
    const lost = await place(env, '49');
    first.kill('SIGKILL');
    await first.ended;
    renameSync(at('state'), at('state.gone'));

    // As if it had ended three minutes ago: nothing can be on its way any more.
    const [seal] = readdirSync(at('accounts')).filter((name) => name.endsWith('.seal'));
    const file = new SealFile(at(`accounts/${seal!}`));
    const sealed = knownSeal(at(`accounts/${seal!}`))!;
    file.write({ ...sealed, at: sealed.at - 180_000 }, true);
    file.close();

    await data(env, 'restore', path);
    const refused = await sluice(
      ['orders', 'place', '--symbol', 'LTC/EUR', '--side', 'Buy', '--amount', '1', '--price', '48', '--yes', '-o', 'json'],
      env,
    );
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.stderr)).toMatchObject({
      error: 'journal-incomplete',
      suggestion: expect.stringContaining('sluice recover') as string,
    });
    expect((await start(['run', config], env).ended).code).toBe(1);

    const recovery = await data<{ unknownOrders: string }>(env, 'recover', '--yes');
    const unknown = recovery.unknownOrders.split(' ');
    expect(unknown).toContain(lost);
    expect(unknown).not.toContain(known);
    const booked = byOrder(await fillsOf(env));
    const executed = await executedAtVenue(env);
    for (const [id, amount] of booked) expect(dec(amount).lte(executed.get(id) ?? '0'), id).toBe(true);
    // The market goes on: an order that nobody knows may be executed before it is canceled.
    for (const id of unknown) {
      const { code, stderr } = await sent(env, ['orders', 'cancel', id]);
      expect([0, 3], stderr).toContain(code);
    }

    // What was stopped after the backup is not known any more, so that a person has to say that trading goes on.
    expect((await sluice(['resume', '--all', '--yes'], env)).code).toBe(0);
    // Where a replacement was on its way when the backup was made, the pair opens as soon as it is certain that nothing came of it.
    const second = start(['run', config], env);
    await moreFills(second, 2);
    expect((await sluice(['stop'], env)).code).toBe(0);
    expect((await second.ended).code).toBe(0);
    expect(jsonOf(await sluice(['orders', 'list', '-o', 'json'], env))).toEqual([expect.objectContaining({ id: known })]);
    const reconciled = await sluice(['reconcile', '-o', 'json'], env);
    expect(reconciled, reconciled.stdout + reconciled.stderr).toMatchObject({ code: 0 });
    expect(byOrder(await fillsOf(env))).toEqual(await executedAtVenue(env));
    await simulator.stop();
  });
});
