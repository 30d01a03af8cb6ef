import { expect, it } from 'vitest';
import { compareWithOracle } from './compareWithOracle.ts';

const REQUESTS = 1_000_000;

it('a million random requests: no wrong allow, no wrong deny', () => {
  const { requests, wrong, verdicts } = compareWithOracle(2, REQUESTS);
  expect(wrong.join('\n')).toBe('');
  expect(requests).toBeGreaterThanOrEqual(REQUESTS);
  // Each of them is tried often: the more conditions a rule may have, the seldomer it holds.
  for (const verdict of ['allow', 'approve', 'deny', 'book']) expect(verdicts[verdict], verdict).toBeGreaterThan(REQUESTS / 25);
});
