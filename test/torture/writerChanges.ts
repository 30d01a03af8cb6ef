import { setTimeout as pause } from 'node:timers/promises';
import { messageOf } from '../../src/base/fault.ts';
import { type Random, seededRandom } from '../../src/base/random.ts';
import type { RunningDaemon } from './writerMachine.ts';
import { within, WriterPair } from './writerPair.ts';

/** What takes the account from its owner. */
export const CHANGES = ['kill', 'stop', 'stall', 'store', 'both', 'restart'] as const;
type Change = (typeof CHANGES)[number];

export interface WriterReport {
  /** How often each of them has made another daemon the owner. */
  readonly changes: Readonly<Record<Change, number>>;
  /** After how many the owner was still the same: it woke up, or the server came back, in time. */
  readonly kept: number;
  /** From each change to the first request of the new owner, in milliseconds, the shortest first. Where a server was restarted, it is from when it was back. */
  readonly withoutMs: readonly number[];
  /** Requests of an old owner that were on the way when the network stood still, and arrived when it was mended. */
  readonly lingered: number;
  readonly placed: number;
  readonly executions: number;
  readonly unresolved: number;
  readonly problems: readonly string[];
}

export interface WriterOptions {
  readonly seed: number;
  readonly changes: number;
  /** How many accounts are changed beside each other, each with two machines, a Postgres and a venue. */
  readonly pairs: number;
  readonly onProgress?: (line: string) => void;
}

const WHY = /(?:was|another process has) taken (?:the account )?over/;
/** So long after it has woken up, an owner that nobody has followed is the owner still. */
const SETTLED_MS = 7000;
const MOST_DOWN_MS = 6000;
const LEASE_MS = 5000;

interface Counts {
  readonly changes: Record<Change, number>;
  kept: number;
  lingered: number;
  readonly withoutMs: number[];
  readonly problems: string[];
}

/** Takes the account from its owner under load, again and again, in every way in which that happens; and compares journal and fills with the truth. */
export async function changeWriters({ seed, changes, pairs, onProgress = () => undefined }: WriterOptions): Promise<WriterReport> {
  const counts: Counts = {
    changes: { kill: 0, stop: 0, stall: 0, store: 0, both: 0, restart: 0 },
    kept: 0,
    lingered: 0,
    withoutMs: [],
    problems: [],
  };
  const done = (): number => Object.values(counts.changes).reduce((sum, count) => sum + count, 0);
  const totals = await Promise.all(
    Array.from({ length: pairs }, async (_, number) => {
      const pair = new WriterPair(seed * 1000 + number);
      try {
        await pair.open();
        const random = seededRandom(`writer:${seed}:${number}`);
        while (done() < changes) {
          const change = CHANGES[Math.floor(random.next() * CHANGES.length)]!;
          const became = await changeOnce(pair, change, random, counts).catch(async (error: unknown) => {
            counts.problems.push(`${change}: ${messageOf(error)}`);
            await pair.begin();
            return messageOf(error);
          });
          onProgress(`${done()} of ${changes}: ${change}: ${became}; ${counts.problems.length} problems`);
        }
        return await pair.settle();
      } finally {
        await pair.close();
      }
    }),
  );
  const sum = (key: 'placed' | 'executions' | 'unresolved'): number => totals.reduce((all, one) => all + one[key], 0);
  return {
    ...counts,
    withoutMs: counts.withoutMs.toSorted((a, b) => a - b),
    placed: sum('placed'),
    executions: sum('executions'),
    unresolved: sum('unresolved'),
    problems: [...counts.problems, ...totals.flatMap(({ problems }) => problems)],
  };
}

