import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allOperations } from '../../src/contract/contract.ts';
import { openTargets, type Targets } from './allTargets.ts';
import { reasonOf } from './fuzz.ts';

/** Inputs that broke a promise once, each as small as it could be made. */
const VECTORS = JSON.parse(readFileSync(new URL('../vectors/fuzz.json', import.meta.url), 'utf8')) as readonly {
  readonly name: string;
  readonly target: string;
  readonly input: string;
}[];

let opened: Targets;

beforeAll(async () => {
  opened = await openTargets();
});
afterAll(() => opened.close());

describe('what fuzzing has found', () => {
  it.each(VECTORS)('$target: $name', async ({ target: wanted, input }) => {
    const target = opened.targets.find(({ name }) => name === wanted);
    expect(target, wanted).toBeDefined();
    expect(await reasonOf(target!, input)).toBeUndefined();
  });
});

describe('the good inputs', () => {
  it('are there for each operation of the contract, both ways, and for every target', () => {
    expect(opened.targets.filter(({ name }) => /^reply\/|^request\//.test(name))).toHaveLength(2 * allOperations().length);
    expect(opened.targets.filter(({ seeds }) => seeds.length === 0)).toEqual([]);
    expect(new Set(opened.targets.map(({ name }) => name)).size).toBe(opened.targets.length);
  });

  it('break no promise as they are, at the control side', { tags: 'long' }, async () => {
    const broken: string[] = [];
    for (const target of opened.targets.filter(({ name }) => name.startsWith('control'))) {
      for (const seed of target.seeds) {
        const reason = await reasonOf(target, seed);
        if (reason !== undefined) broken.push(`${target.name} ${seed}: ${reason}`);
      }
    }
    expect(broken).toEqual([]);
  });
});
