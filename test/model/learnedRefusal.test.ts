import { expect, test } from 'vitest';
import { isLearnable } from '../../src/model/learnedRefusal.ts';

test('V3: refusals are learned of orders and replacements, which are looked for when they were refused, and of nothing else', () => {
  expect((['place', 'replace', 'cancel', 'convert'] as const).filter(isLearnable)).toEqual(['place', 'replace']);
});
