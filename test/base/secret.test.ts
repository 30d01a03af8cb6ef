import { format, inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { jsonForPeople, stringifyJson } from '../../src/base/json.ts';
import { keyTail, Secret } from '../../src/base/secret.ts';

const TEXT = 'c2VjcmV0LW9mLXRoZS1hY2NvdW50';

describe('Secret', () => {
  it('gives its text out by reveal alone', () => {
    expect(new Secret(TEXT).reveal()).toBe(TEXT);
  });

  const secret = new Secret(TEXT);
  it.each<[string, () => string]>([
    ['a template', () => `the secret is ${secret}`],
    ['concatenation', () => 'x' + String(secret)],
    ['JSON', () => JSON.stringify({ secret, list: [secret] })],
    ['the wire writer', () => stringifyJson({ secret })],
    ['command output', () => jsonForPeople({ secret })],
    ['inspection', () => inspect(secret)],
    ['inspection of everything, deeply', () => inspect({ a: { b: [secret] } }, { depth: null, showHidden: true, getters: true })],
    ['console formats', () => format('%s %o %O %j', secret, secret, secret, secret)],
    ['an error around it', () => inspect(new Fault('configuration', String(secret), { cause: { secret } }))],
    [
      'its keys, values and entries',
      () => JSON.stringify([Object.keys(secret), Object.values(secret), Object.assign({}, secret), Reflect.ownKeys(secret)]),
    ],
    ['a copy', () => inspect(structuredClone(secret), { showHidden: true })],
  ])('is not in %s', (_where, print) => {
    expect(print()).not.toContain(TEXT);
  });

  it('shows that there is one', () => {
    expect([String(secret), JSON.stringify(secret), inspect(secret)]).toEqual(['***', '"***"', '***']);
  });
});

describe('keyTail', () => {
  it('shows the last four characters of a long key, and nothing of a short one', () => {
    expect(keyTail('0123456789abcdef')).toBe('…cdef');
    expect(keyTail('12345678')).toBe('…');
    expect(keyTail('')).toBe('…');
  });
});
