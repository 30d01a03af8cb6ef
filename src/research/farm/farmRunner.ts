import { type Clock, sleep } from '../../base/clock.ts';
import { Fault } from '../../base/fault.ts';
import { passesOf } from '../sweep/trialPool.ts';
import type { TrialEvents, TrialJob, TrialRunner } from '../sweep/trial.ts';
import { FarmRegistry } from './farmRegistry.ts';
import type { FarmSweep } from './farmSweep.ts';
import { FarmWatch } from './farmWatch.ts';
import type { Farm, PassMade, PassQueue, PassTaker } from './openFarm.ts';
import { Patience } from './patience.ts';

export interface FarmRunnerOptions {
  readonly farm: Farm;
  readonly sweep: FarmSweep;
  readonly clock: Clock;
  /** What people should know meanwhile. */
  readonly tell: (line: string) => void;
  /** How long a Redis may be away until the sweep gives up. */
  readonly patienceMs?: number | undefined;
}

interface Collected {
  readonly id: string;
  readonly made: PassMade;
  remove(): Promise<unknown>;
}

type OpenPasses = Map<string, readonly TrialJob[]>;

const POLL_MS = 50;
const ANNOUNCE_EVERY_MS = 3_000;
const RESTORE_EVERY_MS = 2_000;
const PATIENCE_MS = 10 * 60_000;
/** A pass that fails is tried again, elsewhere if it can be: the disk of one machine says nothing of the trial. */
const ATTEMPTS = 3;
const COLLECT = 32;
const ADD = 500;

/**
 * Makes the runs of a sweep by the workers of a farm. Redis only carries them: what is not there any more, whatever happened to it, is
 * put there again, and a result counts once it has come back.
 */
export class FarmRunner implements TrialRunner {
  readonly #options: FarmRunnerOptions;
  readonly #registry: FarmRegistry;
  readonly #queue: PassQueue;
  readonly #taker: PassTaker;
  readonly #watch: FarmWatch;
  /** One for all batches: what is wrong at the end of one may be over in the next. */
  readonly #patience: Patience;
  readonly #due = new Map<string, number>();
  readonly #sent = new Set<string>();
  #passes = 0;
  #hasBegun = false;

  constructor(options: FarmRunnerOptions) {
    const { farm, sweep, clock, tell, patienceMs = PATIENCE_MS } = options;
    this.#options = options;
    this.#registry = new FarmRegistry(farm);
    this.#queue = farm.queue(sweep.run);
    this.#taker = farm.taker(sweep.run);
    this.#watch = new FarmWatch({ run: sweep.run, registry: this.#registry, shown: farm.shown, clock, tell });
    this.#patience = new Patience({ farm, clock, tell, patienceMs });
  }

