import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sweep } from '../../src/research/sweep/sweep.ts';
import { sweepFolder, writeResults } from '../../src/research/sweep/sweepFolder.ts';
import { SweepJournal } from '../../src/research/sweep/sweepJournal.ts';
import { type SweepSetup, sweepSetup } from '../../src/research/sweep/sweepSetup.ts';
import type { TrialRunner } from '../../src/research/sweep/trial.ts';
import { sharedMarkets, type TrialWorldSource } from '../../src/research/sweep/trialWorld.ts';
import { loadSettings } from '../../src/settings/loadSettings.ts';
import { ownFolder } from '../ownFolder.ts';
import { recordMarket } from '../research/backtest/recordMarket.ts';

/** What a sweep has come to. */
export interface Swept {
  readonly hash: string;
  /** How many runs its trials took: on rungs and out of sample. */
  readonly runs: number;
  readonly trials: number;
  readonly seconds: number;
  /** The lines of its files by their name; those of the journal sorted, since they are written as they come. */
  readonly lines: Readonly<Record<string, readonly string[]>>;
}

/** How often decoded recordings are walked decides nothing here. */
const MANY_PASSES = 1000;
const WINDOWS = 2;
/** More than the windows take, which end before the last book. */
const LAST_SECONDS = 60;
const REDUCTION = 3;
/** So many are needed to promote one in each window, and so many different ones there are. */
export const LEAST_TRIALS = WINDOWS * REDUCTION;
export const MOST_TRIALS = 2000;

/** Windows, promotions of the best and the order of the estimator: everything that waits for results in a fixed order. */
const configOf = (trials: number, minutes: number): string => `
mode: demo
risk: { maxOpenOrders: 20, staleAfter: 5s }
backtest: { balances: { EUR: 100000, BTC: 2 }, equityEvery: 10s }
strategies:
  m: { use: maker, symbol: BTC/EUR, budget: 50000 EUR, params: { size: 0.05, smooth: 5 } }
sweep:
  objective: profit
  sampler: tpe
  trials: ${Math.ceil(trials / WINDOWS)}
  best: 2
  halving: { rungs: 2, reduction: ${REDUCTION} }
  walkForward: { inSample: ${2 * minutes}m, outOfSample: ${minutes}m, step: ${minutes}m }
  space:
    strategies.m.params.spreadBps: { from: 1, to: 8.5, step: 0.1 }
    strategies.m.params.moveBps: { from: 0.5, to: 4.25, step: 0.25 }
`;

/** A search over a market that was recorded for it: the same each time, whoever makes its runs. */
export class FarmSearch {
  readonly folder = ownFolder('sluice-farm-');
  readonly file = join(this.folder, 'search.yaml');
  readonly data = join(this.folder, 'data');
  #setup: SweepSetup | undefined;

  get setup(): SweepSetup {
    return this.#setup!;
  }

  /** `minutes`: how long a window is out of sample. */
  async open(trials: number, minutes: number): Promise<this> {
    writeFileSync(this.file, configOf(trials, minutes));
    await recordMarket(this.data, 'BTC/EUR', (WINDOWS + 2) * minutes * 60 + LAST_SECONDS);
    this.#setup = await sweepSetup(await loadSettings({ file: this.file, env: {} }), { data: this.data });
    return this;
  }

  source(mostBytes: number): TrialWorldSource {
    const { backtest, plan } = this.setup;
    const { latency, about } = backtest;
    const { band, objective } = plan;
    const markets = sharedMarkets(backtest, mostBytes, MANY_PASSES);
    return { file: this.file, env: {}, data: this.data, range: {}, markets, latency, about, band, objective, draws: 0 };
  }

  /** Makes it into a folder of that name. The runner is closed. */
  async swept(name: string, runner: TrialRunner): Promise<Swept> {
    const { plan } = this.setup;
    const folder = sweepFolder(join(this.folder, name), plan.id);
    const journal = new SweepJournal(folder.journal, plan.id);
    const beganMs = performance.now();
    try {
      const outcome = await sweep({ plan, runner, journal });
      const hash = writeResults(folder, outcome);
      const seconds = (performance.now() - beganMs) / 1000;
      const linesOf = (file: string): string[] => readFileSync(join(folder.path, file), 'utf8').split('\n');
      const [results, summary, runs] = ['results.jsonl', 'summary.json', 'journal.jsonl'].map(linesOf) as [string[], string[], string[]];
      const lines = { 'results.jsonl': results, 'summary.json': summary, 'journal.jsonl': runs.toSorted() };
      return { hash, runs: journal.size, trials: outcome.trials.length, seconds, lines };
    } finally {
      journal.close();
      await runner.close();
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** What two of them differ in: the first line of each file. */
export function differences(here: Swept, there: Swept): string[] {
  const found = Object.entries(here.lines).flatMap(([file, lines]) => {
    const others = there.lines[file]!;
    const at = Array.from({ length: Math.max(lines.length, others.length) }, (_, i) => i).find((i) => lines[i] !== others[i]);
    return at === undefined ? [] : [`${file} differs in line ${at + 1}: ${lines[at]} here, ${others[at]} by the farm`];
  });
  return here.hash === there.hash ? found : [...found, `the hash is ${here.hash} here, and ${there.hash} by the farm`];
}
