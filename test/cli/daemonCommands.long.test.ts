import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { status } from '../../src/cli/commands/status.ts';
import { stop } from '../../src/cli/commands/stop.ts';
import { DAEMON_CONFIG } from './daemonConfig.ts';
import { endAll, type Env, jsonOf, type Running, sluice, start } from './processes.ts';
import { until } from '../until.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const folder = temporaryFolder();
const config = folder.path('daemon.yaml');

beforeAll(() => writeFileSync(config, DAEMON_CONFIG));
afterAll(async () => {
  await endAll();
  folder.remove();
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
    const second = await start(['run', config], env).ended;
    expect(second.code).toBe(7);
    expect(second.stderr).toContain(`process ${daemon.child.pid}`);
    expect(statSync(join(state, 'sluice.sock')).mode & 0o777).toBe(0o600);
  });

  it('show it', async () => {
    expect(jsonOf(await sluice([status.name, '-o', 'json'], env))).toMatchObject({
      world: 'DEMO',
      pid: daemon.child.pid,
      state: 'running',
    });
    const { stdout, code } = await sluice(['status'], env);
    expect(stdout).toMatch(
      /^resolve not placed after .* at the soonest: orders show within .*, lists are at most .* old \(measured on \d+ orders\)$/m,
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/btc-maker\s+BTC\/EUR\s+running/);
    expect(stdout).toMatch(/^book {4}BTC\/EUR {2}mid \d+\.\d\d {2}spread .* old$/m);
  });

  it('tell why an order is there, from the book to the fill', async () => {
    const [fill] = jsonOf(await sluice(['fills', 'list', '--limit', '1', '-o', 'json'], env)) as { readonly orderId: string }[];
    // The session of a running daemon is written every few seconds.
    const steps = await until(
      async () => (jsonOf(await sluice(['why', fill!.orderId, '-o', 'json'], env)) as { readonly step: string }[]).map(({ step }) => step),
      (seen) => seen.includes('decided'),
    );
    for (const step of ['book', 'decided', 'checked', 'journalled', 'sent', 'settled', 'fill']) expect(steps).toContain(step);
    expect(await sluice(['why', '4711'], env)).toMatchObject({ code: 3, stderr: expect.stringContaining('has the id 4711') as string });
  });

  it('work an order in it, show how far it is, and end it', async () => {
    const execute = ['execute', 'iceberg', '--symbol', 'BTC/EUR', '--side', 'Buy', '--amount', '0.02', '--show', '0.01', '--limit', '1000'];
    const begun = jsonOf(await sluice([...execute, '--yes', '-o', 'json'], env)) as { readonly outcome: string; readonly orderId: string };
    expect(begun).toMatchObject({ outcome: 'working', message: expect.stringContaining('0 of 0.02 BTC done') as string });
    const { orderId } = begun;
    const listed = jsonOf(await sluice(['orders', 'list', '-o', 'json'], env)) as { readonly id: string }[];
    expect(listed.find(({ id }) => id === orderId)).toMatchObject({ type: 'iceberg', strategy: 'operator', state: 'working' });
    expect((await sluice(['status'], env)).stdout).toContain('0 of 0.02 BTC done');
    expect(jsonOf(await sluice(['orders', 'cancel', orderId, '--yes', '-o', 'json'], env))).toEqual({ outcome: 'canceled', orderId });
    type Row = { readonly step: string; readonly detail: string };
    // The session of a running daemon is written every few seconds.
    const story = await until(
      async (): Promise<readonly Row[]> => {
        const { code, stdout } = await sluice(['why', orderId, '--quick', '-o', 'json'], env);
        return code === 0 ? (JSON.parse(stdout) as Row[]) : [];
      },
      (rows) => rows.some(({ detail }) => detail.includes('it is done')),
    );
    expect(story.map(({ step }) => step)).toEqual(expect.arrayContaining(['operator', 'kept', 'decided', 'journalled', 'closed']));
    expect((await sluice(['execute', 'peg', '--symbol', 'BTC/EUR', '--side', 'Buy', '--amount', '1', '--yes'], env)).stderr).toContain(
      'peg needs --limit',
    );
  });

  it('read the venue through it', async () => {
    const reading = ['pairs', 'stats', 'balances', 'orders list', 'fills list', 'convert history'].map(async (command) => {
      const rows = jsonOf(await sluice([...command.split(' '), '-o', 'json'], env));
      expect([command, Array.isArray(rows)]).toEqual([command, true]);
    });
    await Promise.all(reading);
    const { stderr, stdout } = await sluice(['book', 'BTC/EUR', '--depth', '2'], env);
    expect(stderr).toMatch(/^DEMO 127\.0\.0\.1:\d+ key …\w{4}, through the running daemon\n$/);
    expect(stdout.trim().split('\n')).toHaveLength(3);
  });

  it('place, list, move and cancel an order', async () => {
    const order = ['--symbol', 'LTC/EUR', '--type', 'Limit', '--side', 'Buy', '--amount', '0.5', '--price', '50.5'];
    const placed = jsonOf(await sluice(['orders', 'place', ...order, '--yes', '-o', 'json'], env)) as { orderId: string };
    const { orderId } = placed;
    expect(placed).toMatchObject({ outcome: 'opened', amount: '0.5', price: '50.5' });
    const listed = jsonOf(await sluice(['orders', 'list', '--symbol', 'LTC/EUR', '-o', 'json'], env));
    expect(listed).toEqual([expect.objectContaining({ id: orderId, amount: '0.5', price: '50.5', strategy: 'operator' })]);
    const moved = jsonOf(await sluice(['orders', 'replace', orderId, '--amount', '0.7', '--price', '51', '--yes', '-o', 'json'], env));
    expect(moved).toMatchObject({ outcome: 'replaced', orderId, amount: '0.7', price: '51' });
    const canceled = jsonOf(await sluice(['orders', 'cancel', orderId, '--yes', '-o', 'json'], env));
    expect(canceled).toEqual({ outcome: 'canceled', orderId });
    expect((await sluice(['orders', 'cancel', orderId, '--yes'], env)).code).toBe(7);
  });

  it('answers alike for an order that nobody knows, whatever is to be done to it', async () => {
    const unknown = await Promise.all([
      sluice(['orders', 'cancel', '123456', '--yes', '-o', 'json'], env),
      sluice(['orders', 'replace', '123456', '--amount', '0.7', '--price', '51', '--yes', '-o', 'json'], env),
    ]);
    expect(unknown.map(({ code }) => code)).toEqual([3, 3]);
    for (const { stderr } of unknown)
      expect(JSON.parse(stderr)).toMatchObject({
        error: 'not-found',
        suggestion: expect.stringContaining('sluice orders list') as unknown,
      });
  });

  it('say what to change: a limit of the configuration only where one decides', async () => {
    const place = async (...more: string[]): Promise<string> => {
      const { stderr } = await sluice(['orders', 'place', '--symbol', 'LTC/EUR', '--side', 'Buy', '--yes', '-o', 'json', ...more], env);
      return (JSON.parse(stderr) as { suggestion: string }).suggestion;
    };
    expect(await place('--amount', '0.0000001', '--price', '50')).toBe('`sluice pairs` shows the steps of price and amount');
    expect(await place('--amount', '0.001', '--price', '50')).toBe('`sluice pairs` shows the least and the most amount');
    expect(await place('--amount', '90000', '--price', '50')).toMatch(/least and the most amount|maxOrderValue/);
    expect(await place('--amount', '150', '--price', '50')).toBe('change the request, or risk.maxOrderValue in the configuration');
  });

  it('leaves out what an order has not: a market order has no price', async () => {
    const market = ['--symbol', 'LTC/EUR', '--type', 'Market', '--side', 'Buy', '--amount', '0.5', '--yes'];
    const { code, stdout } = await sluice(['orders', 'place', ...market], env);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^opened {2}orderId \d+ {2}symbol LTC\/EUR {2}type Market {2}side Buy {2}amount 0\.5\n$/);
  });

  it('quote and convert', async () => {
    const quote = jsonOf(
      await sluice(['convert', 'quote', '--from', 'EUR', '--to', 'BTC', '--from-amount', '100.10', '-o', 'json'], env),
    ) as {
      id: string;
      toAmount: string;
    };
    expect(quote).toMatchObject({ fromAmount: '100.1' });
    const converted = jsonOf(await sluice(['convert', 'execute', quote.id, '--yes', '-o', 'json'], env));
    expect(converted).toMatchObject({ outcome: 'converted', fromAmount: '100.1', toAmount: quote.toAmount });
    const again = await sluice(['convert', 'execute', quote.id, '--yes', '-o', 'json'], env);
    expect(again.code).toBe(7);
    expect(JSON.parse(again.stderr)).toMatchObject({ error: 'refused', outcome: 'not-sent' });
    expect((await sluice(['convert', 'execute', 'nonsense', '--yes'], env)).code).toBe(3);
  });

  it('pause and resume a strategy', async () => {
    expect(await sluice(['pause', 'btc-maker'], env)).toMatchObject({ code: 0, stderr: 'btc-maker is paused\n' });
    const resumed = await sluice(['resume', 'btc-maker'], env);
    expect(resumed).toMatchObject({ code: 0, stderr: expect.stringContaining('btc-maker may trade again\n') as string });
    expect((await sluice(['pause', 'nobody'], env)).code).toBe(3);
    expect(jsonOf(await sluice(['pause', 'btc-maker', '-o', 'json'], env))).toEqual({ strategy: 'btc-maker', state: 'paused' });
    expect(jsonOf(await sluice(['resume', 'btc-maker', '-o', 'json'], env))).toEqual({ scope: 'btc-maker', left: [] });
    expect(jsonOf(await sluice(['pause', '--all', '-o', 'json'], env))).toEqual({ paused: ['btc-maker'] });
    expect(jsonOf(await sluice(['resume', '--all', '-o', 'json'], env))).toEqual({ scope: 'all', left: [] });
    expect((await sluice(['pause', '--all'], env)).stderr).toContain('btc-maker: paused; `sluice resume --all` lets them go on');
    expect((await sluice(['resume', '--all'], env)).stderr).toContain('all trading may trade again\n');
    await sluice(['kill', 'BTC/EUR'], env);
    const left = [{ scope: 'BTC/EUR', state: 'halted', goesOn: 'by `sluice resume BTC/EUR`' }];
    expect(jsonOf(await sluice(['resume', 'btc-maker', '-o', 'json'], env))).toMatchObject({ scope: 'btc-maker', left });
    await sluice(['pause', 'btc-maker'], env);
    expect((await sluice(['resume', 'BTC/EUR'], env)).stderr).toContain('again\nbtc-maker is still paused; `sluice resume btc-maker`');
    for (const wrong of ['pause', 'resume', 'pause x --all', 'orders cancel', 'orders cancel --symbol BTC/EUR']) {
      expect((await sluice(wrong.split(' '), env)).code, wrong).toBe(2);
    }
  });

  it('kill: by command, signal and file; every output says why, since when, and how it goes on', async () => {
    const killed = await sluice(['kill', '-o', 'json'], env);
    expect(jsonOf(killed)).toMatchObject({ outcome: 'halted' });
    expect(JSON.parse((await sluice(['status', '-o', 'json'], env)).stdout)).toMatchObject({
      state: 'halted',
      stops: [
        { scope: 'all', state: 'halted', cause: 'operator', reason: 'the operator asked for it', goesOn: 'by `sluice resume --all`' },
      ],
      openOrders: 0,
    });
    const { code, stdout, stderr } = await sluice(['status'], env);
    expect(code).toBe(7);
    expect(stdout).toMatch(/^HALTED {2}all trading since \S+: the operator asked for it; it goes on by `sluice resume --all`$/m);
    expect(stderr).toContain('it goes on by `sluice resume --all`');
    const order = ['orders', 'place', '--symbol', 'LTC/EUR', '--side', 'Buy', '--amount', '0.5', '--price', '50.5', '--yes'];
    expect(await sluice(order, env)).toMatchObject({ code: 7, stderr: expect.stringContaining('refused by halted') as string });
    const best = await sluice(['convert', 'best', 'EUR', 'BTC', '--amount', '100', '--yes', '-o', 'json'], env);
    expect([best.code, JSON.parse(best.stderr)]).toMatchObject([
      7,
      { error: 'halted', message: 'all trading is halted: the operator asked for it', suggestion: 'it goes on by `sluice resume --all`' },
    ]);
    expect((await sluice(['resume', '--all'], env)).code).toBe(0);

    daemon.kill('SIGUSR2');
    await until(
      () => stateNow(env),
      (state) => state === 'halted',
    );
    expect((await sluice(['resume', '--all'], env)).code).toBe(0);

    const file = join(state, 'kill');
    writeFileSync(file, '');
    await until(
      () => stateNow(env),
      (now) => now === 'halted',
    );
    const held = await sluice(['status'], env);
    const goesOn = `it goes on when the kill file is gone (\`rm ${file}\`), by \`sluice resume --all\``;
    expect([held.stdout, held.stderr]).toEqual([expect.stringContaining(goesOn), expect.stringContaining(goesOn)]);
    const refused = await sluice(['resume', '--all'], env);
    expect(refused).toMatchObject({ code: 7, stderr: expect.stringContaining(`rm ${file}`) as string });
    rmSync(file);
    expect((await sluice(['resume', '--all'], env)).code).toBe(0);
    expect(await stateNow(env)).toBe('running');
  });

  it('reduce, flatten and cancel all', async () => {
    expect((await sluice(['reduce', 'btc-maker'], env)).stderr).toContain(
      'btc-maker is REDUCING, until the end of this demo, since each one begins anew; it goes on by `sluice resume btc-maker`',
    );
    const reduced = await sluice(['status'], env);
    expect(reduced).toMatchObject({ code: 0, stdout: expect.stringContaining('trading is ACTIVE (btc-maker reducing)') as string });
    expect(reduced.stdout).toMatch(/^btc-maker .* reducing .*btc-maker is reducing: the operator asked for it/m);
    expect((await sluice(['flatten', 'BTC/EUR'], env)).code).toBe(9);
    expect(jsonOf(await sluice(['flatten', 'BTC/EUR', '--yes', '-o', 'json'], env))).toEqual({ outcome: 'closing' });
    const placed = await sluice(
      ['orders', 'place', '--symbol', 'LTC/EUR', '--side', 'Buy', '--amount', '0.5', '--price', '80', '--yes'],
      env,
    );
    expect(placed.code).toBe(0);
    expect(jsonOf(await sluice(['orders', 'cancel', '--all', '--symbol', 'LTC/EUR', '--yes', '-o', 'json'], env))).toMatchObject({
      canceled: 1,
    });
    expect((await sluice(['kill', 'nobody'], env)).code).toBe(3);
    expect((await sluice(['resume', '--all'], env)).code).toBe(0);
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
    expect(jsonOf(await sluice([...order, '--dry-run', '-o', 'json'], env))).toMatchObject({ outcome: 'dry-run', price: '50.5' });
    expect(jsonOf(await sluice(['orders', 'list', '--symbol', 'LTC/EUR', '-o', 'json'], env))).toEqual([]);
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

async function stateNow(env: Env): Promise<string> {
  return (JSON.parse((await sluice(['status', '-o', 'json'], env)).stdout) as { state: string }).state;
}
