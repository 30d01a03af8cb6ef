import { describe, expect, it } from 'vitest';
import { AssertionFault } from '../../src/base/assert.ts';
import { requestBytes } from '../../src/client/requestBytes.ts';
import type { TransportRequest } from '../../src/client/transport.ts';

function bytes(extra: Partial<TransportRequest>, path = '/v1/x?a=b', host = 'venue.test'): string {
  const request = { method: 'POST', url: '', headers: {}, body: undefined, fresh: true, timeoutMs: 1, maxBytes: 1, ...extra };
  return requestBytes(request, host, path).toString();
}

describe(requestBytes, () => {
  it('writes line, headers and exact body', () => {
    expect(bytes({ headers: { 'SVC-API-KEY': 'k', accept: 'a' }, body: new TextEncoder().encode('{"note":"é"}') })).toBe(
      'POST /v1/x?a=b HTTP/1.1\r\nhost: venue.test\r\nSVC-API-KEY: k\r\naccept: a\r\ncontent-length: 13\r\n\r\n{"note":"é"}',
    );
  });

  it('states that a POST has no body, and leaves it out of a GET', () => {
    expect(bytes({})).toBe('POST /v1/x?a=b HTTP/1.1\r\nhost: venue.test\r\ncontent-length: 0\r\n\r\n');
    expect(bytes({ method: 'GET' })).toBe('GET /v1/x?a=b HTTP/1.1\r\nhost: venue.test\r\n\r\n');
  });

  it.each([
    ['a header value', { headers: { 'user-agent': 'x\r\nSVC-API-KEY: y' } }, undefined],
    ['a header name', { headers: { 'a b': 'x' } }, undefined],
    ['the method', { method: 'GET /' }, undefined],
    ['the path', {}, '/v1/x HTTP/1.1\r\na: b'],
  ])('writes no second line from %s', (_, extra, path) => {
    expect(() => bytes(extra, path)).toThrow(AssertionFault);
  });
});
