import type { Clock } from '../../base/clock.ts';
import { counted } from '../../base/counted.ts';
import { durationText } from '../../base/instant.ts';
import { Fault, messageOf } from '../../base/fault.ts';
import { codeFile } from '../../base/packageFiles.ts';
import { strategyFile } from '../../loading/strategyLoader.ts';
import { startWorker } from '../../loading/workerThread.ts';
import type { CheckFound, CheckProblem, CheckReport } from './checkReport.ts';
import { typeProblems } from './typeProblems.ts';
import type { TrialAsked } from './trialPairs.ts';
import type { CheckStage, CheckWorkerData, CheckWorkerReply } from './checkWorker.ts';

export interface CheckOptions {
  /** The name of a bundled strategy, or a file. */
  readonly use: string;
  readonly directory: string;
  readonly seed: string;
  /** Its markets and parameters in the trials, where they are not those of its defaults. */
  readonly asked?: TrialAsked | undefined;
  /** Packages that the strategy may import beside the kit. */
  readonly allowed: readonly string[];
  /** Whether it is also run, and not only read. */
  readonly isRun: boolean;
  /** No single event, and not the loading of the file, may take longer. */
  readonly limitMs: number;
  readonly clock: Clock;
  /** Is told every ten seconds what is under way, and how long its events take. */
  readonly onSlow?: ((line: string) => void) | undefined;
}

const LOOK_EVERY_MS = 100;
const TELL_EVERY_MS = 10_000;
const YOUNG_MB = 16;
const OLD_MB = 512;

/**
 * Checks a strategy before it runs: its code is read, and it is tried in made-up markets. That happens on a thread of its own,
 * without the environment's secrets, which is ended when it does not come to an end. Throws a `Fault` `strategy` where the file
 * can't be loaded.
 */
export async function checkStrategy(options: CheckOptions): Promise<CheckReport> {
  const { use, directory, isRun } = options;
  const types = isRun ? await typeProblems(strategyFile(use, directory)) : { unknown: 'it was only read' };
  const [problems, untyped] = 'unknown' in types ? [[], types.unknown] : [types.problems, undefined];
  return { ...(await readAndRun(options, problems)), untyped };
}

async function readAndRun({ limitMs, clock, onSlow, ...what }: CheckOptions, types: readonly CheckProblem[]): Promise<CheckFound> {
  const progress = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  const data: CheckWorkerData = { ...what, types, progress };
  const limits = { youngMb: YOUNG_MB, oldMb: OLD_MB, isBare: true };
  const { worker, ended } = startWorker(codeFile('src/research/check/checkWorker.ts'), data, limits);
  let stage: CheckStage = { name: 'the start', isOurs: true };
  const where = (): string => `${stage.name}${progress[1] === 0 ? '' : `, event ${progress[1]}`}, seed ${what.seed}`;
  const replied = new Promise<CheckFound>((resolve, reject) => {
    worker.on('message', (reply: CheckWorkerReply) => {
      if (reply.type === 'stage') stage = reply.stage;
      else if (reply.type === 'checked') resolve(reply.found);
      else reject(new Fault(reply.code, reply.message, { suggestion: reply.suggestion }));
    });
  });
  const over = new AbortController();
  const endless = standsStill(clock, () => (stage.isOurs ? undefined : `${stage.name} ${progress[0]}`), limitMs, over.signal).then(() =>
    lost(where(), `it does not come to an end: nothing moved for ${durationText(limitMs)}`, 'look for a loop without end'),
  );
  const failed = ended.catch((error: unknown) => lost(where(), endOf(error), 'see the message'));
  const endTelling = everyTime(clock, (ms) => onSlow?.(slowLine(where(), progress[0]!, ms)));
  try {
    return await Promise.race([replied, endless, failed]);
  } finally {
    over.abort();
    endTelling();
    await worker.terminate();
  }
}

/** Resolves when what is looked at has not changed for so long. While it is undefined, no time counts. */
function standsStill(clock: Clock, look: () => string | undefined, limitMs: number, over: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let seen = look();
    let since = clock.monotonicMs();
    const again = (): void => {
      if (over.aborted) return;
      const now = clock.monotonicMs();
      const shown = look();
      if (shown === undefined || shown !== seen) [seen, since] = [shown, now];
      if (now - since >= limitMs) resolve();
      else clock.setTimer(LOOK_EVERY_MS, again);
    };
    again();
  });
}

/** Tells how long it has been every so often, until the answer is called. */
function everyTime(clock: Clock, tell: (ms: number) => void): () => void {
  const began = clock.monotonicMs();
  const again = (): void => {
    tell(clock.monotonicMs() - began);
    cancel = clock.setTimer(TELL_EVERY_MS, again);
  };
  let cancel = clock.setTimer(TELL_EVERY_MS, again);
  return () => cancel();
}

function slowLine(where: string, events: number, ms: number): string {
  const each = events === 0 ? '' : `, ${(ms / events).toFixed(1)} ms each`;
  return `still at ${where}: ${counted(events, 'event')} in ${durationText(Math.round(ms / 1000) * 1000)}${each}`;
}

function lost(where: string, problem: string, instead: string): CheckFound {
  return { about: '', problems: [{ where, problem, instead }], trials: [], orders: [] };
}

function endOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause as { readonly code?: unknown } | undefined) : undefined;
  return cause?.code === 'ERR_WORKER_OUT_OF_MEMORY' ? `it took more than ${OLD_MB} MB of memory` : messageOf(error);
}
