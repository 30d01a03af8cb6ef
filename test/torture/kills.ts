import { type ChildProcess, fork, spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '../../src/base/random.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import { statePaths } from '../../src/daemon/statePaths.ts';
import { loadSettings } from '../../src/settings/loadSettings.ts';
import { openStore } from '../../src/store/store.ts';
import { endedWithUs } from '../endedWithUs.ts';
import { ownFolder } from '../ownFolder.ts';
import { processEnd } from '../processEnd.ts';
import { type KillCounts, problemsOf } from './killCheck.ts';
import { said, startVenue } from './startVenue.ts';

export interface KillReport extends KillCounts {
  readonly kills: number;
  /** Kills at a numbered point, where the process was on its way through a statement or a write. */
  readonly atPoints: number;
  readonly problems: readonly string[];
}

export interface KillOptions {
  readonly seed: number;
  readonly kills: number;
  /** The share of requests that the network spoils. */
  readonly faults: number;
  readonly onProgress?: (line: string) => void;
}

const CONFIG = `mode: demo
venue: { rateLimit: { perSecond: 200, burst: 200 }, knows: { replace: atomic-keeps-id } }
poll: { books: 100ms, orders: 100ms, trades: 100ms, balances: 2s }
session: { write: false }
risk: { symbols: [BTC/EUR, LTC/EUR, ETH/EUR], maxOrderValue: 5000 EUR, maxOrdersPerMinute: 10000, priceCollar: 5% }
strategies:
  btc: { use: maker, symbol: BTC/EUR, budget: 20000 EUR, params: { spreadBps: 2, size: 0.01, smooth: 2, maxBase: 0.3 } }
  ltc: { use: maker, symbol: LTC/EUR, budget: 20000 EUR, params: { spreadBps: 2, size: 1, smooth: 2, maxBase: 50 } }
  eth: { use: maker, symbol: ETH/EUR, budget: 20000 EUR, params: { spreadBps: 2, size: 0.1, smooth: 2, maxBase: 5 } }
`;
const SLUICE = path('../../bin/sluice.js');
/** Statements and writes of a start and of some seconds of trading. */
const MOST_POINTS = 3000;
const MOST_LIFE_MS = 4000;
/** A start that a spoiled network keeps waiting is killed all the same. */
const STARTS_WITHIN_MS = 15_000;
const SETTLES_WITHIN_MS = 90_000;
/** An end in order, and one that names what nobody knows the fate of. */
const LEFT_OPEN = 11;
const ORDERLY: readonly (number | null)[] = [0, LEFT_OPEN];
const MOST_LAST_LIVES = 3;

/** Kills a real daemon under load, again and again, with the network and the venue in processes of their own, and compares it with the truth. */
export async function killDaemons(options: KillOptions): Promise<KillReport> {
  const folder = ownFolder('sluice-kills-');
  const children: ChildProcess[] = [];
  try {
    const venue = startVenue(options.seed);
    children.push(venue.child);
    let heal: () => Promise<unknown> = () => Promise.resolve();
    const reached = await venue.env(async (url) => {
      const proxy = fork(path('proxyProcess.ts'), [url, String(options.seed), String(options.faults)]);
      children.push(proxy);
      heal = () => {
        proxy.send('heal');
        return said(proxy);
      };
      return String(await said(proxy));
    });
    const env = { ...reached, SLUICE_ACCOUNTS: join(folder, 'accounts'), SLUICE_STATE: folder };
    writeFileSync(join(folder, 'torture.yaml'), CONFIG);
    const atPoints = await killAll(options, folder, env, children);
    await heal();
    // An end that names what it leaves at the venue has not seen the end of it: the next life takes it up.
    for (let lives = 0; (await settle(folder, env, children)) === LEFT_OPEN && lives < MOST_LAST_LIVES; lives++);
    const store = await openStore({ path: await databaseOf(folder, env), clock: systemClock, access: 'read' });
    const { problems, ...counts } = await problemsOf(store, await venue.truth());
    await store.close();
    return { kills: options.kills, atPoints, ...counts, problems };
  } finally {
    for (const child of children) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

type Env = Readonly<Record<string, string>>;

async function killAll({ seed, kills, onProgress }: KillOptions, folder: string, env: Env, children: ChildProcess[]): Promise<number> {
  const random = seededRandom(`kills:${seed}`);
  let atPoints = 0;
  for (let kill = 0; kill < kills; kill++) {
    const isAtPoint = kill % 2 === 1;
    // More of the early ones: there is most to go wrong.
    const number = isAtPoint ? Math.ceil(MOST_POINTS ** random.next()) : undefined;
    const daemon = start(folder, env, number, children);
    if (number === undefined) await Promise.race([daemon.trades, daemon.ended, pause(STARTS_WITHIN_MS)]);
    await Promise.race([
      pause(isAtPoint ? STARTS_WITHIN_MS : random.next() * MOST_LIFE_MS),
      isAtPoint ? daemon.tradedFor(MOST_LIFE_MS) : daemon.ended,
      daemon.ended,
    ]);
    const hasEnded = daemon.child.exitCode !== null || daemon.child.signalCode !== null;
    if (hasEnded && isAtPoint && daemon.child.signalCode === 'SIGKILL') atPoints++;
    else if (hasEnded) throw new Error(`the daemon ended by itself (${daemon.child.exitCode}): ${daemon.said()}`);
    daemon.child.kill('SIGKILL');
    await daemon.ended;
    onProgress?.(`${kill + 1} of ${kills}`);
  }
  return atPoints;
}

/** A last life without faults, until nothing is open that could still be settled; then an end in order. Answers its exit code. */
async function settle(folder: string, env: Env, children: ChildProcess[]): Promise<number | null> {
  const daemon = start(folder, env, undefined, children);
  await Promise.race([daemon.trades, daemon.ended]);
  const database = await databaseOf(folder, env);
  const until = performance.now() + SETTLES_WITHIN_MS;
  while (performance.now() < until) {
    const store = await openStore({ path: database, clock: systemClock, access: 'read' });
    const unresolved = (await store.journal.unresolved()).filter(({ kind, state }) => kind !== 'cancel' && state !== 'sending');
    await store.close();
    if (unresolved.length === 0 || daemon.child.exitCode !== null || daemon.child.signalCode !== null) break;
    await pause(1000);
  }
  daemon.child.kill('SIGTERM');
  await daemon.ended;
  if (!ORDERLY.includes(daemon.child.exitCode))
    throw new Error(`the daemon did not end in order (${daemon.child.exitCode}): ${daemon.said()}`);
  return daemon.child.exitCode;
}

function start(folder: string, env: Env, killAt: number | undefined, children: ChildProcess[]) {
  const args = ['--import', path('killPoints.ts'), SLUICE, 'run', join(folder, 'torture.yaml'), '-o', 'json'];
  const point = killAt === undefined ? {} : { TORTURE_KILL_AT: String(killAt) };
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { TZ: 'UTC', ...env, ...point } });
  endedWithUs(child);
  children.push(child);
  let text = '';
  const trades = Promise.withResolvers<void>();
  child.stderr.on('data', (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-20_000);
    if (/"event":"(?:fill|order-opened|started)"/.test(text)) trades.resolve();
  });
  const ended = processEnd(child).then(() => void children.splice(children.indexOf(child), 1));
  return {
    child,
    ended,
    trades: trades.promise,
    tradedFor: (ms: number) => trades.promise.then(() => pause(ms)),
    said: () => text.slice(-2000),
  };
}

async function databaseOf(folder: string, env: Env): Promise<string> {
  return statePaths(folder, await loadSettings({ file: join(folder, 'torture.yaml'), env })).database;
}

function path(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}
