import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { copyWithout, PROGRAM } from './copies.ts';
import { TARGETS } from './targets.ts';

describe.each(TARGETS)('$name', ({ attacks }) => {
  it.each(attacks.map(([what, tried, ...guards]) => ({ what, tried, guards })))(
    '$what: refused, and successful where nothing refuses it',
    async ({ tried, guards }) => {
      expect(await tried(PROGRAM)).toBe(false);
      expect(await tried(copyWithout(guards))).toBe(true);
    },
  );
});

it('each attack has a name of its own and a guard', () => {
  const attacks = TARGETS.flatMap(({ name, attacks: rows }) => rows.map(([what, , ...guards]) => ({ name: `${name}: ${what}`, guards })));
  expect(new Set(attacks.map(({ name }) => name)).size).toBe(attacks.length);
  expect(attacks.filter(({ guards }) => guards.length === 0)).toEqual([]);
});

it('a guard whose text has changed is told of by its file and text', () => {
  const guard = ['src/base/loopback.ts', 'no such text', ''] as const;
  expect(() => copyWithout([guard])).toThrow(/^src\/base\/loopback.ts: .* found 0 times; say what it looks like now:\nno such text$/);
});

it('docs/safety.md says how many attacks there are on what', () => {
  const page = readFileSync(new URL('../../docs/safety.md', import.meta.url), 'utf8');
  const [, section = ''] = /^## Attacks$([^]*?)^## /m.exec(page) ?? [];
  const rows = [...section.matchAll(/^\| ([^|]+?) \| (\d+) \|/gm)].map(([, name, count]) => [name, Number(count)]);
  expect(rows).toEqual(TARGETS.map(({ name, attacks }) => [name, attacks.length]));
});
