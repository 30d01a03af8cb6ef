import { setTimeout as pause } from 'node:timers/promises';
import { sweepFarm } from '../../src/cli/sweepFarm.ts';
import { messageOf } from '../../src/base/fault.ts';
import { type Random, seededRandom } from '../../src/base/random.ts';
import { farmAddress } from '../../src/research/farm/farmAddress.ts';
import { FarmRegistry } from '../../src/research/farm/farmRegistry.ts';
import type { Farm } from '../../src/research/farm/openFarm.ts';
import type { TrialRunner } from '../../src/research/sweep/trial.ts';
import { TrialPool } from '../../src/research/sweep/trialPool.ts';
import { passEvents } from '../research/farm/passEvents.ts';
import { passHolders } from '../research/farm/passHolders.ts';
import { RedisServer } from '../research/farm/redisServer.ts';
import { offeredSweep, testFarm } from '../research/farm/testFarm.ts';
import { until } from '../until.ts';
import { type CrewWorker, FarmCrew } from './farmCrew.ts';
import { differences, FarmSearch, type Swept } from './farmSearch.ts';

/** What takes a worker away: SIGKILL, SIGSTOP, a line to Redis on which nothing passes any more, and one that is ended. */
const STRIKES = ['kill', 'stop', 'still', 'cut'] as const;
type Strike = (typeof STRIKES)[number];

export interface FarmReport {
  readonly struck: Readonly<Record<Strike, number>>;
  /** How many of them came back, worked on, and ended in order when they were told to. */
  readonly cameBack: number;
  /** How often a pass was lost with its worker and made by another. */
  readonly passesLost: number;
  readonly here: Swept;
  readonly byFarm: Swept;
  readonly problems: readonly string[];
}

export interface FarmStrikes {
  readonly seed: number;
  readonly workers: number;
  readonly trials: number;
  /** How much is recorded: a part of it is out of sample for so long. */
  readonly minutes: number;
  /** By the short times of tests, after which a worker counts as lost. */
  readonly isQuick: boolean;
  /** What runs the workers. Without it, this Node. */
  readonly node?: string;
  readonly onProgress?: (line: string) => void;
}

const AT_ONCE = { quick: 3, real: 5 };
/** Small passes, so that many workers are at one. */
const MOST_A_PASS = 2;
const POOL = 2;
const MEMORY = 2 ** 30;
/** The last ones are struck while there is something left to do. */
const STRUCK_BY = 0.9;
/** How many of those who are taken away are at a pass right then; the others may be at anything, or just begin. */
const AT_WORK = 0.75;
const LOOKS_MS = 2000;
const MOST_BETWEEN_MS = 300;
/** Longer and shorter than it takes until a pass counts as lost. */
const MOST_AWAY_MS = { quick: 6000, real: 30_000 };
const MOST_BACK_MS = 5000;
const ENDS_WITHIN_MS = 120_000;

/** Makes a sweep by workers of whom many are taken away at random, new ones taking their place, and compares it with one on this machine alone. Rejects with `CannotGoOn` when a worker can't start. */
export async function strikeFarm(options: FarmStrikes): Promise<FarmReport> {
  const { trials, minutes } = options;
  const search = new FarmSearch();
  const redis = new RedisServer();
  try {
    await search.open(trials, minutes);
    const here = await search.swept('here', new TrialPool(search.source(MEMORY), POOL));
    await redis.start();
    return await struckSweep(options, search, redis, here);
  } finally {
    await redis.remove();
    search.remove();
  }
}

async function struckSweep(options: FarmStrikes, search: FarmSearch, redis: RedisServer, here: Swept): Promise<FarmReport> {
  const { isQuick, node } = options;
  const redisPort = Number(new URL(redis.url).port);
  const crew = new FarmCrew({ redisPort, folder: search.folder, size: AT_ONCE[isQuick ? 'quick' : 'real'], isQuick, node });
  const farm = await testFarm(redis.url);
  const strikes = new Strikes(options, { crew, farm, runs: here.runs });
  try {
    await crew.fill();
    const runner = isQuick
      ? (await offeredSweep(redis.url, search.source(0), MOST_A_PASS)).runner
      : await farmRunner(search, redis.url, here.runs);
    let passesLost = 0;
    const striking = strikes.run();
    // Without it the sweep would wait for workers who never come.
    const failed = Promise.race([crew.failed, striking.then(() => crew.failed)]);
    failed.catch(() => undefined);
    const byFarm = await search.swept('farm', {
      run: async (jobs, events) => {
        // Between two rounds too: a sweep that is faster than whoever strikes would be over before.
        await Promise.race([failed, until(() => strikes.mayGoOn())]);
        const running = runner.run(jobs, {
          ...events,
          onResult(job, result) {
            events.onResult(job, result);
            strikes.results++;
          },
        });
        await Promise.race([failed, running]);
      },
      async close() {
        const events = await Promise.all((await runsOf(farm)).map((run) => passEvents(farm, run)));
        passesLost = events.flat().filter(({ event }) => event === 'stalled').length;
        await runner.close();
      },
    });
    await strikes.end();
    await striking;
    const { struck, cameBack, problems } = strikes;
    return { struck, cameBack, passesLost, here, byFarm, problems: [...problems, ...differences(here, byFarm)] };
  } finally {
    await strikes.end();
    farm.close();
    await crew.close();
  }
}

/** As `sluice sweep --queue` offers it. */
function farmRunner({ setup: { backtest, plan }, file, data }: FarmSearch, url: string, runs: number): Promise<TrialRunner> {
  const { latency, about, markets } = backtest;
  const { id, band, objective } = plan;
  const world = { range: {}, latency, about, band, objective, draws: 0 };
  const load = { runs, atOnce: plan.batch, mostAPass: MOST_A_PASS, memoryBytes: MEMORY };
  return sweepFarm({ id, file, data, markets, world, load, queue: { address: farmAddress(url, {}) }, tell: () => undefined });
}

