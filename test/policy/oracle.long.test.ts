import { expect, it } from 'vitest';
import { compareWithOracle } from './compareWithOracle.ts';

it('a million random requests: no wrong allow, no wrong deny', () => {
  const { requests, wrong, verdicts } = compareWithOracle(2, 1_000_000);
  expect(wrong.join('\n')).toBe('');
  expect(requests).toBeGreaterThanOrEqual(1_000_000);
  for (const verdict of ['allow', 'approve', 'deny', 'book']) expect(verdicts[verdict], verdict).toBeGreaterThan(50_000);
});
