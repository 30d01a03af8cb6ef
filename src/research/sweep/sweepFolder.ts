import { createHash } from 'node:crypto';
import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onDisk } from '../../base/diskFault.ts';
import { Fault } from '../../base/fault.ts';
import { isoOf } from '../../base/instant.ts';
import { makeFolder } from '../../recording/makeFolder.ts';
import { linesIn } from './linesIn.ts';
import type { SweepOutcome } from './sweepOutcome.ts';
import type { SweepTrial } from './sweepTrial.ts';
import type { Span } from './sweepWindows.ts';
import type { TrialResult } from './trial.ts';

export const RESULTS = 'results.jsonl';
const SUMMARY = 'summary.json';
const JOURNAL = 'journal.jsonl';
const OPTUNA = 'optuna.journal.log';
const MOST_OF_A_HEAD = 4096;

/**
 * A sweep on disk. `journal.jsonl` has the results as they came, and `optuna.journal.log` the same for Optuna's dashboard. When
 * the sweep is over there are also `results.jsonl` and `summary.json`, which depend on neither the machine nor the time.
 */
export interface SweepFolder {
  readonly path: string;
  readonly journal: string;
  readonly optuna: string;
  /** There are runs that would have to be made again. */
  readonly hasBegun: boolean;
}

/** Makes the folder if it is missing. */
export function sweepFolder(sweeps: string, id: string): SweepFolder {
  const path = join(sweeps, id);
  return onDisk(refused(path), () => {
    makeFolder(path);
    const journal = join(path, JOURNAL);
    return { path, journal, optuna: join(path, OPTUNA), hasBegun: hasRuns(journal) };
  });
}

/** A sweep that ended before its first run, such as one whose queue did not take its password, has a head and no more. */
function hasRuns(journal: string): boolean {
  if (!existsSync(journal)) return false;
  const file = openSync(journal, 'r');
  try {
    const head = Buffer.alloc(MOST_OF_A_HEAD);
    const read = readSync(file, head);
    return head.subarray(0, read).indexOf(0x0a) + 1 < fstatSync(file).size;
  } finally {
    closeSync(file);
  }
}

/** Deletes the results. */
export function clearSweep({ path }: SweepFolder): void {
  onDisk(refused(path), () => {
    for (const file of [RESULTS, SUMMARY, JOURNAL, OPTUNA]) rmSync(join(path, file), { force: true });
  });
}

/** Writes the results and returns their hash. A sweep with results is over: they are complete or not there at all. */
export function writeResults({ path }: SweepFolder, outcome: SweepOutcome): string {
  return onDisk(refused(path), () => {
    const hash = createHash('sha256').update(`${RESULTS}\n`);
    const written = join(path, `${RESULTS}.part`);
    const file = openSync(written, 'w');
    try {
      // Written line by line, since many trials would be too long for one text.
      for (const trial of outcome.trials) {
        const line = `${JSON.stringify(lineOf(trial, outcome))}\n`;
        writeFileSync(file, line);
        hash.update(line);
      }
    } finally {
      closeSync(file);
    }
    const summary = `${JSON.stringify(summaryOf(outcome), null, 2)}\n`;
    writeFileSync(join(path, SUMMARY), summary);
    renameSync(written, join(path, RESULTS));
    return hash.update(`${SUMMARY}\n`).update(summary).digest('hex');
  });
}

/** The parameters of one trial of a finished sweep. Throws a `Fault` `not-found`. */
export function trialParams(folder: string, number: number): Readonly<Record<string, string>> {
  const file = join(folder, RESULTS);
  if (!existsSync(file)) {
    throw new Fault('not-found', `there is no ${file}`, { suggestion: 'name a sweep that is over: `sluice sweep CONFIG` says its folder' });
  }
  const lines = onDisk(`${file} can't be read`, () => [...linesIn(readFileSync(file))]);
  const line = lines[number];
  if (line === undefined) throw new Fault('not-found', `${file} has trials 0 to ${lines.length - 1}, and no ${number}`);
  return (JSON.parse(line.toString()) as { readonly params: Readonly<Record<string, string>> }).params;
}

/** For programs: everything but the trials. */
export function summaryOf({ plan, trials, windows, overall, importance, warnings }: SweepOutcome): Record<string, unknown> {
  const { id, objective, direction, band, draws, latency, sampler } = plan;
  return {
    sweep: id,
    objective,
    direction,
    band,
    draws,
    latency,
    sampler: sampler.sampler,
    seed: sampler.seed,
    trials: trials.length,
    windows: windows.map(({ inSample, outOfSample, best, significance }) => ({
      inSample: spanText(inSample),
      outOfSample: outOfSample === undefined ? null : spanText(outOfSample),
      best: best ?? null,
      params: best === undefined ? null : trials[best]!.params,
      value: best === undefined ? null : (trials[best]!.value ?? null),
      outOfSampleValue: best === undefined ? null : (trials[best]!.outOfSample?.figures[objective] ?? null),
      deflatedSharpe: significance,
    })),
    deflatedSharpe: overall,
    importance: importance.map(({ name, share }) => ({ name, share: share ?? null })),
    warnings,
  };
}

function lineOf({ number, window, state, params, value, rungs, inSample, outOfSample }: SweepTrial, { windows }: SweepOutcome): unknown {
  const spans = windows[window]!;
  return {
    trial: number,
    window,
    state,
    params,
    value: value ?? null,
    rungs: rungs.map((rung) => ({ share: rung.share, value: rung.value ?? null })),
    inSample: runOf(spans.inSample, inSample),
    outOfSample: outOfSample === undefined ? null : runOf(spans.outOfSample!, outOfSample),
  };
}

function runOf(span: Span, { figures, drawn, snapshots, fills, digest, error }: TrialResult): unknown {
  return {
    ...spanText(span),
    snapshots,
    fills,
    digest,
    ...(error === undefined ? {} : { error }),
    figures,
    ...(drawn === undefined ? {} : { drawn }),
  };
}

function spanText({ from, to }: Span): { readonly from: string; readonly to: string } {
  return { from: isoOf(from), to: isoOf(to) };
}

function refused(path: string): string {
  return `the sweep ${path} can't be written`;
}
