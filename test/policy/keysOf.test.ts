import { expect, it } from 'vitest';
import { keysOf } from '../../src/policy/keysOf.ts';

it('has the keys of a person whom the policy names, and of nobody else', () => {
  const policy = { people: { anna: { keys: ['a', 'b'] }, robot: { keys: [] } } };
  expect([keysOf(policy, 'anna'), keysOf(policy, 'robot'), keysOf(policy, 'ben'), keysOf(policy, 'constructor')]).toEqual([
    ['a', 'b'],
    [],
    [],
    [],
  ]);
});
