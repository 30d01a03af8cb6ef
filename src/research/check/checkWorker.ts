import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { present } from '../../base/assert.ts';
import { Fault, isFault, messageOf } from '../../base/fault.ts';
import type { AnyStrategy } from '../../engine/strategy.ts';
import { marketFaults } from '../../loading/marketFaults.ts';
import { loadStrategy, strategyFile } from '../../loading/strategyLoader.ts';
import type { CheckFound, CheckProblem } from './checkReport.ts';
import type { CodeFinding } from './codeFinding.ts';
import { codeFindings } from './codeFindings.ts';
import { memberPlaces } from './memberPlaces.ts';
import { definitionProblems, type ShapeProblem } from './strategyShape.ts';
import { strategyTrials, type TrialListener } from './strategyTrials.ts';
import type { TrialAsked } from './trialPairs.ts';
import { planText } from './trialProblems.ts';

/** What the thread of a check is started with. */
export interface CheckWorkerData {
  readonly use: string;
  readonly directory: string;
  readonly seed: string;
  readonly asked?: TrialAsked | undefined;
  /** Packages that the strategy may import. */
  readonly allowed: readonly string[];
  /** What the compiler says of its types. */
  readonly types: readonly CheckProblem[];
  /** Whether the strategy is also run, and not only read. */
  readonly isRun: boolean;
  /** How many events were handled, and the number of the one under way: shared memory. */
  readonly progress: Int32Array;
}

/** What is under way. */
export interface CheckStage {
  readonly name: string;
  /** No code of the strategy runs. */
  readonly isOurs: boolean;
}

export type CheckWorkerReply =
  | { readonly type: 'stage'; readonly stage: CheckStage }
  | { readonly type: 'checked'; readonly found: CheckFound }
  | { readonly type: 'failed'; readonly code: 'strategy' | 'internal'; readonly message: string; readonly suggestion: string | undefined };

const port = present(parentPort, 'this file is the entry of a worker: its port');
const reply = (message: CheckWorkerReply): void => port.postMessage(message);

const begin = (name: string, isOurs = false): void => reply({ type: 'stage', stage: { name, isOurs } });

try {
  reply({ type: 'checked', found: await check(workerData as CheckWorkerData) });
} catch (error) {
  const isStrategy = isFault(error, 'strategy');
  const suggestion = isStrategy ? error.suggestion : undefined;
  reply({ type: 'failed', code: isStrategy ? 'strategy' : 'internal', message: messageOf(error), suggestion });
}

async function check({ use, directory, seed, asked, allowed, types, isRun, progress }: CheckWorkerData): Promise<CheckFound> {
  begin('reading the code', true);
  const file = strategyFile(use, directory);
  const findings = codeFindings(file, allowed);
  const code = apartFrom(findings.map(problemOf), types);
  // Code that reaches the world is not run, not even to see what else is wrong.
  if (!isRun || findings.some(({ isOutside }) => isOutside)) return { about: '', problems: code, trials: [], orders: [] };
  begin('loading the file');
  const { definition } = await loadStrategy(use, directory);
  if (asked !== undefined) assertFits(definition, asked);
  const listener: TrialListener = {
    begins(plan) {
      progress[1] = 0;
      begin(planText(plan));
    },
    event({ number }) {
      progress[0]!++;
      progress[1] = number;
    },
  };
  const trials = strategyTrials(definition, seed, listener, asked);
  const places = memberPlaces(file);
  const shape = ({ name, problem, instead }: ShapeProblem): CheckProblem => ({ where: places(name), problem, instead });
  const shapes = [...definitionProblems(definition), ...trials.shapes].map(shape);
  const read = apartFrom([...findings.map(problemOf), ...shapes], types);
  // What is wrong in the code shows in the trials once more, in other words.
  return { about: definition.about, problems: read.length > 0 ? read : trials.problems, trials: trials.trials, orders: trials.orders };
}

/** Throws a `Fault` `strategy` where the markets that were asked for are not those that it declares. */
function assertFits({ markets: declared }: AnyStrategy, { symbol, markets }: TrialAsked): void {
  const [fault] = marketFaults(declared, { symbol, markets });
  if (fault === undefined) return;
  throw new Fault('strategy', `${fault.path.join('.')}: ${fault.message}`, {
    suggestion: '--symbol is for a strategy of one market; others are tried as they are configured, with `strategies check NAME -c FILE`',
  });
}

/** What the compiler says too, of the same line, is told once, in our words. */
function apartFrom(own: readonly CheckProblem[], types: readonly CheckProblem[]): readonly CheckProblem[] {
  const lines = new Set(own.map(lineOf));
  return [...own, ...types.filter((problem) => !lines.has(lineOf(problem)))];
}

function lineOf({ where }: CheckProblem): string {
  return where.replace(/:\d+$/, '');
}

function problemOf({ file, line, column, problem, instead }: CodeFinding): CheckProblem {
  return { where: `${basename(file)}:${line}:${column}`, problem, instead };
}
