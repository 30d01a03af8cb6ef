import { expect, test } from 'vitest';
import { stringifyJson } from '../../src/base/json.ts';
import { wireExample } from '../../src/contract/wireExample.ts';

test('numbers that a person typed as text go over the wire with exactly their digits, in lists and objects too', () => {
  const row = {
    type: 'object',
    properties: { amount: { type: 'number' }, count: { type: ['integer', 'null'] }, name: { type: 'string' } },
  };
  const typed = [{ amount: '1.10', count: '9007199254740993', name: '12', unknown: '5' }];
  expect(stringifyJson(wireExample(typed, { type: 'array', items: row }))).toBe(
    '[{"amount":1.10,"count":9007199254740993,"name":"12","unknown":"5"}]',
  );
});
