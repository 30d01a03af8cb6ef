import { expect, it } from 'vitest';
import { DEFINITION_KEYS, HANDLER_NAMES } from '../../src/engine/strategyKeys.ts';

it('names what every definition needs, and handlers as they are called', () => {
  expect(DEFINITION_KEYS).toEqual(expect.arrayContaining(['about', 'params', 'setup']));
  expect(HANDLER_NAMES).toContain('onBook');
  expect(HANDLER_NAMES.filter((name) => !/^on[A-Z][a-z]+$/.test(name))).toEqual([]);
});
