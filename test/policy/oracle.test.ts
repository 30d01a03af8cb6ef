import { expect, it } from 'vitest';
import { compareWithOracle } from './compareWithOracle.ts';

it('20,000 random requests: no wrong allow, no wrong deny', { tags: 'long' }, () => {
  const { requests, wrong, verdicts } = compareWithOracle(1, 20_000);
  expect(wrong.join('\n')).toBe('');
  expect(requests).toBeGreaterThanOrEqual(20_000);
  for (const verdict of ['allow', 'approve', 'deny', 'book']) expect(verdicts[verdict], verdict).toBeGreaterThan(800);
});
