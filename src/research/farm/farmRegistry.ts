import type { FarmSweep } from './farmSweep.ts';
import { LiveSet } from './liveSet.ts';
import type { Farm } from './openFarm.ts';

/** What a worker says of itself, again and again. */
export interface WorkerPresence {
  /** For people: `machine:process`. */
  readonly name: string;
  readonly threads: number;
  readonly since: number;
  /** What its threads are at. */
  readonly doing: readonly { readonly run: string; readonly trials: number; readonly done: number }[];
  /** Why it leaves a sweep to others, by run. */
  readonly refuses: Readonly<Record<string, string>>;
  readonly trials: number;
  readonly cpuMs: number;
}

export interface ListedSweep {
  readonly run: string;
  readonly owner: string;
  /** Passes that wait for a worker, and passes that are being made. */
  readonly waiting: number;
  readonly active: number;
}

export const SWEEP_TTL_MS = 20_000;
const WORKER_TTL_MS = 6_000;

/** Who is at a farm: sweeps with what a worker must know of them, and workers with what they do. */
export class FarmRegistry {
  readonly #redis: Farm['redis'];
  readonly #sweeps: LiveSet;
  readonly #workers: LiveSet;

  constructor(farm: Pick<Farm, 'redis'>) {
    this.#redis = farm.redis;
    this.#sweeps = new LiveSet(farm, 'sweeps', SWEEP_TTL_MS);
    this.#workers = new LiveSet(farm, 'workers', WORKER_TTL_MS);
  }

  /** To be called again and again: a sweep that is not announced any more is over. */
  async announce(sweep: FarmSweep): Promise<void> {
    const key = sweepKey(sweep.run);
    if ((await this.#redis.pexpire(key, SWEEP_TTL_MS)) === 0) await this.#redis.set(key, JSON.stringify(sweep), 'PX', SWEEP_TTL_MS);
    await this.#sweeps.keep(sweep.run, sweep.owner);
  }

  async withdraw(run: string): Promise<void> {
    await this.#sweeps.drop(run);
    await this.#redis.del(sweepKey(run));
  }

  /** Undefined when it is over. */
  async sweep(run: string): Promise<FarmSweep | undefined> {
    const text = await this.#redis.get(sweepKey(run));
    return text === null ? undefined : (JSON.parse(text) as FarmSweep);
  }

  /** The sweeps that run, and the names of those that ended without withdrawing. */
  async sweeps(): Promise<{ readonly live: readonly ListedSweep[]; readonly dead: readonly string[] }> {
    const all = [...(await this.#sweeps.all())];
    const live = await Promise.all(all.flatMap(([run, owner]) => (owner === undefined ? [] : [this.#listed(run, owner)])));
    return { live, dead: all.flatMap(([run, owner]) => (owner === undefined ? [run] : [])) };
  }

  async keepWorker(id: string, presence: WorkerPresence): Promise<void> {
    await this.#workers.keep(id, JSON.stringify(presence));
  }

  async dropWorker(id: string): Promise<void> {
    await this.#workers.drop(id);
  }

  /** By id. Those that were not heard of for a while are forgotten. */
  async workers(): Promise<ReadonlyMap<string, WorkerPresence>> {
    const found = new Map<string, WorkerPresence>();
    for (const [id, text] of await this.#workers.all()) {
      if (text === undefined) await this.#workers.drop(id);
      else found.set(id, JSON.parse(text) as WorkerPresence);
    }
    return found;
  }

  async #listed(run: string, owner: string): Promise<ListedSweep> {
    const [waiting, active] = await Promise.all(['wait', 'active'].map((list) => this.#redis.llen(`sluice-farm:${run}:${list}`)));
    return { run, owner, waiting: waiting!, active: active! };
  }
}

function sweepKey(run: string): string {
  return `sluice-farm-sweep:${run}`;
}
