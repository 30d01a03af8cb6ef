import { type Source, within } from './source.ts';

const OPENS = /\bopen(?:Account|Treasury)?(?:Store|Database)\(|\bopenToLook\(/;
const EITHER = /\b(?:ownedDatabase|newPlace|testServer)\b/;

/**
 * The tests of the store run on sqlite and once more on Postgres, but for a list with reasons. What stands in that list exists, and what
 * does not stand there opens its store where it is told to.
 */
export function storeTestFaults(sources: readonly Source[], onlyOnce: Readonly<Record<string, string>>): string[] {
  const tests = within(sources, 'test/store/', '.test.ts');
  const pathOf = (name: string): string => `test/store/${name}.test.ts`;
  const named = Object.keys(onlyOnce).map(pathOf);
  const missing = named.filter((path) => !tests.some((test) => test.path === path));
  const fixed = tests.filter(({ path, text }) => !named.includes(path) && OPENS.test(text) && !EITHER.test(text));
  return [
    ...missing.map((path) => `${path}: stands in ONLY_ONCE of test/store/onlyOnce.ts and does not exist; remove its line`),
    ...fixed.map(({ path }) => `${path}: opens sqlite on Postgres too; open it at newPlace() or name it in ONLY_ONCE with the reason`),
  ];
}
