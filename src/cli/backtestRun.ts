import { availableParallelism } from 'node:os';
import { Fault } from '../base/fault.ts';
import { repeat } from '../base/repeat.ts';
import { systemClock } from '../base/systemClock.ts';
import { runBacktestInTurns, runIdOf } from '../research/backtest/backtest.ts';
import { type CheckResult, checkResults } from '../research/backtest/backtestChecks.ts';
import type { BacktestOptions } from '../research/backtest/backtestOptions.ts';
import { type CheckName, checkRuns } from '../research/backtest/checkRuns.ts';
import { ChecksThread } from '../research/backtest/checksThread.ts';
import { RunFolder } from '../research/backtest/runFolder.ts';
import type { ReportFigures } from '../research/report/reportFigures.ts';
import { writeReport } from '../research/report/writeReport.ts';
import { BacktestProgress } from './backtestProgress.ts';
import type { BacktestOutcome } from './backtestText.ts';
import { progressLine } from './progressLine.ts';
import type { Shell } from './shell.ts';

export interface BacktestRunOptions {
  readonly setup: BacktestOptions;
  /** The configuration (an absolute path) and the folder of the recordings that `setup` was made from. */
  readonly file: string;
  readonly data: string;
  /** The folder of the runs. */
  readonly runs: string;
  readonly checks: readonly CheckName[];
  readonly shell: Shell;
}

const LOOK_EVERY_MS = 200;

/**
 * Runs a backtest, writes its folder and report, and checks it. The repeated runs of the checks go on beside it where a core is
 * free. A run that fails or is stopped leaves no folder behind. Throws a `Fault` `canceled` when it is stopped.
 */
export async function runToFolder(options: BacktestRunOptions): Promise<BacktestOutcome> {
  const { setup, checks, shell } = options;
  const stopped = new AbortController();
  const asked = shell.stopSignal();
  const stop = (): void => stopped.abort(new Fault('canceled', 'the backtest was stopped'));
  asked.addEventListener('abort', stop, { once: true });
  if (asked.aborted) stop();
  const thread = checks.length > 0 && availableParallelism() > 1 ? new ChecksThread(sourceOf(options), setup, checks) : undefined;
  thread?.runs.catch((error: unknown) => stopped.abort(error));
  try {
    return await ranToFolder(options, thread, stopped.signal);
  } finally {
    asked.removeEventListener('abort', stop);
    await thread?.close();
  }
}

async function ranToFolder(
  { setup, runs, checks, shell }: BacktestRunOptions,
  thread: ChecksThread | undefined,
  signal: AbortSignal,
): Promise<BacktestOutcome> {
  const beganMs = systemClock.monotonicMs();
  const folder = new RunFolder(runs, runIdOf(setup));
  const whenChecked = checks.length === 0 ? 'none' : thread ? 'beside' : 'after';
  const progress = new BacktestProgress(progressLine(shell, 'book'), whenChecked, setup.draws ?? 0);
  const stopLooking = thread && repeat(systemClock, LOOK_EVERY_MS, () => progress.checked(thread.progress));
  try {
    const { record, pass } = await runBacktestInTurns(
      setup,
      {
        story: (band, lines) => folder.story(band, lines),
        progress: (share, books) => progress.passed(share, books),
      },
      signal,
    );
    let figures: ReportFigures;
    let results: CheckResult[] = [];
    const hash = await folder.finish(record, async (partial) => {
      figures = await writeReport(partial, record);
      if (checks.length === 0) return;
      const again = thread ? await unlessAborted(thread.runs, signal) : checkRuns(setup, pass, checks, (share) => progress.checked(share));
      results = checkResults(pass, again, checks);
    });
    progress.end();
    const seconds = Math.round(systemClock.monotonicMs() - beganMs) / 1000;
    return { run: folder.path, hash, seconds, record, ...figures!, checks: results };
  } catch (error) {
    folder.discard();
    throw error;
  } finally {
    stopLooking?.();
  }
}

/** What a thread needs to make the same options. */
function sourceOf({ setup, file, data, shell }: BacktestRunOptions): ConstructorParameters<typeof ChecksThread>[0] {
  const { range = {}, latency, about } = setup;
  return { file, env: shell.env, data, range, latency, about };
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    const onAbort = (): void => reject(signal.reason as Error);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  return Promise.race([work, aborted]);
}
