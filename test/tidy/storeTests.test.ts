import { describe, expect, it } from 'vitest';
import type { Source } from './source.ts';
import { storeTestFaults } from './storeTests.ts';

const test = (name: string, text: string): Source => ({ path: `test/store/${name}.test.ts`, text });
const LOCK = test('lock', 'await openStore({ path, clock })');

describe('storeTestFaults', () => {
  it('takes tests that run on both, those that open nothing, and exceptions', () => {
    const both = test('both', 'await openStore({ ...newPlace(folder), clock })');
    expect(storeTestFaults([both, test('words', 'decimalText(a)'), LOCK], { lock: 'it is about a file' })).toEqual([]);
  });

  it('refuses an exception that names no file', () => {
    expect(storeTestFaults([LOCK], { lock: 'it is about a file', gone: 'it was about a file' })).toEqual([
      expect.stringContaining('test/store/gone.test.ts: stands in ONLY_ONCE'),
    ]);
  });

  it('refuses a test that opens sqlite wherever it runs, and is no exception', () => {
    expect(storeTestFaults([LOCK], {})).toEqual([expect.stringContaining('test/store/lock.test.ts: opens sqlite on Postgres too')]);
  });
});
