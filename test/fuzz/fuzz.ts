import { seededRandom } from '../../src/base/random.ts';
import { Broken } from './broken.ts';
import { oneOf } from './mutateText.ts';
import type { Target } from './target.ts';
import { withinTime } from './withinTime.ts';

export interface FuzzOptions {
  readonly seed: string;
  readonly executions: number;
  /** The number of the first execution. Each follows from seed and number alone. */
  readonly from?: number;
}

/** The first input that broke a promise. */
export interface FuzzFailure {
  readonly target: string;
  readonly seed: string;
  readonly execution: number;
  readonly input: string;
  readonly reason: string;
}

/** So many executions are ended together when one of them hangs; the one under way is then to blame. */
const BATCH = 200;
/** Three times in a row, by the thread's processor time: other work on the machine does not count. */
const SLOW_MS = 100;
const LOOKS = 3;

/** Undefined when every promise held. */
export async function fuzz(target: Target, { seed, executions, from = 0 }: FuzzOptions): Promise<FuzzFailure | undefined> {
  const end = from + executions;
  const failure = (execution: number, reason: string): FuzzFailure => {
    return { target: target.name, seed, execution, input: inputFor(target, seed, execution), reason };
  };
  for (let next = from; next < end;) {
    const last = Math.min(end, next + BATCH);
    let under = next;
    let found: string | undefined;
    let pending: Promise<string | undefined> | undefined;
    const isInTime = withinTime(() => {
      for (; under < last && found === undefined && pending === undefined; under++) {
        const reason = reasonOf(target, inputFor(target, seed, under));
        if (reason instanceof Promise) pending = reason;
        else found = reason;
      }
    });
    if (!isInTime) return failure(under, 'it does not end');
    found = (await pending) ?? found;
    if (found !== undefined) return failure(under - 1, found);
    next = under;
  }
  return undefined;
}

/** The input of an execution: one of the good inputs, mutated. The first executions take the good inputs as they are. */
export function inputFor({ name, seeds, mutate }: Target, seed: string, execution: number): string {
  const plain = seeds[execution];
  if (plain !== undefined) return plain;
  const random = seededRandom(`${seed}/${name}/${execution}`);
  return mutate(oneOf(random, seeds), random, oneOf(random, seeds));
}

/** What promise an input breaks. Undefined when none. */
export function reasonOf(target: Target, input: string): string | undefined | Promise<string | undefined> {
  const began = performance.now();
  const judged = (error?: unknown, isBroken = false): string | undefined | Promise<string | undefined> => {
    if (isBroken) return textOf(error);
    if (isPolluted()) return 'it changes the prototype of all objects';
    return performance.now() - began > SLOW_MS ? slowReason(target, input) : undefined;
  };
  try {
    const checked = target.check(input);
    if (checked === undefined) return judged();
    return checked.then(
      () => judged(),
      (error: unknown) => judged(error, true),
    );
  } catch (error) {
    return judged(error, true);
  }
}

async function slowReason(target: Target, input: string): Promise<string | undefined> {
  let least = Infinity;
  for (let look = 0; look < LOOKS; look++) {
    const before = process.threadCpuUsage();
    await target.check(input);
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
    if (least <= SLOW_MS) return undefined;
  }
  return `it takes ${Math.round(least)} ms of processor time`;
}

function isPolluted(): boolean {
  // What is inherited counts here.
  for (const _ in {}) return true;
  return false;
}

function textOf(error: unknown): string {
  if (error instanceof Broken) return error.message;
  return error instanceof Error ? `it throws ${error.stack ?? error.message}` : `it throws ${String(error)}`;
}
