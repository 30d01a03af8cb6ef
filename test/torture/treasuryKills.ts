import { generateKeyPairSync } from 'node:crypto';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Random, seededRandom } from '../../src/base/random.ts';
import { systemClock } from '../../src/base/systemClock.ts';
import { ulid } from '../../src/base/ulid.ts';
import { type OpenTreasury, openTreasury } from '../../src/daemon/treasury/openTreasury.ts';
import type { MoveRecord } from '../../src/model/move.ts';
import { paymentJournal } from '../../src/daemon/paymentStore.ts';
import { statePaths } from '../../src/daemon/statePaths.ts';
import { loadSettings } from '../../src/settings/loadSettings.ts';
import { openStore } from '../../src/store/store.ts';
import { publicKeyOf } from '../../src/treasury/approvals/signature.ts';
import { ownFolder } from '../ownFolder.ts';
import { type Env, jsonOf, sluice, startProcess, startSimulator } from '../cli/processes.ts';
import { type KillWay, killPointOf, killWay } from './killWay.ts';
import { NaiveSender } from './naiveSender.ts';
import { untilSettled } from './untilSettled.ts';
import { venueRows } from './venueRows.ts';

export interface TreasuryKills {
  /** Kills on the way through a statement of the database or a write to a socket; the others come at any moment. */
  readonly atPoints: number;
  /** Kills between a payment and its answer. */
  readonly betweenAnswers: number;
  readonly rows: number;
  readonly completed: number;
  /** Payments whose answer was lost and that the venue had made: a sender that repeats what it has no answer for pays each twice. */
  readonly foundAgain: number;
  /** Payments that the venue had not made, of which only a person could say so. */
  readonly decided: number;
  readonly problems: readonly string[];
}

export interface TreasuryKillOptions {
  readonly seed: number;
  readonly kills: number;
  /** Whether somebody pays at once again, under a new reference, what has no answer. The treasury itself stays as it is. */
  readonly isNaive?: boolean;
  readonly onProgress?: (line: string) => void;
}

const BIN = fileURLToPath(new URL('../../bin/sluice.js', import.meta.url));
const KILL_POINTS = fileURLToPath(new URL('killPoints.ts', import.meta.url));
const MOVES_A_LIFE = 2;
const MOST_LIFE_MS = 800;
/** A point that a life does not come by in this time is not there: the round has ended before. Each life has something to pay. */
const REACHED_WITHIN_MS = { point: 3000, payment: 20_000 };
/** A start takes no longer where nothing else runs. Where it did, a round takes as many times longer too. */
const ORDINARY_START_MS = 2000;
export const PAYING_CONFIG = `mode: live
venue:
  exchange: { url: URL, key: '\${env:SLUICE_EXCHANGE_KEY}', secret: '\${env:SLUICE_EXCHANGE_SECRET}' }
  rateLimit: { perSecond: 200, burst: 200 }
execution: { takerFee: 0% }
risk: { maxOrderValue: 1 EUR, maxDailyLoss: 1 EUR }
`;
/** As often a person looks at what nobody knows, so that other payments to the same place go on. */
const LIVES_A_DECISION = 10;
const PLACES = 12;
const MOST_MOVES = 100_000;
/** More than a life pays, so that no run ends for want of money. */
const USDT_A_LIFE = 1000;

