import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { controlClient } from '../../src/control/controlClient.ts';
import { orderLane } from '../../src/model/command.ts';
import { catalogOf } from '../../src/simulator/market/catalog.ts';
import { endedWithUs } from '../endedWithUs.ts';
import { ownFolder } from '../ownFolder.ts';
import { said, startVenue } from './startVenue.ts';

export interface LanesOptions {
  readonly seed: number;
  /** The share of the requests for orders, replacements and cancels that the network spoils; half of them are carried out. */
  readonly faults: number;
  readonly unknownPerLane: number;
  readonly faultyMs: number;
  readonly healedWithinMs: number;
  readonly onProgress?: (line: string) => void;
}

export interface LanesReport {
  readonly lanes: number;
  /** The part of the lanes' time in which they took no new risk. */
  readonly share: number;
  readonly looks: number;
  /** Lanes that are shut so long after healing, with the reason. */
  readonly shutAfter: Readonly<Record<string, string>>;
}

const LANES = 9;
const LOOK_EVERY_MS = 1000;
const STARTS_WITHIN_MS = 180_000;

/** How long lanes are shut while a network loses requests and answers, and which stay so after it has healed: a real daemon, with network and venue in processes of their own. */
export async function measureLanes({
  seed,
  faults,
  unknownPerLane,
  faultyMs,
  healedWithinMs,
  onProgress,
}: LanesOptions): Promise<LanesReport> {
  const folder = ownFolder('sluice-lanes-');
  const children: ChildProcess[] = [];
  try {
    const venue = startVenue(seed, LANES);
    children.push(venue.child);
    let heal: () => Promise<unknown> = () => Promise.resolve();
    const reached = await venue.env(async (url) => {
      const proxy = fork(path('proxyProcess.ts'), [url, String(seed), String(faults), 'orders']);
      children.push(proxy);
      heal = () => {
        proxy.send('heal');
        return said(proxy);
      };
      return String(await said(proxy));
    });
    const symbols = catalogOf(LANES, seed).pairs.map(({ symbol }) => symbol);
    writeFileSync(join(folder, 'lanes.yaml'), configOf(seed, unknownPerLane));
    const env = { ...reached, SLUICE_ACCOUNTS: join(folder, 'accounts'), SLUICE_STATE: folder };
    const daemon = spawn(process.execPath, [path('../../bin/sluice.js'), 'run', join(folder, 'lanes.yaml'), '--plain'], {
      stdio: ['ignore', 'ignore', 'ignore'],
      env: { TZ: 'UTC', ...env },
    });
    endedWithUs(daemon);
    children.push(daemon);
    const frozenNow = await looking(daemon, join(folder, 'sluice.sock'));
    let shut = 0;
    let looks = 0;
    const until = performance.now() + faultyMs;
    while (performance.now() < until) {
      const frozen = await frozenNow();
      shut += symbols.filter((symbol) => frozen[orderLane(symbol)] !== undefined).length;
      looks += symbols.length;
      onProgress?.(`${Math.round((until - performance.now()) / 1000)} s to go, shut for ${percent(shut / looks)} of the lanes' time`);
      await pause(LOOK_EVERY_MS);
    }
    await heal();
    await pause(healedWithinMs);
    const shutAfter = await frozenNow();
    daemon.kill('SIGTERM');
    await once(daemon, 'exit');
    return { lanes: symbols.length, share: shut / looks, looks, shutAfter };
  } finally {
    for (const child of children) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

/** Waits until the daemon trades. Answers what tells the lanes that are shut. */
async function looking(daemon: ChildProcess, socket: string): Promise<() => Promise<Readonly<Record<string, string>>>> {
  const until = performance.now() + STARTS_WITHIN_MS;
  for (;;) {
    const client = await controlClient(socket);
    if (client !== undefined && (await client.call('status', {})).state === 'running') {
      return async () => (await client.call('status', {})).frozen;
    }
    const end = daemon.exitCode ?? daemon.signalCode;
    if (end !== null) throw new Error(`the daemon ended by itself (${end})`);
    if (performance.now() > until) throw new Error(`the daemon did not start within ${STARTS_WITHIN_MS / 1000} s`);
    await pause(500);
  }
}

/** A maker on each pair. */
function configOf(seed: number, unknownPerLane: number): string {
  const { pairs } = catalogOf(LANES, seed);
  const strategies = pairs.map(({ symbol, minVolume }) => {
    const size = minVolume.times(20);
    const params = `spreadBps: 8, size: ${size.toFixed()}, maxBase: ${size.times(20).toFixed()}`;
    return `  ${symbol.replace('/', '-').toLowerCase()}: { use: maker, symbol: ${symbol}, budget: 1000000 ${symbol.split('/')[1]}, params: { ${params} } }`;
  });
  return [
    'mode: demo',
    'venue: { rateLimit: { perSecond: 60, burst: 60 }, knows: { replace: atomic-keeps-id } }',
    'session: { write: false }',
    'dashboard: { port: off }',
    `risk: { unknownPerLane: ${unknownPerLane}, maxOpenOrders: 100 }`,
    'strategies:',
    ...strategies,
    '',
  ].join('\n');
}

function path(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}
