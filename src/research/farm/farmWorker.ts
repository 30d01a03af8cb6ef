import type { Job } from 'bullmq';
import { type Clock, sleep } from '../../base/clock.ts';
import { counted } from '../../base/counted.ts';
import { isFault, messageOf } from '../../base/fault.ts';
import { repeat } from '../../base/repeat.ts';
import type { CodeIdentity } from './codeIdentity.ts';
import { fairOrder } from './fairOrder.ts';
import { isFarmTrouble } from './farmFault.ts';
import { FarmRegistry, type WorkerPresence } from './farmRegistry.ts';
import type { Farm, PassData, PassMade } from './openFarm.ts';
import { Patience } from './patience.ts';
import { type PreparedSweep, preparedSweep } from './preparedSweep.ts';
import type { RecordingCache } from './recordingCache.ts';

export interface FarmWorkerOptions {
  readonly farm: Farm;
  readonly cache: RecordingCache;
  readonly here: { readonly code: CodeIdentity; readonly directory: string };
  readonly threads: number;
  /** For people: `machine:process`. */
  readonly name: string;
  /** Unique. */
  readonly id: string;
  readonly clock: Clock;
  /** After it nothing more is taken. */
  readonly signal: AbortSignal;
  /** How long it then works on at most at what it has; after that it gives it back. */
  readonly graceMs: number;
  /** How long it leaves a sweep alone that it could not work for. */
  readonly restMs: number;
  readonly tell: (line: string) => void;
}

interface Refusal {
  readonly why: string;
  readonly untilMs: number;
}

interface Doing {
  readonly run: string;
  readonly trials: number;
  done: number;
}

type PassJob = Job<PassData, PassMade, 'pass'>;

const PRESENT_EVERY_MS = 1_000;
const TIDY_EVERY_MS = 5_000;
const IDLE_MS = { from: 50, to: 500 };

/** Takes passes of any sweep of a farm and makes them, until it is told to stop. */
export class FarmWorker {
  readonly #options: FarmWorkerOptions;
  readonly #registry: FarmRegistry;
  readonly #since: number;
  readonly #prepared = new Map<string, Promise<PreparedSweep | undefined>>();
  readonly #refusals = new Map<string, Refusal>();
  readonly #doing = new Map<number, Doing>();
  readonly #giveBack = new AbortController();
  readonly #patience: Patience;
  #trials = 0;
  #cpuMs = 0;
  #tidiedMs = -Infinity;

  constructor(options: FarmWorkerOptions) {
    const { farm, clock, tell } = options;
    this.#options = options;
    this.#registry = new FarmRegistry(farm);
    this.#since = clock.now();
    // A worker waits for its Redis for as long as that takes.
    this.#patience = new Patience({ farm, clock, tell, patienceMs: Infinity });
  }

