import { assert } from '../base/assert.ts';
import type { TransportRequest } from './transport.ts';

/** Methods whose requests state a length even without a body (RFC 9110, 8.6). */
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

/** A request as it goes on the wire (RFC 9112, 3). `host` and `path` are written as they are. */
export function requestBytes({ method, headers, body }: TransportRequest, host: string, path: string): Buffer {
  let at = put(put(put(put(0, method, IN_TOKEN), ' ', LITERAL), path, VISIBLE), ' HTTP/1.1\r\nhost: ', LITERAL);
  at = put(put(at, host, VISIBLE), '\r\n', LITERAL);
  if (at < 0) assert(false, `${method} ${path} to ${host} is not a request line`);
  for (const name in headers) {
    at = putHeader(at, name, headers[name]!);
    // A line end in a value would turn what follows it into another header, or into a second request.
    if (at < 0) assert(false, `the header ${name} can not be sent`);
  }
  if (body !== undefined || WITH_BODY.has(method)) at = putHeader(at, 'content-length', String(body?.length ?? 0));
  at = put(at, '\r\n', LITERAL);
  const bytes = Buffer.allocUnsafe(at + (body?.length ?? 0));
  HEAD.copy(bytes, 0, 0, at);
  if (body !== undefined) bytes.set(body, at);
  return bytes;
}

/** The head is written here first: joining a text from parts would cost more than the rest of a request. */
const HEAD = Buffer.alloc(64 * 1024);

function putHeader(at: number, name: string, value: string): number {
  const valueAt = put(put(at, name, IN_TOKEN), ': ', LITERAL);
  return put(value === '' ? valueAt : put(valueAt, value, PRINTABLE), '\r\n', LITERAL);
}

const IN_TOKEN = 1;
const VISIBLE = 2;
const PRINTABLE = 4;
const LITERAL = 8;

/** For each ASCII character, where it may be used. */
const USES = Uint8Array.from({ length: 128 }, (_, code) => {
  const isPrintable = code >= 0x20 && code <= 0x7e;
  const isInToken = /[!#$%&'*+.^_`|~0-9A-Za-z-]/.test(String.fromCharCode(code));
  return (isInToken ? IN_TOKEN : 0) | (isPrintable && code !== 0x20 ? VISIBLE : 0) | (isPrintable ? PRINTABLE : 0) | LITERAL;
});

/**
 * Writes a text at `at` and returns where it ends. Returns -1 when the text is empty, when a character has no such use, or when
 * `at` is -1 already.
 */
function put(at: number, text: string, use: number): number {
  const { length } = text;
  if (at < 0 || length === 0) return -1;
  assert(at + length <= HEAD.length, 'a request has a longer head than any venue takes');
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code > 0x7f || (USES[code]! & use) === 0) return -1;
    HEAD[at + i] = code;
  }
  return at + length;
}
