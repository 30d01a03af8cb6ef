import { expect, test } from 'vitest';
import type { HttpCall } from '../../../src/simulator/http/httpCall.ts';
import { Router } from '../../../src/simulator/http/router.ts';

function call(method: string, path: string): HttpCall {
  return { method, origin: 'http://venue.test', path, query: '', header: () => undefined, body: new Uint8Array() };
}

function router(...routes: readonly (readonly [method: string, path: string])[]): (method: string, path: string) => unknown {
  const made = new Router<unknown>();
  for (const [method, path] of routes) made.add(method, path, (_, parameters) => [path, parameters]);
  return (method, path) => made.route(call(method, path));
}

test('a path goes to its own route before one with a parameter, whichever was added first', () => {
  const find = router(['GET', '/v1/things/{id}'], ['GET', '/v1/things/search']);
  expect(find('GET', '/v1/things/search')).toEqual(['/v1/things/search', {}]);
  expect(find('GET', '/v1/things/7')).toEqual(['/v1/things/{id}', { id: '7' }]);
});

test('a parameter is one whole segment, decoded, and stays as it is when it can not be', () => {
  const find = router(['GET', '/book/{symbol}'], ['POST', '/a/{one}/b/{two}/']);
  expect(find('GET', '/book/BTC%2FEUR')).toEqual(['/book/{symbol}', { symbol: 'BTC/EUR' }]);
  expect(find('GET', '/book/50%')).toEqual(['/book/{symbol}', { symbol: '50%' }]);
  expect(find('POST', '/a/1/b/2/')).toEqual(['/a/{one}/b/{two}/', { one: '1', two: '2' }]);
});

test.each([
  ['GET', '/book/'],
  ['GET', '/book'],
  ['GET', '/book/BTC/EUR'],
  ['POST', '/book/BTC'],
  ['GET', '/other'],
  ['GET', ''],
])('%s %s is for nobody', (method, path) => {
  expect(router(['GET', '/book/{symbol}'], ['GET', '/'])(method, path)).toBeUndefined();
});

test('two handlers for one path are a mistake of the program', () => {
  expect(() => router(['GET', '/a'], ['GET', '/a'])).toThrow('GET /a has two handlers');
});

test('where two share a path, the one that takes only some calls is asked first, whichever was added first', () => {
  const isGerman = ({ header }: HttpCall): boolean => header('accept-language') === 'de';
  for (const order of [0, 1]) {
    const made = new Router<string>();
    const add = [
      () => {
        made.add('GET', '/a', () => 'all');
        made.add('GET', '/b/{id}', () => 'all');
      },
      () => {
        made.add('GET', '/a', () => 'german', isGerman);
        made.add('GET', '/b/{id}', () => 'german', isGerman);
      },
    ];
    add[order]!();
    add[1 - order]!();
    for (const path of ['/a', '/b/1']) {
      expect(made.route(call('GET', path))).toBe('all');
      expect(made.route({ ...call('GET', path), header: (name) => (name === 'accept-language' ? 'de' : undefined) })).toBe('german');
    }
  }
});

test('a path that only some calls are for is nobody’s for the others', () => {
  const made = new Router<string>();
  made.add(
    'GET',
    '/a',
    () => 'never',
    () => false,
  );
  expect(made.route(call('GET', '/a'))).toBeUndefined();
});
