import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('the glossary is in the order of its words, each of which stands once', () => {
  const page = readFileSync(new URL('../../docs/glossary.md', import.meta.url), 'utf8');
  const words = [...page.matchAll(/^\| ([^|]+) \|/gm)].map(([, word]) => word!.replaceAll('`', '').toLowerCase()).slice(1);
  expect(words.length).toBeGreaterThan(50);
  expect(words).toEqual([...new Set(words)].toSorted((one, other) => (one < other ? -1 : 1)));
});