async function runsOf(farm: Farm): Promise<readonly string[]> {
  return (await new FarmRegistry(farm).sweeps()).live.map(({ run }) => run);
}

/** Takes workers away, evenly over the runs of a sweep, each at a moment and in a way that follow from the seed. */
class Strikes {
  readonly struck: Record<Strike, number> = { kill: 0, stop: 0, still: 0, cut: 0 };
  readonly problems: string[] = [];
  cameBack = 0;
  results = 0;
  readonly #options: FarmStrikes;
  readonly #crew: FarmCrew;
  readonly #farm: Farm;
  readonly #runs: number;
  readonly #random: Random;
  readonly #over = new AbortController();
  readonly #away = new Set<Promise<void>>();
  #done = 0;
  #isLooking = false;

  constructor(options: FarmStrikes, { crew, farm, runs }: { readonly crew: FarmCrew; readonly farm: Farm; readonly runs: number }) {
    this.#options = options;
    this.#crew = crew;
    this.#farm = farm;
    this.#runs = runs;
    this.#random = seededRandom(`farm:${options.seed}`);
  }

  /** Whether the sweep may: whoever strikes has done what is due, waits for somebody to work, or has ended. */
  mayGoOn(): boolean {
    return this.#over.signal.aborted || this.#isLooking || this.#done >= this.#options.workers || this.#dueAt(this.#done) > this.results;
  }

  async run(): Promise<void> {
    const { workers, onProgress = () => undefined } = this.#options;
    while (this.#done < workers) {
      await until(() => this.#over.signal.aborted || this.#dueAt(this.#done) <= this.results);
      await this.#strikeOnce();
      if (this.#over.signal.aborted) {
        this.problems.push(`the sweep was over when ${this.#done} of ${workers} workers were taken away`);
        return;
      }
      await this.#crew.fill();
      this.#done++;
      onProgress(`${this.#done} of ${workers} workers taken away, ${this.results} of ${this.#runs} runs made`);
    }
  }

  /** The sweep is over: nobody is waited for any more. */
  async end(): Promise<void> {
    this.#over.abort();
    await Promise.all(this.#away);
  }

  #dueAt(strike: number): number {
    return Math.floor((strike * STRUCK_BY * this.#runs) / this.#options.workers);
  }

  /** All that is left to chance is drawn here, so that one who stays away longer changes nothing for the next. */
  async #strikeOnce(): Promise<void> {
    const random = this.#random;
    const strike = STRIKES[random.int(STRIKES.length)]!;
    const awayMs = random.next() * MOST_AWAY_MS[this.#options.isQuick ? 'quick' : 'real'];
    const comesBack = random.next() < 0.5;
    const backMs = random.next() * MOST_BACK_MS;
    const isAtWork = random.next() < AT_WORK;
    const chance = random.next();
    await this.#passed(random.next() * MOST_BETWEEN_MS);
    const worker = (isAtWork ? await this.#whoWorks(chance) : undefined) ?? this.#crew.taken(chance, () => true)!;
    if (this.#over.signal.aborted) return;
    this.struck[strike]++;
    const fate = this.#fate(worker, strike, { awayMs, backMs: comesBack ? backMs : undefined }).catch(
      (error: unknown) => void this.problems.push(`${strike}: ${messageOf(error)}`),
    );
    this.#away.add(fate);
    void fate.finally(() => this.#away.delete(fate));
  }

  /** Undefined when nobody is at a pass for a while. */
  async #whoWorks(chance: number): Promise<CrewWorker | undefined> {
    this.#isLooking = true;
    const untilMs = performance.now() + LOOKS_MS;
    const found = await until(
      async () => {
        const runs = await runsOf(this.#farm);
        const holders = new Set((await Promise.all(runs.map((run) => passHolders(this.#farm, run)))).flatMap((each) => [...each]));
        return this.#crew.taken(chance, ({ child }) => holders.has(child.pid!));
      },
      (worker) => worker !== undefined || this.#over.signal.aborted || performance.now() > untilMs,
    );
    this.#isLooking = false;
    return found;
  }

  async #fate(worker: CrewWorker, strike: Strike, { awayMs, backMs }: { awayMs: number; backMs: number | undefined }): Promise<void> {
    const { child, line } = worker;
    if (strike === 'stop') child.kill('SIGSTOP');
    else if (strike === 'still') line.standStill();
    else if (strike === 'cut') line.cut();
    if (strike !== 'kill') {
      await this.#passed(awayMs);
      if (backMs !== undefined) {
        if (strike === 'stop') child.kill('SIGCONT');
        else line.mend();
        await this.#passed(backMs);
        await this.#endInOrder(worker, strike);
      }
    }
    await this.#crew.end(worker);
  }

  /** Whoever has come back does what SIGTERM asks of every worker. */
  async #endInOrder({ child, ended, said, hasBegun }: CrewWorker, strike: Strike): Promise<void> {
    if (this.#over.signal.aborted) return;
    child.kill('SIGTERM');
    const hasEnded = await Promise.race([ended.then(() => true), this.#passed(ENDS_WITHIN_MS).then(() => false)]);
    if (this.#over.signal.aborted) return;
    if (!hasBegun()) return;
    if (hasEnded && child.exitCode === 0) this.cameBack++;
    else this.problems.push(`${strike}: who came back did not end in order: ${child.exitCode ?? child.signalCode}: ${said().slice(-800)}`);
  }

  async #passed(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: this.#over.signal }).catch(() => undefined);
  }
}
