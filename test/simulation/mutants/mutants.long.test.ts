import { expect, test } from 'vitest';
import { inProcess } from '../inProcess.ts';
import { MUTANTS } from './mutants.ts';
import { NAIVE } from './naive.ts';

interface Told {
  readonly tries: number;
  readonly broken: { readonly invariant: number; readonly what: string } | null;
}

async function lived(...args: string[]): Promise<Told> {
  const { code, stdout, stderr } = await inProcess('mutants/mutated.ts', args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as Told;
}

/** Invariant 0 is a failure of the program or of its world, which would be noticed without any check. */
test.concurrent.each(MUTANTS.map((mutant) => [mutant.name, mutant.about] as const))('%s is caught: %s', async (name) => {
  const { broken } = await lived(name);
  expect(broken?.invariant).toBeGreaterThan(0);
  // The faults alone break nothing.
  expect((await lived(name, '--as-is')).broken).toBeNull();
});

test('naive policies break promises in worlds in which the code as it is keeps them', async () => {
  const control = await lived(NAIVE[0]!.name, '--as-is');
  expect(control.broken).toBeNull();
  for (const { name } of NAIVE) {
    const { broken, tries } = await lived(name);
    expect(broken?.invariant, name).toBeGreaterThan(0);
    expect(tries, name).toBeLessThanOrEqual(control.tries);
  }
});
