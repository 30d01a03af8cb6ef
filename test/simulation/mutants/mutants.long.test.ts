import { expect, test } from 'vitest';
import { inProcess } from '../inProcess.ts';
import { MUTANTS } from './mutants.ts';

interface Told {
  readonly broken: { readonly invariant: number; readonly what: string } | null;
}

/** Invariant 0 is a failure of the program or of its world, which would be noticed without any check. */
test.concurrent.each(MUTANTS.map((mutant) => [mutant.name, mutant.about] as const))('%s is caught: %s', async (name) => {
  const { code, stdout, stderr } = await inProcess('mutants/mutated.ts', [name]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const { broken } = JSON.parse(stdout) as Told;
  expect(broken?.invariant).toBeGreaterThan(0);
  // The faults alone break nothing.
  const asIs = await inProcess('mutants/mutated.ts', [name, '--as-is']);
  expect((JSON.parse(asIs.stdout) as Told).broken).toBeNull();
});
