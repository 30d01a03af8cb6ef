import { openTargets, shareOf } from './allTargets.ts';
import { fuzz, type FuzzFailure } from './fuzz.ts';
import { shrinkInput } from './shrinkInput.ts';
import type { Target } from './target.ts';

export interface FuzzRun {
  readonly seed: string;
  /** Over all targets together. */
  readonly executions: number;
  /** Only targets whose name begins like this. */
  readonly target: string;
  /** Only this execution of the one target. */
  readonly execution?: number | undefined;
  readonly print: (line: string) => void;
}

/** Fuzzes every target and tells of each that fails. True when none does. */
export async function runFuzz({ seed, executions, target: wanted, execution, print }: FuzzRun): Promise<boolean> {
  const { targets, close } = await openTargets();
  const chosen = targets.filter(({ name }) => name.startsWith(wanted));
  if (chosen.length === 0)
    throw new Error(`--target: no name begins with ${wanted}; there are ${targets.map(({ name }) => name).join(', ')}`);
  let failed = 0;
  let sum = 0;
  for (const target of chosen) {
    const many = execution === undefined ? { executions: shareOf(target, chosen, executions) } : { executions: 1, from: execution };
    const before = process.cpuUsage();
    const failure = await fuzz(target, { seed, ...many });
    sum += many.executions;
    const { user, system } = process.cpuUsage(before);
    print(`${target.name}: ${many.executions} executions, ${((user + system) / many.executions).toFixed(0)} us of processor time each`);
    if (failure === undefined) continue;
    failed++;
    print(await toldFailure(target, failure));
  }
  await close();
  print(`${sum} executions with seed ${seed}: ${failed} of ${chosen.length} targets failed`);
  return failed === 0;
}

/** What broke, how to see it again, and the smallest input that does the same, in the form of a regression vector. */
export async function toldFailure(target: Target, { seed, execution, input, reason }: FuzzFailure): Promise<string> {
  const small = reason === 'it does not end' ? input : await shrinkInput(target, input, reason);
  return [
    `${target.name}: ${reason}`,
    `again: npm run torture -- fuzz --target ${target.name} --seed ${seed} --execution ${execution}`,
    `vector: ${JSON.stringify({ name: '', target: target.name, input: small })}`,
  ].join('\n');
}
