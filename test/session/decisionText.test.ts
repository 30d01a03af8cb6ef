import { expect, it } from 'vitest';
import { dec } from '../../src/base/decimal.ts';
import { decisionText } from '../../src/session/decisionText.ts';

it('a decision is its type, then each member, with money as it is and texts in quotes', () => {
  expect(decisionText({ type: 'place', amount: dec('0.10'), side: 'Buy', tag: undefined })).toBe(
    'place amount=0.1 side="Buy" tag=undefined',
  );
});