/** One change, and all that has to hold of it. */
async function changeOnce(pair: WriterPair, change: Change, random: Random, counts: Counts): Promise<string> {
  await pair.traded(random);
  const { owner, standby } = pair;
  const { sinceMs, wake } = await strike(pair, change, random);
  const mayKeep = change === 'stall' || change === 'restart';
  const wokeMs = change === 'stall' ? await wake() : undefined;
  const tookOver = await (mayKeep
    ? Promise.race([standby.asked, kept(owner, standby, sinceMs)])
    : within(standby.asked, 'nobody took over', standby));
  if (tookOver === undefined) {
    counts.kept++;
    return 'the owner is the same';
  }
  counts.withoutMs.push(tookOver - sinceMs);
  counts.changes[change]++;
  if (change !== 'kill') {
    if (change !== 'stall') await pause(random.next() * 2000);
    await endOf(owner, change, wokeMs ?? (await wake()), tookOver, counts);
  }
  await pair.changed();
  return `${Math.round(tookOver - sinceMs)} ms without a writer`;
}

interface Struck {
  readonly sinceMs: number;
  /** Lets the old owner go on; answers when that was. */
  readonly wake: () => Promise<number>;
}

async function strike({ owner, postgres }: WriterPair, change: Change, random: Random): Promise<Struck> {
  const sinceMs = performance.now();
  const { machine, child } = owner;
  const mend = async (): Promise<number> => {
    machine.mend();
    return performance.now();
  };
  switch (change) {
    case 'kill':
      child.kill('SIGKILL');
      return { sinceMs, wake: mend };
    case 'stop':
    case 'stall':
      child.kill('SIGSTOP');
      // A stall ends while the lease does.
      return {
        sinceMs,
        wake: async () => {
          if (change === 'stall') await pause(LEASE_MS * (0.5 + random.next()));
          child.kill('SIGCONT');
          return performance.now();
        },
      };
    case 'store':
      machine.toStore.standStill();
      return { sinceMs, wake: mend };
    case 'both':
      machine.toStore.standStill();
      machine.toVenue.standStill();
      return { sinceMs, wake: mend };
    case 'restart':
      await postgres.kill();
      await pause(random.next() * MOST_DOWN_MS);
      await postgres.start();
      return { sinceMs: performance.now(), wake: mend };
  }
}

/** Resolves when the owner has gone on as such, and nobody else has. */
async function kept(owner: RunningDaemon, standby: RunningDaemon, sinceMs: number): Promise<undefined> {
  for (;;) {
    await pause(SETTLED_MS, undefined, { ref: false });
    if (owner.hasEnded() || owner.orders.some(({ atMs }) => atMs > sinceMs)) break;
    if (performance.now() - sinceMs > 60_000) throw new Error(`nobody trades: ${owner.said().slice(-800)} | ${standby.said().slice(-800)}`);
  }
  if (!owner.hasEnded()) return undefined;
  await within(standby.asked, 'the owner has ended and nobody took over', standby);
  return new Promise(() => undefined);
}

/** An old owner steps down by itself, says why, and has placed nothing since. One that can't stand by again has ended. */
async function endOf(owner: RunningDaemon, change: Change, wokeMs: number, tookOverMs: number, counts: Counts): Promise<void> {
  const isDown = Promise.race([owner.steppedDown, owner.ended]).then(() => true);
  const hasGoneDown = await Promise.race([isDown, pause(60_000, false, { ref: false })]);
  const { problems } = counts;
  if (!hasGoneDown) problems.push(`${change}: the old owner did not step down: ${owner.said().slice(-800)}`);
  else if (!WHY.test(owner.said())) problems.push(`${change}: the old owner does not say why: ${owner.said().slice(-800)}`);
  const after = owner.orders.filter(({ atMs }) => atMs > Math.max(tookOverMs, change === 'both' ? wokeMs : tookOverMs));
  for (const { atMs, openedMs } of after) {
    if (change === 'both' && openedMs < wokeMs) counts.lingered++;
    else problems.push(`${change}: the old owner placed an order ${Math.round(atMs - tookOverMs)} ms after it was followed`);
  }
}
