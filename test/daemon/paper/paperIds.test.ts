import { expect, it } from 'vitest';
import { lifeOfPaper } from '../../../src/daemon/paper/paperIds.ts';

it('tells from an id of a paper order or fill when its life began', () => {
  expect(lifeOfPaper('1767225600000000007')).toBe(1_767_225_600_000);
  expect(lifeOfPaper('1767225600000000007.2')).toBe(1_767_225_600_000);
  expect(lifeOfPaper('9007199254740993')).toBeUndefined();
  expect(lifeOfPaper('01KAFWQ9Z3V5W2M8RTX1J6B0CD')).toBeUndefined();
});