  async run(jobs: readonly TrialJob[], events: TrialEvents): Promise<void> {
    const { clock } = this.#options;
    const patience = this.#patience;
    const isStopped = (): boolean => events.signal?.aborted === true;
    const open = await this.#divided(jobs, isStopped);
    let done = 0;
    while (open.size > 0) {
      const step = await patience.tried(() => this.#stepped(open, isStopped()));
      if (step === undefined && isStopped()) return;
      for (const each of step?.collected ?? []) {
        done += this.#deliver(open, each, events);
        await patience.tried(() => each.remove());
      }
      events.onProgress?.(done + this.#watch.partDone(open.size === 0));
      if (step?.isIdle === true) return;
      if (open.size > 0) await sleep(clock, POLL_MS);
    }
  }

  async close(): Promise<void> {
    const { farm, sweep } = this.#options;
    // The taker writes about the queue whenever it looks for lost passes. That must not come after what takes all of the queue away.
    await this.#taker.close(true).catch(() => undefined);
    // What is left behind without it vanishes by itself.
    if (farm.redis.status === 'ready') {
      await this.#queue.obliterate({ force: true }).catch(() => undefined);
      await this.#registry.withdraw(sweep.run).catch(() => undefined);
    }
    await this.#queue.close().catch(() => undefined);
  }

  /** Nothing when it is stopped before that. */
  async #divided(jobs: readonly TrialJob[], isStopped: () => boolean): Promise<OpenPasses> {
    for (;;) {
      const threads = await this.#patience.tried(() => this.#watch.threads());
      if (isStopped()) return new Map();
      if (threads === undefined) continue;
      const passes = passesOf(jobs, Math.max(1, threads), this.#options.sweep.load.mostAPass);
      return new Map(passes.map((pass) => [`pass-${++this.#passes}`, pass]));
    }
  }

  /** Brings the queue to what it should have, and gets what is done. Idle is a queue that was stopped and has come to rest, with nothing left to get. */
  async #stepped(open: OpenPasses, isStopped: boolean): Promise<{ readonly collected: readonly Collected[]; readonly isIdle: boolean }> {
    await this.#announced();
    if (isStopped) await this.#queue.drain();
    else await this.#restored(open);
    const isAtRest = isStopped && (await this.#queue.getActiveCount()) === 0;
    const collected = await this.#collected(open);
    await this.#watch.look(open.size > 0);
    return { collected, isIdle: isAtRest && collected.length === 0 };
  }

  async #announced(): Promise<void> {
    if (!this.#isDue('announce', ANNOUNCE_EVERY_MS)) return;
    await this.#registry.announce(this.#options.sweep);
    if (this.#hasBegun) return;
    // Passes of a worker that is gone are taken again even when no other worker looks for them.
    await this.#taker.startStalledCheckTimer();
    this.#hasBegun = true;
  }

  /** Puts into the queue what it does not have: at the beginning everything, later what a Redis has lost. */
  async #restored(open: OpenPasses): Promise<void> {
    if ([...open.keys()].every((id) => this.#sent.has(id))) {
      if (!this.#isDue('restore', RESTORE_EVERY_MS)) return;
      const known = await this.#queue.getJobCountByTypes('wait', 'active', 'completed', 'failed', 'delayed', 'prioritized');
      if (known >= open.size) return;
    }
    const all = [...open].map(([jobId, jobs]) => ({ name: 'pass' as const, data: { jobs }, opts: { jobId, attempts: ATTEMPTS } }));
    // One that is there already is left as it is.
    for (let at = 0; at < all.length; at += ADD) await this.#queue.addBulk(all.slice(at, at + ADD));
    for (const id of open.keys()) this.#sent.add(id);
  }

  async #collected(open: OpenPasses): Promise<Collected[]> {
    const [failed] = await this.#queue.getJobs(['failed'], 0, 0);
    if (failed !== undefined && open.has(failed.id!)) throw failure(failed.failedReason);
    const completed = await this.#queue.getJobs(['completed'], 0, COLLECT - 1, true);
    // One may have been removed while they were read.
    return completed.flatMap((job) =>
      job?.id === undefined || !isMade(job.returnvalue) ? [] : [{ id: job.id, made: job.returnvalue, remove: () => job.remove() }],
    );
  }

  #deliver(open: OpenPasses, { id, made }: Collected, events: TrialEvents): number {
    const jobs = open.get(id);
    if (jobs === undefined) return 0;
    open.delete(id);
    this.#sent.delete(id);
    for (const [i, job] of jobs.entries()) events.onResult(job, made.results[i]!);
    events.onWork?.({ worker: made.worker, trials: jobs.length, cpuMs: made.cpuMs });
    return jobs.length;
  }

  #isDue(what: string, everyMs: number): boolean {
    const now = this.#options.clock.monotonicMs();
    if (now < (this.#due.get(what) ?? -Infinity)) return false;
    this.#due.set(what, now + everyMs);
    return true;
  }
}

function isMade(made: PassMade | null | undefined): made is PassMade {
  return Array.isArray(made?.results);
}

function failure(reason: string | undefined): Fault {
  const isLost = reason?.includes('stalled') === true;
  return new Fault('internal', isLost ? 'trials were lost with their worker again and again' : `a worker failed: ${reason}`, {
    suggestion: isLost
      ? 'see on the machines why workers end (memory?); what is written down stays, and --resume goes on'
      : 'what is written down stays; mend that and go on with --resume',
  });
}
