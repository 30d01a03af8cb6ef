import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '../../src/base/random.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import { socketClient } from '../../src/control/socketClient.ts';
import { treasuryClient } from '../../src/control/treasuryClient.ts';
import type { TreasuryCalls } from '../../src/daemon/treasury/treasury.ts';
import { treasuryPlace, treasurySocket } from '../../src/daemon/treasury/treasuryPaths.ts';
import { loadSettings } from '../../src/settings/loadSettings.ts';
import { openTreasuryStore } from '../../src/store/treasuryStore.ts';
import { type Env, jsonOf, type Running, sluice, start, startSimulator } from '../cli/processes.ts';
import { PostgresServer } from '../store/postgresServer.ts';
import { askSomething, owned, PAYING_CONFIG, prepare, problemsOf } from './treasuryKills.ts';

export interface TreasuryHandovers {
  readonly kills: number;
  readonly stops: number;
  readonly rows: number;
  readonly completed: number;
  /** Payments of which only a person could say that the venue had not made them. */
  readonly decided: number;
  /** How long nobody was the treasury after each end, shortest first. */
  readonly withoutMs: readonly number[];
  readonly problems: readonly string[];
}

export interface TreasuryHandoverOptions {
  readonly seed: number;
  readonly changes: number;
  readonly onProgress?: (line: string) => void;
}

/** A treasury that runs on a machine, or stands by there. */
interface Served {
  readonly env: Env;
  readonly process: Running;
}

const MOVES_A_LIFE = 2;
const MOST_LIFE_MS = 800;
const WITHIN_MS = 120_000;
const SETTLED_WITHIN_MS = 300_000;
const ROUND_MS = 500;
const MOST_MOVES = 100_000;
const RUNS = 'the treasury runs at';
const TAKEN = 'the treasury was taken over; standing by again';

/**
 * Two machines for one treasury, whose state is in a Postgres: one pays, the other stands by. Whoever pays is killed, or stopped and woken up when the
 * other has taken over, again and again. In the end the venue is compared with the books.
 */
export async function handTreasuriesOver({ seed, changes, onProgress }: TreasuryHandoverOptions): Promise<TreasuryHandovers> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-treasury-handovers-'));
  const postgres = await new PostgresServer().start();
  const simulator = await startSimulator('--balance', 'BTC=100', '--balance', 'EUR=1000000', '--balance', 'USDT=1000000');
  const file = join(folder, 'treasury.yaml');
  writeFileSync(file, `${PAYING_CONFIG.replace('URL', simulator.url)}store: ${postgres.url}\n`);
  const machine = (name: string): Env => ({
    ...simulator.env,
    ...simulator.processing,
    TORTURE_CONFIG: file,
    SLUICE_STATE: join(folder, name),
    SLUICE_ACCOUNTS: join(folder, `${name}-accounts`),
  });
  const serve = (env: Env): Served => ({ env, process: start(['treasury', 'serve', '-c', file, '--standby'], env) });
  const random = seededRandom(`treasury handovers:${seed}`);
  const counts = { kills: 0, stops: 0, decided: 0 };
  const withoutMs: number[] = [];
  try {
    await owned(machine('alpha'), prepare);
    let owner = serve(machine('alpha'));
    await within(owner.process.until(RUNS), 'the first treasury never ran');
    let standby = serve(machine('beta'));
    await within(standby.process.until('standing by: the treasury'), 'the other one never stood by');
    for (let change = 0; change < changes; change++) {
      const calls = await callsOf(owner.env);
      for (let move = 0; move < MOVES_A_LIFE; move++) await askSomething({ calls }, random);
      await pause(random.next() * MOST_LIFE_MS);
      const isKill = change % 2 === 0;
      const endedMs = systemClock.monotonicMs();
      owner.process.kill(isKill ? 'SIGKILL' : 'SIGSTOP');
      await within(standby.process.until(RUNS), 'nobody took over');
      withoutMs.push(systemClock.monotonicMs() - endedMs);
      const old = owner;
      owner = standby;
      if (isKill) {
        counts.kills++;
        await old.process.ended;
        standby = serve(old.env);
        await within(standby.process.until('standing by: the treasury'), 'the one that was killed never stood by');
      } else {
        counts.stops++;
        old.process.kill('SIGCONT');
        await within(old.process.until(TAKEN), 'the one that woke up did not see that it was overtaken');
        // It lives on and stands by. A new process takes its place, so that each says once that it runs.
        old.process.kill('SIGKILL');
        await old.process.ended;
        standby = serve(old.env);
        await within(standby.process.until('standing by: the treasury'), 'the one that woke up never stood by');
      }
      onProgress?.(`${change + 1} of ${changes} changes, ${Math.round(withoutMs.at(-1)!)} ms without a treasury`);
    }
    counts.decided = await settle(owner.env);
    for (const { process } of [standby, owner]) {
      process.kill('SIGTERM');
      const { code, stderr } = await process.ended;
      if (code !== 0) throw new Error(`a treasury that was told to end did so with ${code}: ${stderr}`);
    }
    const moves = await recorded(owner.env);
    const problems = await problemsOf(moves, owner.env);
    const audit = await sluice(['treasury', 'audit', 'verify', '-c', file], owner.env);
    if (audit.code !== 0) problems.push(`the audit log: ${audit.stdout}${audit.stderr}`);
    const progress = moves.flatMap((move) => move.progress);
    return {
      ...counts,
      rows: progress.length,
      completed: progress.filter(({ state }) => state === 'completed').length,
      withoutMs: withoutMs.toSorted((a, b) => a - b),
      problems,
    };
  } finally {
    await simulator.stop();
    await postgres.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function within(wanted: Promise<unknown>, otherwise: string): Promise<void> {
  const ending = new AbortController();
  const late = pause(WITHIN_MS, undefined, { signal: ending.signal }).then(() => {
    throw new Error(otherwise);
  });
  late.catch(() => undefined);
  try {
    await Promise.race([wanted, late]);
  } finally {
    ending.abort();
  }
}

async function callsOf(env: Env): Promise<TreasuryCalls> {
  const control = await socketClient(treasurySocket(env['SLUICE_STATE']!), '/status');
  if (control === undefined) throw new Error('the treasury that runs does not listen');
  return treasuryClient(control);
}

/** Waits until nothing may change any more. What the venue has not made is said by a person, who has looked there. */
async function settle(env: Env): Promise<number> {
  const calls = await callsOf(env);
  const deadlineMs = systemClock.monotonicMs() + SETTLED_WITHIN_MS;
  let decided = 0;
  for (;;) {
    const open = await calls.moves(MOST_MOVES, true);
    if (open.length === 0) return decided;
    if (systemClock.monotonicMs() > deadlineMs) throw new Error(`not settled: ${JSON.stringify(open).slice(0, 2000)}`);
    // What was made is found by its reference in the next rounds, so that only the rest is decided.
    await pause(20 * ROUND_MS);
    const file = env['TORTURE_CONFIG']!;
    const unresolved = jsonOf(await sluice(['orders', 'unresolved', '-c', file, '-o', 'json'], env)) as readonly { readonly id: string }[];
    for (const { id } of unresolved) {
      await calls.resolve(id, { type: 'not-placed' }).then(
        () => decided++,
        () => undefined,
      );
    }
  }
}

async function recorded(env: Env) {
  const settings = await loadSettings({ file: env['TORTURE_CONFIG'], env });
  const store = await openTreasuryStore({ ...treasuryPlace(env['SLUICE_STATE']!, settings), clock: systemClock, access: 'read' });
  try {
    return await store.moves.since(0, MOST_MOVES);
  } finally {
    await store.close();
  }
}
