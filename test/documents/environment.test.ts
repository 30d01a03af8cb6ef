import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Between a launcher and the process that it starts, and names that people choose, in examples. */
const NOT_FOR_PEOPLE = new Set(['SLUICE_LAUNCHER', 'SLUICE_KEY', 'SLUICE_STORE_PASSWORD']);

it('says of each variable of the environment that is read what it does', () => {
  const named = globSync('src/**/*.ts').flatMap((path) => readFileSync(path, 'utf8').match(/'SLUICE_[A-Z_]+[A-Z]'/g) ?? []);
  const names = new Set(named.map((name) => name.slice(1, -1)).filter((name) => !NOT_FOR_PEOPLE.has(name)));
  expect(names.size).toBeGreaterThan(8);
  const page = readFileSync('docs/configuration.md', 'utf8');
  const table = page.slice(page.indexOf('## Environment'));
  // A stem stands for the names that are made of it.
  expect([...names].filter((name) => !table.includes(`\`${name}\``) && !table.includes(`\`${name}_URL\``))).toEqual([]);
});
