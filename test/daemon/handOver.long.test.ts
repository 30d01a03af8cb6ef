import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../src/base/systemClock.ts';
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
    await once(alpha.child, 'exit');
    expect(alpha.said()).toContain('taken');
    expect(beta.child.exitCode).toBeNull();
  },
);
