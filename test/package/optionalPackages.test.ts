import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Locked {
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly engines?: { readonly node?: string };
}

const read = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T;

/** Whether a range like `^18 || >=20.1` takes a Node of this major version. */
function takes(range: string, major: number): boolean {
  return range.split('||').some((part) => {
    const [, sign, from] = /^\s*(>=|\^)?\s*(\d+)/.exec(part) ?? [];
    return from === undefined || (sign === '>=' ? Number(from) <= major : Number(from) === major);
  });
}

it('has no optional package that npm under an older Node would leave out without a word, since Node itself comes with the packages', () => {
  const { packages } = read<{ packages: Record<string, Locked> }>('package-lock.json');
  const leftOut = Object.entries(packages).filter(([, { optional = false, os, cpu, engines }]) => {
    const isForSomeMachines = os !== undefined || cpu !== undefined;
    return optional && !isForSomeMachines && engines?.node !== undefined && !takes(engines.node, 20);
  });
  expect(
    leftOut.map(
      ([path]) => `${path}: remove its "engines" from package-lock.json, as npm ci skips it, and all that needs it, under Node 20`,
    ),
  ).toEqual([]);
});

it('finds each optional package that it names', { tags: 'long' }, async () => {
  const { optionalDependencies } = read<{ optionalDependencies: Record<string, string> }>('package.json');
  for (const name of Object.keys(optionalDependencies)) await expect(import(name), name).resolves.toBeDefined();
});
