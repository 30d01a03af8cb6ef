import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { applied } from '../../applied.ts';
import { MUTANTS } from './mutants.ts';
import { NAIVE } from './naive.ts';

it.each([...MUTANTS, ...NAIVE].map((mutant) => [mutant.name, mutant] as const))('%s fits the code as it stands', (_, { changes }) => {
  for (const file of new Set(changes.map((change) => change.file))) {
    const source = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
    const mine = changes.filter((change) => change.file === file);
    expect(applied(source, mine)).not.toBe(source);
  }
});
