import { expect, test } from 'vitest';
import { oneAtATime } from '../../src/base/oneAtATime.ts';

test('work is begun in the order in which it came, each when the one before it has ended, and a failure is that of its own caller', async () => {
  const inTurn = oneAtATime();
  const seen: string[] = [];
  const first = Promise.withResolvers<string>();
  const work = (name: string, ends: Promise<string>) => () => {
    seen.push(name);
    return ends;
  };
  const results = [
    inTurn(work('a', first.promise)),
    inTurn(work('b', Promise.reject(new Error('b failed')))).catch(String),
    inTurn(work('c', Promise.resolve('c'))),
  ];
  await Promise.resolve();
  expect(seen).toEqual(['a']);
  first.resolve('a');
  expect(await Promise.all(results)).toEqual(['a', 'Error: b failed', 'c']);
  expect(seen).toEqual(['a', 'b', 'c']);
});
