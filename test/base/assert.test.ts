import { expect, it } from 'vitest';
import { assert, AssertionFault, present, unreachable } from '../../src/base/assert.ts';

it('lets the truth pass, and stops on anything else with the message', () => {
  expect(assert('something', 'never shown')).toBeUndefined();
  for (const wrong of [false, 0, '', undefined, null]) {
    expect(() => assert(wrong, 'a queue has room')).toThrow(new AssertionFault('a queue has room'));
  }
});

it('is an error of its own name, so that a log tells it from an operating error', () => {
  expect(new AssertionFault('x')).toMatchObject({ name: 'AssertionFault', message: 'x' });
});

it('names what an exhaustive switch did not expect', () => {
  expect(() => unreachable({ type: 'odd' } as never, 'report')).toThrow('report: unexpected {"type":"odd"}');
});

it('gives back what is present, empty things included, and refuses what is not', () => {
  for (const value of [0, '', false]) expect(present(value, 'it')).toBe(value);
  for (const value of [undefined, null]) expect(() => present(value, 'the book')).toThrow('the book is missing');
});
