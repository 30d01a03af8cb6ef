import { once } from 'node:events';
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { HOUR_MS } from '../../src/base/instant.ts';
import { endedWithUs } from '../endedWithUs.ts';
import { ownFolder } from '../ownFolder.ts';
import { descriptorsOf, rowsIn } from './held.ts';
import type { Bound, Sample } from './slopes.ts';
import { soakStrategies, SYMBOLS } from './soakStrategies.ts';

export interface RealSoak {
  readonly hours: number;
  readonly seed: number;
  readonly tell: (sample: Sample) => void;
}

const BIN = fileURLToPath(new URL('../../bin/sluice.js', import.meta.url));
const MB = 2 ** 20;
const SAMPLES = 120;

/** The heap of a process that collects when it likes moves up and down by some megabytes: a leak of books would be many more. */
export const REAL_BOUNDS: readonly Bound[] = [
  { name: 'memory', unit: 'MB', perHour: 5 },
  { name: 'descriptors', unit: '', perHour: 2 },
  { name: 'timers', unit: '', perHour: 2 },
  { name: 'unresolved', unit: '', perHour: 1 },
  { name: 'database', unit: 'bytes for each row', perHour: 100 },
];

/** A real daemon, as people run it, against a simulator in another process, of whose calls four in a hundred fail. */
export async function soakReal({ hours, seed, tell }: RealSoak): Promise<readonly Sample[]> {
  const folder = ownFolder('sluice-soak-');
  const children: ChildProcess[] = [];
  try {
    const simulator = started(children, [
      'simulator',
      '--symbols',
      String(SYMBOLS),
      '--seed',
      String(seed),
      '--faults',
      'flaky',
      '-o',
      'json',
    ]);
    const { exchange } = JSON.parse(await lineOf(simulator, /^\{/)) as { exchange: { url: string; key: string; secret: string } };
    const state = join(folder, 'state');
    const config = join(folder, 'soak.yaml');
    writeFileSync(config, stringify(configuration(seed)));
    const daemon = started(children, ['run', config, '--plain'], {
      SLUICE_STATE: state,
      SLUICE_ACCOUNTS: join(folder, 'accounts'),
      SLUICE_EXCHANGE_URL: exchange.url,
      SLUICE_EXCHANGE_KEY: exchange.key,
      SLUICE_EXCHANGE_SECRET: exchange.secret,
    });
    const [, metrics] = /(http:\/\/127\.0\.0\.1:\d+\/metrics)/.exec(await lineOf(daemon, /\/metrics/))!;
    const ended = once(daemon, 'exit').then(([code]) => {
      throw new Error(`the daemon has ended with ${code as number}`);
    });
    ended.catch(() => undefined);
    const samples: Sample[] = [];
    const begunMs = performance.now();
    for (let i = 1; i <= SAMPLES; i++) {
      await Promise.race([pause((hours * HOUR_MS * i) / SAMPLES - (performance.now() - begunMs)), ended]);
      const values = { ...(await heldBy(daemon.pid!, metrics!)), ...(await rowsIn(databaseIn(state))) };
      samples.push({ hours: (performance.now() - begunMs) / HOUR_MS, values });
      tell(samples.at(-1)!);
    }
    return samples;
  } finally {
    for (const child of children) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

function configuration(seed: number): object {
  const strategies = soakStrategies(seed).map(({ name, use, symbol, params }) => [
    name,
    { use, symbol, budget: `1000000 ${symbol.split('/')[1]!}`, params },
  ]);
  return {
    mode: 'demo',
    metrics: { port: 0 },
    venue: { rateLimit: { perSecond: 60, burst: 60 }, knows: { replace: 'atomic-keeps-id' } },
    risk: { maxOpenOrders: 100, maxOrdersPerMinute: 10_000 },
    strategies: Object.fromEntries(strategies) as object,
  };
}

function started(children: ChildProcess[], argv: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
  const child = spawn(process.execPath, ['--max-semi-space-size=4', BIN, ...argv], {
    env: { TZ: 'UTC', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endedWithUs(child);
  children.push(child);
  return child;
}

/** The first line like that on either stream. What comes later is read and forgotten. */
function lineOf(child: ChildProcess, like: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let last = '';
    for (const stream of [child.stdout!, child.stderr!]) {
      createInterface({ input: stream }).on('line', (line) => {
        last = line;
        if (like.test(line)) resolve(line);
      });
    }
    child.once('exit', (code) => reject(new Error(`${child.spawnargs.slice(2).join(' ')} has ended with ${code}: ${last}`)));
  });
}

function databaseIn(state: string): string {
  return join(
    state,
    readdirSync(state).find((name) => /^account-\w+\.sqlite$/.test(name))!,
  );
}

async function heldBy(pid: number, metrics: string): Promise<Readonly<Record<string, number>>> {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!;
  const text = await (await fetch(metrics)).text();
  const [, timers] = /^nodejs_active_resources_total (\d+)$/m.exec(text)!;
  return { memory: (Number(kilobytes) * 1024) / MB, descriptors: descriptorsOf(pid), timers: Number(timers) };
}
