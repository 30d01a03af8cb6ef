import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ContenderRun } from './backtestContender.ts';
import { changesOf } from './backtestBooks.ts';
import { report, type Verdict, verdictOf } from './harness.ts';
import { recordMarket } from './recordMarket.ts';
import { SyntheticMarket } from './syntheticMarket.ts';
import { fillTardisCache } from './tardisCache.ts';

/**
 * A backtest of full fidelity (latency, queue, replacing, risk, fees) through the public strategy interface, against programs
 * that only keep an order book: those of ccxt and tardis-dev, which get the changes between the same snapshots. The work is
 * equal: each adds up the best bid and ask of every snapshot, and the sums must be the same. Then come the same from a recording
 * on disk against tardis-dev's replay from its cache, and other passes: with the decisions hashed, with many trials, strategies
 * and symbols. Each runs in its own process. Times are user and system time of the whole process, per snapshot.
 */
const SNAPSHOTS = Number(process.argv[2] ?? 100_000);
const ROUNDS = 9;
const WARM_UPS = 12;
/** The names that `backtestContender.ts` uses. */
const TRIALS = 16;
const MARKET_DAY = Date.UTC(2026, 10, 20);
const YEAR_MS = 365 * 86_400_000;

/** One contender, in its process. */
class Contender {
  readonly #process: ChildProcess;
  readonly #end: Promise<never>;

  private constructor(child: ChildProcess, end: Promise<never>) {
    this.#process = child;
    this.#end = end;
  }

  /** Ready to run and warm. The result of the first run is what later runs are compared with. */
  static async start(name: string, args: readonly string[]): Promise<{ contender: Contender; first: ContenderRun }> {
    const path = fileURLToPath(new URL('./backtestContender.ts', import.meta.url));
    const child = fork(path, [name, ...args]);
    const end = endOf(child, name);
    await Promise.race([once(child, 'message'), end]);
    const contender = new Contender(child, end);
    const first = await contender.run();
    for (let i = 1; i < WARM_UPS; i++) await contender.run();
    return { contender, first };
  }

  async run(): Promise<ContenderRun> {
    this.#process.send('run');
    const [run] = (await Promise.race([once(this.#process, 'message'), this.#end])) as [ContenderRun];
    return run;
  }

  stop(): void {
    this.#end.catch(() => undefined);
    this.#process.kill();
  }
}

async function endOf(child: ChildProcess, name: string): Promise<never> {
  const [code] = (await once(child, 'exit')) as [number | null];
  throw new Error(`${name} ended with ${code}`);
}

const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-'));
const started: Contender[] = [];
try {
  const market = (): SyntheticMarket => new SyntheticMarket({ pace: 'calm', snapshots: SNAPSHOTS, startAt: MARKET_DAY });
  await recordMarket(folder, market(), MARKET_DAY);
  await recordMarket(join(folder, 'closed'), market(), MARKET_DAY + YEAR_MS);
  const { from, to } = fillTardisCache(join(folder, 'tardis'), changesOf(market()));

  const start = async (name: string): Promise<{ contender: Contender; first: ContenderRun }> => {
    const one = await Contender.start(name, [String(SNAPSHOTS), folder, from, to]);
    started.push(one.contender);
    return one;
  };
  const memory = await start('memory');
  const { fills, seen } = memory.first;
  /** Runs alternating rounds. The ratio is theirs to ours, per snapshot. */
  const against = async (row: string, ours: Contender, name: string, work: Partial<ContenderRun>, target?: number): Promise<Verdict> => {
    const { contender: theirs, first } = await start(name);
    for (const [what, wanted] of Object.entries(work)) {
      const got = first[what as keyof ContenderRun];
      if (got !== wanted) throw new Error(`${row}: ${what} of ${name} is ${got}, not ${wanted}`);
    }
    const rounds: { aUs: number; bUs: number }[] = [];
    for (let i = 0; i < ROUNDS; i++) rounds.push({ aUs: (await ours.run()).us, bUs: (await theirs.run()).us });
    theirs.stop();
    return verdictOf(row, rounds, target);
  };
  const disk = await start('disk');
  const closed = await start('closed');
  for (const { first } of [disk, closed]) {
    if (first.fills !== fills || first.seen !== seen) throw new Error(`${first.fills} fills from disk, ${fills} from memory`);
  }
  console.log(`${SNAPSHOTS} snapshots of 50 levels a side, ${fills} fills`);
  const ours = memory.contender;
  report('Backtest through the public strategy interface, us per snapshot', [
    await against("from memory, against ccxt's order book alone", ours, 'ccxt', { seen }, 1.9),
    await against("from memory, against tardis-dev's order book alone", ours, 'tardis-dev', { seen }, 3.2),
    await against('from disk, against replayNormalized from its cache', disk.contender, 'replayNormalized', { seen: SNAPSHOTS }, 13),
    await against('from a closed day, against the same', closed.contender, 'replayNormalized', { seen: SNAPSHOTS }),
  ]);
  report('The same against other passes of ours: how many times as long those take', [
    await against('with the hash of the decisions', ours, 'hashed', { fills, seen }),
    await against(`${TRIALS} trials in a pass, all together`, ours, '16 trials', { seen }),
    await against('three strategies on the symbol', ours, 'three strategies', {}),
    await against('two symbols, each book', ours, 'two symbols', {}),
    await against('a busy market', ours, 'busy', {}),
  ]);
  console.log(`bytes allocated for each book, quoting: ${(await ours.run()).bytes.toFixed(0)} (at most 150)`);
} finally {
  for (const contender of started) contender.stop();
  rmSync(folder, { recursive: true, force: true });
}