/** A treasury in a process of its own that pays, is killed again and again, and is left in peace at the end. */
export async function killTreasuries({ seed, kills, isNaive = false, onProgress }: TreasuryKillOptions): Promise<TreasuryKills> {
  const folder = ownFolder('sluice-treasury-kills-');
  const usdt = Math.max(100_000, USDT_A_LIFE * kills);
  const simulator = await startSimulator('--balance', 'BTC=100', '--balance', 'EUR=100000', '--balance', `USDT=${usdt}`);
  const file = join(folder, 'treasury.yaml');
  writeFileSync(file, PAYING_CONFIG.replace('URL', simulator.url));
  const shared = { TORTURE_CONFIG: file, SLUICE_STATE: join(folder, 'state'), SLUICE_ACCOUNTS: join(folder, 'accounts') };
  const env = { ...simulator.env, ...simulator.processing, ...shared };
  const random = seededRandom(`treasury kills:${seed}`);
  const naive = isNaive ? new NaiveSender(env) : undefined;
  const counts = { atPoints: 0, betweenAnswers: 0, decided: 0 };
  try {
    await owned(env, prepare);
    for (let kill = 0; kill < kills; kill++) {
      const unanswered = (await naive?.unanswered()) ?? [];
      await owned(env, async (open) => {
        await naive?.payAgain(open, unanswered, random);
        for (let move = 0; move < MOVES_A_LIFE; move++) await askSomething(open, random);
      });
      const way = killWay(kill);
      const isReached = await killed(env, random, way);
      if (isReached && way === 'point') counts.atPoints++;
      if (isReached && way === 'payment') counts.betweenAnswers++;
      if (kill % LIVES_A_DECISION === LIVES_A_DECISION - 1) counts.decided += await decide(env);
      onProgress?.(
        `${kill + 1} of ${kills} kills, ${counts.atPoints} at a numbered point, ${counts.betweenAnswers} between a payment and its answer, ${counts.decided} decided by a person`,
      );
    }
    counts.decided += await decide(env);
    const moves = await owned(env, async ({ round, store }) => {
      await untilSettled(round, () => store.moves.open());
      return store.moves.since(0, MOST_MOVES);
    });
    const problems = await problemsOf(moves, env, naive);
    const audit = await sluice(['treasury', 'audit', 'verify'], env);
    if (audit.code !== 0) problems.push(`the audit log: ${audit.stdout}${audit.stderr}`);
    const progress = moves.flatMap((move) => move.progress);
    return {
      ...counts,
      rows: progress.length,
      completed: progress.filter(({ state }) => state === 'completed').length,
      foundAgain: await foundAgain(env),
      problems,
    };
  } finally {
    await simulator.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The treasury in this process, for as long as `use` takes. */
export async function owned<T>(env: Env, use: (open: OpenTreasury) => Promise<T>): Promise<T> {
  const options = {
    settings: await loadSettings({ file: env['TORTURE_CONFIG'], env }),
    env,
    state: env['SLUICE_STATE']!,
    accounts: env['SLUICE_ACCOUNTS']!,
  };
  const open = await openTreasury({ ...options, clock: systemClock, tell: () => undefined });
  try {
    return await use(open);
  } finally {
    await open.close();
  }
}

/** A program that may do everything, and places to which it pays. */
export async function prepare({ calls, store, round }: OpenTreasury): Promise<void> {
  // The ledger begins before anything is paid, and takes its time.
  await round();
  const key = publicKeyOf(generateKeyPairSync('ed25519').privateKey);
  const policy = [
    `people: { robot: {}, anna: { keys: ['${key}'] } }`,
    'groups: { owners: [anna] }',
    'book: { approve: nobody, cooling: 0s }',
    'change: { approve: [{ need: 1, of: owners }] }',
    'rules: [{ name: all, then: allow }]',
  ];
  await calls.publish(`${policy.join('\n')}\n`, 'anna', []);
  for (let place = 0; place < PLACES; place++) {
    const name = `place-${place}`;
    const destination = { currency: 'USDT', network: 'ETH', address: `0x${place.toString(16).repeat(40)}`, tag: undefined };
    const now = systemClock.now();
    const shared = { labels: [], beneficiary: undefined, requestedBy: 'anna', approvals: [] };
    await store.book.add(
      { ...shared, id: `A-${place}`, name, destination, requestedAt: now, allowedFrom: now, removedAt: undefined },
      { who: 'anna', what: 'address.requested', subject: name, before: '', after: name, evidence: '' },
    );
  }
}

export async function askSomething({ calls }: Pick<OpenTreasury, 'calls'>, random: Random): Promise<void> {
  const id = ulid(systemClock.now(), random);
  const place = (): string => `place-${random.int(PLACES)}`;
  const amount = (): string => `${20 + random.int(100)}.${10 + random.int(90)}`;
  const usdt = () => ({ currency: 'USDT', amount: amount(), to: place() });
  const shared = { initiator: 'robot', repeats: true };
  switch (random.int(4)) {
    case 0:
      return void (await calls.ask({ ...shared, id: `W-${id}`, kind: 'withdrawal', payments: [usdt()] }));
    case 1:
      return void (await calls.ask({ ...shared, id: `P-${id}`, kind: 'payout', payments: [{ ...usdt(), currency: 'EUR' }] }));
    case 2: {
      const conversion = { exact: 'from', toAmount: '1', by: random.int(2) === 0 ? 'best' : 'quote' };
      const payment = { currency: 'BTC', amount: `0.0${10 + random.int(90)}`, target: 'EUR', conversion };
      return void (await calls.ask({ ...shared, id: `C-${id}`, kind: 'conversion', payments: [payment] }));
    }
    default:
      return void (await calls.ask({ ...shared, id: `B-${id}`, kind: 'batch', payments: [usdt(), usdt(), usdt()] }));
  }
}

/** One life of the treasury. Answers whether it came to the point at which it was to end. */
async function killed(env: Env, random: Random, way: KillWay): Promise<boolean> {
  const point = killPointOf(way, MOVES_A_LIFE, random);
  const startedMs = systemClock.monotonicMs();
  const life = startProcess(process.execPath, ['--import', KILL_POINTS, BIN, 'treasury', 'serve', '-c', env['TORTURE_CONFIG']!], {
    ...env,
    ...point,
  });
  await life.until('the treasury runs at').catch(() => undefined);
  const slower = Math.max(1, (systemClock.monotonicMs() - startedMs) / ORDINARY_START_MS);
  await Promise.race([life.ended, pause(way === 'moment' ? random.next() * MOST_LIFE_MS : REACHED_WITHIN_MS[way] * slower)]);
  const hasEnded = life.child.exitCode !== null || life.child.signalCode !== null;
  life.kill('SIGKILL');
  const { code, signal, stderr } = await life.ended;
  if (signal !== 'SIGKILL') throw new Error(`the treasury ended by itself (${code}): ${stderr}`);
  return hasEnded;
}

/** A person looks at what nobody knows. What the venue has is found by its reference first; the rest was never made. */
async function decide(env: Env): Promise<number> {
  const isLooked = await owned(env, async ({ calls, store, round }) => {
    // Lives that end early leave more and more behind, until none comes as far as to pay.
    await round();
    const done = (await store.moves.since(0, MOST_MOVES)).find(({ state }) => state === 'completed');
    // One step of a move that is done sends nothing, and looks at what is unknown.
    if (done !== undefined) await calls.advance(done.id);
    return done !== undefined;
  });
  if (!isLooked) return 0;
  const unresolved = jsonOf(await sluice(['orders', 'unresolved', '-o', 'json'], env)) as readonly { readonly id: string }[];
  for (const { id } of unresolved) {
    const { code, stderr } = await sluice(['orders', 'resolve', id, '--not-placed', '--yes'], env);
    if (code !== 0) throw new Error(`${id} could not be decided: ${stderr}`);
  }
  return unresolved.length;
}

export async function problemsOf(moves: readonly MoveRecord[], env: Env, naive?: NaiveSender): Promise<string[]> {
  const { paid, conversions, orders } = await venueRows(env);
  const problems: string[] = [...(naive?.doubled(paid) ?? [])];
  const rest = new Map(conversions);
  const taken = new Set(orders);
  for (const { id, kind, rows, progress } of moves) {
    for (const [place, { reference, amount }] of rows.entries()) {
      const { state, evidence, venueId = '' } = progress[place]!;
      const story = `${id} ${reference} is ${state} (${evidence})`;
      const isMine = kind === 'conversion' && rest.get(venueId)?.eq(amount) === true;
      if (isMine) rest.delete(venueId);
      const isByBook = kind === 'conversion' && taken.delete(venueId);
      const times = kind === 'conversion' ? Number(isMine) + Number(isByBook) : (paid.get(reference) ?? 0);
      if (times > 1) problems.push(`doubled: ${story}, and the venue has it ${times} times`);
      if (state !== 'completed' && state !== 'declined') problems.push(`not settled: ${story}`);
      if ((state === 'completed') !== times > 0) problems.push(`misbooked: ${story}, and the venue has it ${times} times`);
    }
  }
  for (const id of rest.keys()) problems.push(`unexplained: the venue has made the conversion ${id}`);
  for (const id of taken) problems.push(`unexplained: the venue has executed the order ${id}`);
  return problems;
}

/** How many requests were found again at the venue after their answer was lost. */
async function foundAgain(env: Env): Promise<number> {
  const settings = await loadSettings({ file: env['TORTURE_CONFIG'], env });
  const place = { accounts: env['SLUICE_ACCOUNTS']!, state: env['SLUICE_STATE']!, server: undefined };
  let found = 0;
  for (const path of [statePaths(place.state, settings).database, paymentJournal('processing', env, place).database]) {
    // Few kills may come to no request at an interface.
    if (!existsSync(path)) continue;
    const store = await openStore({ path, clock: systemClock, access: 'read' });
    found += (await store.journal.transfers(0)).filter(({ state }) => state === 'adopted').length;
    await store.close();
  }
  return found;
}