  async run(): Promise<{ readonly trials: number; readonly cpuMs: number }> {
    const { clock, signal, graceMs, threads, farm, cache, id, tell } = this.#options;
    const present = (): void => {
      // A pass may take longer than a view is kept that nobody touches, and so may fetching what is in it.
      cache.keepViews();
      void this.#registry.keepWorker(id, this.#presence()).catch(() => undefined);
    };
    await this.#registry.keepWorker(id, this.#presence());
    const stopPresence = repeat(clock, PRESENT_EVERY_MS, present);
    let cancelGrace: (() => void) | undefined;
    const onStop = (): void => {
      if (this.#doing.size > 0)
        tell(`stopping: ${counted(this.#doing.size, 'pass', 'passes')} under way, given back after ${Math.round(graceMs / 1000)} s`);
      cancelGrace = clock.setTimer(graceMs, () => this.#giveBack.abort());
    };
    if (signal.aborted) onStop();
    signal.addEventListener('abort', onStop, { once: true });
    try {
      await Promise.all(Array.from({ length: threads }, (_, seat) => this.#seat(seat)));
    } finally {
      signal.removeEventListener('abort', onStop);
      cancelGrace?.();
      stopPresence();
      await Promise.all([...this.#prepared.values()].map(async (sweep) => (await sweep)?.close()));
      if (farm.redis.status === 'ready') await this.#registry.dropWorker(id).catch(() => undefined);
    }
    return { trials: this.#trials, cpuMs: this.#cpuMs };
  }

  /** One thread's work. */
  async #seat(seat: number): Promise<void> {
    const { clock, signal } = this.#options;
    const served = new Map<string, number>();
    let turn = 0;
    let idleMs = IDLE_MS.from;
    while (!signal.aborted) {
      const taken = await this.#patience.tried(() => this.#taken(seat, served));
      if (taken === undefined) {
        await sleep(clock, idleMs, signal).catch(() => undefined);
        idleMs = Math.min(IDLE_MS.to, idleMs * 2);
        continue;
      }
      idleMs = IDLE_MS.from;
      served.set(taken.prepared.sweep.run, turn++);
      await this.#work(seat, taken.prepared, taken.job, taken.token);
    }
  }

  async #taken(seat: number, served: Map<string, number>) {
    const { live, dead } = await this.#registry.sweeps();
    await this.#tidy(
      live.map(({ run }) => run),
      dead,
    );
    for (const run of served.keys()) if (!live.some((each) => each.run === run)) served.delete(run);
    for (const run of fairOrder(
      live.filter((each) => !this.#isRefused(each.run)),
      served,
    )) {
      const prepared = await this.#ready(run);
      const token = `${this.#options.id}.${seat}`;
      const job = await prepared?.taker.getNextJob(token, { block: false });
      if (prepared !== undefined && job !== undefined) return { prepared, job, token };
    }
    return undefined;
  }

  #isRefused(run: string): boolean {
    return (this.#refusals.get(run)?.untilMs ?? -Infinity) > this.#options.clock.monotonicMs();
  }

  /** All seats share what one of them has prepared. */
  #ready(run: string): Promise<PreparedSweep | undefined> {
    const known = this.#prepared.get(run);
    if (known !== undefined) return known;
    const made = this.#prepare(run);
    this.#prepared.set(run, made);
    return made;
  }

  async #prepare(run: string): Promise<PreparedSweep | undefined> {
    const { farm, cache, here, id } = this.#options;
    try {
      const sweep = await this.#registry.sweep(run);
      if (sweep === undefined) {
        this.#prepared.delete(run);
        return undefined;
      }
      const threads = [...(await this.#registry.workers()).values()].reduce((sum, worker) => sum + worker.threads, 0);
      const prepared = await preparedSweep(sweep, { farm, cache, here, worker: id, threads });
      this.#refusals.delete(run);
      return prepared;
    } catch (error) {
      this.#prepared.delete(run);
      if (isFarmTrouble(error)) throw error;
      // Other code stays other code for as long as this process runs.
      this.#refuse(run, messageOf(error), isFault(error, 'check-failed') ? Infinity : this.#options.restMs);
      return undefined;
    }
  }

  #refuse(run: string, why: string, restMs: number): void {
    const { clock, tell } = this.#options;
    if (this.#refusals.get(run)?.why !== why) tell(`${run}: left to others: ${why}`);
    this.#refusals.set(run, { why, untilMs: clock.monotonicMs() + restMs });
  }

  async #work(seat: number, prepared: PreparedSweep, job: PassJob, token: string): Promise<void> {
    const { clock, farm, name } = this.#options;
    const { run } = prepared.sweep;
    const { jobs } = job.data;
    const doing: Doing = { run, trials: jobs.length, done: 0 };
    this.#doing.set(seat, doing);
    // A lock that can't be held is no reason to end: whoever makes the pass comes to the same.
    const stopHolding = repeat(clock, farm.pace.lockMs / 3, () => void job.extendLock(token, farm.pace.lockMs).catch(() => undefined));
    try {
      const made = await this.#made(seat, prepared, jobs, doing);
      if (made === undefined) await job.moveToWait(token);
      else await this.#told(() => job.moveToCompleted({ ...made, worker: name }, token, false));
    } catch (error) {
      await this.#failed(seat, prepared, job, token, error);
    } finally {
      stopHolding();
      this.#doing.delete(seat);
    }
  }

  /** Undefined when the pass is given back. */
  async #made(seat: number, prepared: PreparedSweep, jobs: PassData['jobs'], doing: Doing): Promise<Omit<PassMade, 'worker'> | undefined> {
    // It may have been asked for between taking the pass and now.
    if (this.#giveBack.signal.aborted) return undefined;
    const results: PassMade['results'][number][] = [];
    let cpuMs = 0;
    const places = new Map(jobs.map(({ id }, i) => [id, i]));
    const onGiveBack = (): void => void prepared.dropPool(seat);
    this.#giveBack.signal.addEventListener('abort', onGiveBack, { once: true });
    try {
      await prepared.pool(seat).run(jobs, {
        onResult: ({ id }, result) => (results[places.get(id)!] = result),
        onProgress: (done) => (doing.done = done),
        onWork: (work) => (cpuMs += work.cpuMs),
      });
    } catch (error) {
      if (this.#giveBack.signal.aborted) return undefined;
      throw error;
    } finally {
      this.#giveBack.signal.removeEventListener('abort', onGiveBack);
    }
    this.#trials += jobs.length;
    this.#cpuMs += cpuMs;
    return { results, cpuMs };
  }

  /** Tells what came of a pass, however long Redis is away. Once another worker has it there is nothing to tell. */
  async #told(tell: () => Promise<unknown>): Promise<void> {
    while (!this.#giveBack.signal.aborted) {
      const told = await this.#patience.tried(async () => {
        await tell().catch((error: unknown) => {
          if (isFarmTrouble(error)) throw error;
        });
        return true;
      });
      if (told === true) return;
    }
  }

  async #failed(seat: number, prepared: PreparedSweep, job: PassJob, token: string, error: unknown): Promise<void> {
    await prepared.dropPool(seat);
    this.#refuse(prepared.sweep.run, messageOf(error), this.#options.restMs);
    await this.#told(() => job.moveToFailed(new Error(messageOf(error)), token, false));
  }

  /** Lets go of sweeps that are over, and clears away those whose process has died. */
  async #tidy(live: readonly string[], dead: readonly string[]): Promise<void> {
    const { clock, farm } = this.#options;
    if (clock.monotonicMs() - this.#tidiedMs < TIDY_EVERY_MS) return;
    this.#tidiedMs = clock.monotonicMs();
    for (const [run, made] of this.#prepared) {
      const isUsed = [...this.#doing.values()].some((doing) => doing.run === run);
      if (live.includes(run) || isUsed) continue;
      this.#prepared.delete(run);
      await (await made)?.close();
    }
    for (const run of this.#refusals.keys()) if (!live.includes(run)) this.#refusals.delete(run);
    for (const run of dead) {
      const queue = farm.queue(run);
      await queue.obliterate({ force: true });
      await this.#registry.withdraw(run);
      await queue.close();
    }
  }

  #presence(): WorkerPresence {
    const { name, threads } = this.#options;
    const refuses = Object.fromEntries([...this.#refusals].map(([run, { why }]) => [run, why]));
    return { name, threads, since: this.#since, doing: [...this.#doing.values()], refuses, trials: this.#trials, cpuMs: this.#cpuMs };
  }
}
