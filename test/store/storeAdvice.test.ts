import { expect, test } from 'vitest';
import { storeAdvice } from '../../src/store/storeAdvice.ts';

test('what a person can do goes by the code, else by whether the server is away', () => {
  expect(storeAdvice('SQLITE_NOTADB', false)).toContain('check the path');
  expect(storeAdvice('53100', true)).toContain('the disk of the server');
  expect(storeAdvice('08006', true)).toContain('check that the server runs');
  expect([storeAdvice('22003', false), storeAdvice(undefined, false)]).toEqual([undefined, undefined]);
});
