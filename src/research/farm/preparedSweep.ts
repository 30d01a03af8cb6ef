import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { onDisk } from '../../base/diskFault.ts';
import { Fault } from '../../base/fault.ts';
import { reopenedMarket } from '../backtest/reloadedSetup.ts';
import { sharedMarkets, type TrialWorldSource } from '../sweep/trialWorld.ts';
import { TrialPool } from '../sweep/trialPool.ts';
import { codeDifference, type CodeIdentity } from './codeIdentity.ts';
import type { FarmSweep } from './farmSweep.ts';
import type { Farm, PassTaker } from './openFarm.ts';
import type { RecordingCache } from './recordingCache.ts';

export interface PreparedOptions {
  readonly farm: Farm;
  readonly cache: RecordingCache;
  /** The code of this machine, and where the files of its strategies are. */
  readonly here: { readonly code: CodeIdentity; readonly directory: string };
  /** Unique among the processes that share the cache. */
  readonly worker: string;
  /** How many threads the farm has, as far as that is known. */
  readonly threads: number;
}

/** A sweep for whose trials a worker has everything: recordings, configuration, threads, and a way to take passes. */
export class PreparedSweep {
  readonly sweep: FarmSweep;
  readonly taker: PassTaker;
  readonly #source: TrialWorldSource;
  readonly #options: PreparedOptions;
  readonly #pools = new Map<number, TrialPool>();

  constructor(sweep: FarmSweep, source: TrialWorldSource, options: PreparedOptions) {
    this.sweep = sweep;
    this.#source = source;
    this.#options = options;
    this.taker = options.farm.taker(sweep.run);
  }

  /** The thread of a seat, which has loaded the strategies. */
  pool(seat: number): TrialPool {
    const known = this.#pools.get(seat);
    if (known !== undefined) return known;
    const pool = new TrialPool(this.#source, 1, this.sweep.load.mostAPass);
    this.#pools.set(seat, pool);
    return pool;
  }

  /** Ends the thread of a seat, whatever it is at. */
  async dropPool(seat: number): Promise<void> {
    const pool = this.#pools.get(seat);
    this.#pools.delete(seat);
    await pool?.close();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#pools.keys()].map((seat) => this.dropPool(seat)));
    await this.taker.close(true).catch(() => undefined);
    this.#options.cache.remove(viewOf(this.sweep, this.#options));
  }
}

/**
 * Gets everything that the trials of a sweep need. Throws a `Fault`: `check-failed` when this machine has other code, which names both;
 * `network` or `store` when the recordings can't be had.
 */
export async function preparedSweep(sweep: FarmSweep, options: PreparedOptions): Promise<PreparedSweep> {
  const { cache, here, threads } = options;
  const { world, markets: posted, files, source, config, code, load } = sweep;
  const { about } = world;
  const difference = codeDifference({ code, strategies: about.strategies }, about.code, here);
  if (difference !== undefined) throw new Fault('check-failed', difference, { suggestion: 'bring the same code to both machines' });
  if (basename(about.name) !== about.name) throw new Fault('invalid-request', `${about.name} is no name of a configuration`);
  const data = await cache.view(viewOf(sweep, options), files, source);
  const file = join(data, `${about.name}.yaml`);
  onDisk(`${file} can't be written`, () => writeFileSync(file, config));
  const place = { file, directory: here.directory, env: {}, data };
  const markets = posted.map((market) => ({
    ...market,
    open: (from?: number) => reopenedMarket({ data, range: world.range }, market, from),
  }));
  const passes = load.runs / Math.min(load.atOnce, Math.max(1, threads) * load.mostAPass);
  const shared = sharedMarkets({ markets }, load.memoryBytes, passes);
  return new PreparedSweep(sweep, { ...world, ...place, markets: shared }, options);
}

function viewOf({ run }: FarmSweep, { worker }: PreparedOptions): string {
  return `${run}.${worker}`;
}
