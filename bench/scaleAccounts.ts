import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type ProcessUse, processUse } from './processUse.ts';
import { type SimulatedAccount, startSimulator } from './startSimulator.ts';

const DAEMONS = 4;
const WARM_UP_MS = 20_000;
const WINDOW_MS = 40_000;
const SLUICE = fileURLToPath(new URL('../bin/sluice.js', import.meta.url));

interface Look {
  readonly atMs: number;
  readonly use: ProcessUse;
  readonly requests: number;
}

/** What a whole daemon takes that makes a market on one pair with everything at its default, alone and beside others. */
export async function scaleAccounts(): Promise<object[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-accounts-'));
  try {
    return [await together(folder, 1), await together(folder, DAEMONS)];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function together(folder: string, count: number): Promise<object> {
  const places = Array.from({ length: count }, (_, i) => join(folder, `${count}-${i}`));
  const simulators = await Promise.all(places.map(() => startSimulator([])));
  const daemons = await Promise.all(places.map((place, i) => startDaemon(place, simulators[i]!)));
  await pause(WARM_UP_MS);
  const before = await Promise.all(daemons.map(look));
  await pause(WINDOW_MS);
  const after = await Promise.all(daemons.map(look));
  await Promise.all(daemons.map(ended));
  await Promise.all(simulators.map(({ stop }) => stop()));
  const mean = (of: (end: Look, begin: Look) => number): number => after.reduce((sum, end, i) => sum + of(end, before[i]!), 0) / count;
  const perSecond = (of: (each: Look) => number): number => mean((end, begin) => (1000 * (of(end) - of(begin))) / (end.atMs - begin.atMs));
  return {
    daemons: count,
    '% of a core each': (perSecond(({ use }) => use.cpuMs) / 10).toFixed(1),
    'resident MB each': mean(({ use }) => use.residentMb).toFixed(0),
    'MB each, shared pages divided': mean(({ use }) => use.ownMb).toFixed(0),
    'requests a second each': perSecond(({ requests }) => requests).toFixed(2),
  };
}

interface Daemon {
  readonly child: ChildProcess;
  /** Where its figures are. */
  readonly url: string;
}

async function startDaemon(place: string, { url, key, secret }: SimulatedAccount): Promise<Daemon> {
  const config = `${place}.yaml`;
  writeFileSync(
    config,
    `mode: demo
dashboard: { port: off }
metrics: { port: 0 }
strategies: { m: { use: maker, symbol: BTC/EUR, budget: 20000 EUR, params: { spreadBps: 20, size: 0.01, maxBase: 0.2 } } }
`,
  );
  const account = { SLUICE_EXCHANGE_URL: url, SLUICE_EXCHANGE_KEY: key, SLUICE_EXCHANGE_SECRET: secret };
  const child = spawn(process.execPath, ['--max-semi-space-size=4', SLUICE, 'run', config, '--state', place], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...account, SLUICE_ACCOUNTS: join(place, 'accounts') },
  });
  process.once('exit', () => child.kill());
  let said = '';
  const metrics = new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      const found = /http:\/\/127\.0\.0\.1:\d+\/metrics/.exec((said += chunk.toString()));
      if (found !== null) resolve(found[0]);
    });
    child.once('exit', () => reject(new Error(`sluice run has ended: ${said}`)));
  });
  return { child, url: await metrics };
}

async function ended({ child }: Daemon): Promise<void> {
  const exit = once(child, 'exit');
  child.kill();
  await exit;
}

async function look({ child, url }: Daemon): Promise<Look> {
  const text = await (await fetch(url)).text();
  const counts = [...text.matchAll(/^sluice_request_seconds_count\{.*\} (\d+)$/gm)];
  const requests = counts.reduce((sum, [, count]) => sum + Number(count), 0);
  return { atMs: performance.now(), use: processUse(child.pid!), requests };
}
