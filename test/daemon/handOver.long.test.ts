import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../src/base/systemClock.ts';
import { sluice } from '../cli/processes.ts';
import { temporaryFolder } from '../store/builders.ts';
import { postgresMissing, PostgresServer } from '../store/postgresServer.ts';
import { startVenue, type VenueProcess } from '../torture/startVenue.ts';
import { until } from '../until.ts';

/** Five to six seconds, on a machine that has nothing else to do. */
const TAKEN_WITHIN_MS = 60_000;

interface Running {
  readonly child: ChildProcess;
  readonly said: () => string;
  readonly tradesSince: () => number | undefined;
}

let folder: ReturnType<typeof temporaryFolder>;
let postgres: PostgresServer;
let venue: VenueProcess;
let env: Readonly<Record<string, string>>;
const running: Running[] = [];

beforeEach(async ({ skip }) => {
  const missing = postgresMissing();
  if (missing !== undefined) skip(`NOT TESTED: ${missing}`);
  folder = temporaryFolder();
  postgres = await new PostgresServer().start();
  venue = startVenue(1);
  env = await venue.env();
  writeFileSync(join(folder.path, 'pair.yaml'), `${readFileSync('config/demo.yaml', 'utf8')}\nstore: ${postgres.url}\n`);
});
afterEach(async () => {
  for (const { child } of running.splice(0)) await ended(child, 'SIGKILL');
  if (venue !== undefined) await ended(venue.child, 'SIGKILL');
  await postgres?.remove();
  folder?.remove();
});

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}

const STANDS_BY = /^standing by for account-[0-9a-f]{12} since \S+Z: the store \S+ is in use by process \d+ of \S+, since \S+Z$/m;

/** A daemon on a machine of its own, as far as its folders go. */
function daemonOn(machine: string): Running {
  const place = join(folder.path, machine);
  const args = ['bin/sluice.js', 'run', join(folder.path, 'pair.yaml'), '--standby', '--plain', '--state', place];
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'], HOME: folder.path, ...env, SLUICE_ACCOUNTS: join(place, 'accounts') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  let since: number | undefined;
  for (const stream of [child.stdout, child.stderr] as readonly Readable[]) {
    stream.on('data', (bytes: Buffer) => {
      text += String(bytes);
      if (text.includes('127.0.0.1') && /^(?:DEMO|LIVE) /m.test(text)) since ??= systemClock.monotonicMs();
    });
  }
  const one = { child, said: () => text, tradesSince: () => since };
  running.push(one);
  return one;
}

it.each(['SIGKILL', 'SIGSTOP'] as const)(
  'a standby takes over from an owner that gets %s, and what wakes up later sends nothing',
  async (signal) => {
    const alpha = daemonOn('alpha');
    await until(alpha.tradesSince);
    const beta = daemonOn('beta');
    await until(() => beta.said().includes('standing by'));
    const goneMs = systemClock.monotonicMs();
    alpha.child.kill(signal);
    const takenMs = (await until(beta.tradesSince))! - goneMs;
    process.stdout.write(`taken over after ${Math.round(takenMs)} ms\n`);
    expect(takenMs).toBeLessThan(TAKEN_WITHIN_MS);
    if (signal === 'SIGKILL') return;
    alpha.child.kill('SIGCONT');
    await until(() => alpha.said().includes('the account was taken over; standing by again in 1'));
    await until(() => /standing by again[^]*standing by: .* is in use by process \d+/.test(alpha.said()));
    expect(alpha.said()).not.toContain('its cancel was sent');
    for (const line of alpha.said().matchAll(/^left open at the venue: .*/gm))
      expect(line[0]).toContain('the new owner of the account has it');
    expect([alpha.child.exitCode, beta.child.exitCode]).toEqual([null, null]);
  },
);

it('a standby says for whom it waits, carries the kill switch to the owner, and stops', async () => {
  const alpha = daemonOn('alpha');
  await until(alpha.tradesSince);
  const beta = daemonOn('beta');
  await until(() => beta.said().includes('standing by'));
  const place = join(folder.path, 'beta');
  const bare = (...argv: string[]) => sluice([...argv, '--state', place], { ...env, SLUICE_ACCOUNTS: join(place, 'accounts') });
  const ask = (...argv: string[]) => bare(...argv, '-c', join(folder.path, 'pair.yaml'));

  const status = await ask('status');
  expect(status).toMatchObject({ code: 0, stdout: expect.stringMatching(STANDS_BY) as string });
  expect(JSON.parse((await ask('status', '-o', 'json')).stdout)).toMatchObject({ state: 'standing-by', pid: beta.child.pid });
  const paused = await ask('pause', '--all');
  expect(paused).toMatchObject({
    code: 7,
    stderr: expect.stringMatching(/the daemon here is standing by for .*type it on the machine of the owner/s) as string,
  });

  // A person in a hurry names no configuration.
  const reduced = await bare('reduce');
  expect(reduced.stderr).toMatch(/the daemon that stands by here has the configuration \S+pair\.yaml\n[^]*has done it\n/);
  expect(reduced.code).toBe(0);
  for (const argv of [
    ['resume', '--all'],
    ['orders', 'cancel', '--all', '--yes'],
  ])
    expect(await bare(...argv)).toMatchObject({
      code: 7,
      stderr: expect.stringContaining('type it on the machine of the owner') as string,
    });
  const killed = await ask('kill');
  expect(killed.stderr).toMatch(/asked process \d+ of \S+, since \S+, through the store .*\n[^]*has done it\n/);
  expect(killed.code).toBe(0);
  expect(alpha.said()).toMatch(/the operator asked for it on /);
  expect(beta.child.exitCode).toBeNull();

  const stopped = await ask('stop');
  expect(stopped).toMatchObject({ code: 0, stderr: expect.stringContaining('the daemon has stopped') as string });
  if (beta.child.exitCode === null && beta.child.signalCode === null) await once(beta.child, 'exit');
  expect([alpha.child.exitCode, beta.child.exitCode]).toEqual([null, 0]);

  // Who takes over from one that was killed begins so, and says it first.
  await ended(alpha.child, 'SIGKILL');
  const gamma = daemonOn('gamma');
  await until(gamma.tradesSince);
  expect(gamma.said()).toMatch(/^DEMO .* HALTED/m);
});

it('a kill that the server could not take is written down nowhere, says so soon, and is handed on to whoever has taken over meanwhile', async () => {
  const alpha = daemonOn('alpha');
  await until(alpha.tradesSince);
  const beta = daemonOn('beta');
  await until(() => beta.said().includes('standing by'));
  await postgres.kill();
  await until(() => /the store \S+ is away/.test(alpha.said()));
  const place = join(folder.path, 'alpha');
  const own = { ...env, SLUICE_ACCOUNTS: join(place, 'accounts') };
  const killed = await sluice(['kill', '-c', join(folder.path, 'pair.yaml'), '--state', place], own);
  expect(killed).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/it has stopped here, and could not be written down yet.*api exchange\.orders\.cancel/s) as string,
  });
  alpha.child.kill('SIGSTOP');
  await postgres.start();
  await until(beta.tradesSince);
  expect(beta.said()).not.toContain('HALTED');
  alpha.child.kill('SIGCONT');
  await until(() => /all trading is HALTED: the operator asked for it on /.test(beta.said()));
  expect(alpha.said()).toMatch(/the stop \(the operator asked for it\) was handed on to the new owner of the account, process \d+ of /);
});
