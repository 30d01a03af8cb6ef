import { systemClock } from '../base/systemClock.ts';
import { runBacktest, runIdOf } from '../research/backtest/backtest.ts';
import { backtestChecks, type CheckName } from '../research/backtest/backtestChecks.ts';
import type { BacktestOptions } from '../research/backtest/backtestOptions.ts';
import { RunFolder } from '../research/backtest/runFolder.ts';
import type { Metrics } from '../research/metrics/metrics.ts';
import { writeReport } from '../research/report/writeReport.ts';
import type { Band } from '../research/runRecord.ts';
import type { BacktestOutcome } from './backtestText.ts';
import { progressLine } from './progressLine.ts';
import { say, type Shell } from './shell.ts';

export interface BacktestRunOptions {
  readonly setup: BacktestOptions;
  /** Folder of the runs. */
  readonly runs: string;
  readonly checks: readonly CheckName[];
  readonly shell: Shell;
}

/** Runs a backtest, writes its folder and report, and checks it. What fails leaves no folder behind. */
export async function runToFolder({ setup, runs, checks, shell }: BacktestRunOptions): Promise<BacktestOutcome> {
  const folder = new RunFolder(runs, runIdOf(setup));
  try {
    const beganMs = systemClock.monotonicMs();
    const line = progressLine(shell, 'books');
    const { record, pass } = runBacktest(setup, {
      event: (band, text) => folder.event(band, text),
      progress: (done, snapshots) => line.tell(done, snapshots),
    });
    line.end(pass.snapshots);
    const seconds = Math.round(systemClock.monotonicMs() - beganMs) / 1000;
    let metrics: Record<Band, Metrics> | undefined;
    const hash = await folder.finish(record, async (partial) => {
      metrics = await writeReport(partial, record);
    });
    if (checks.length > 0) say(shell, `checking ${checks.join(', ')} …`);
    return { run: folder.path, hash, seconds, record, metrics: metrics!, checks: backtestChecks(setup, pass, checks) };
  } catch (error) {
    folder.discard();
    throw error;
  }
}
