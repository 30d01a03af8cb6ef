import { expect, it } from 'vitest';
import { chanceText } from '../../web/pure/chanceText.ts';

it('says how often chance alone would do it, or why that is not known', () => {
  expect(chanceText({ certainty: { because: 'it needs 24 hours, and there are 3' } })).toBe(
    "can't be said: it needs 24 hours, and there are 3",
  );
  expect(chanceText({ certainty: { chance: 0.314 } })).toBe('in 31 % of cases');
  expect(chanceText({ certainty: { chance: 0.0004998 } })).toBe('in 0.05 % of cases');
});
