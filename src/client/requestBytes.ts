import { assert } from '../base/assert.ts';
import type { TransportRequest } from './transport.ts';

/** Methods whose requests state a length even when they have no body (RFC 9110, 8.6). */
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

/** A request as it stands on the wire (RFC 9112, 3). `host` and `path` as they are to be written. */
export function requestBytes({ method, headers, body }: TransportRequest, host: string, path: string): Buffer {
  const isSound = consistsOf(method, IN_TOKEN) && consistsOf(path, VISIBLE) && consistsOf(host, VISIBLE);
  if (!isSound) assert(false, `${method} ${path} to ${host} is no request line`);
  let at = put(put(put(put(0, method), ' '), path), ' HTTP/1.1\r\n');
  at = putHeader(at, 'host', host);
  for (const name in headers) {
    const value = headers[name]!;
    // A line end in a value would make a header of what follows it, or a second request.
    if (!consistsOf(name, IN_TOKEN) || (value !== '' && !consistsOf(value, PRINTABLE))) assert(false, `the header ${name} can not be sent`);
    at = putHeader(at, name, value);
  }
  if (body !== undefined || WITH_BODY.has(method)) at = putHeader(at, 'content-length', String(body?.length ?? 0));
  at = put(at, '\r\n');
  const bytes = Buffer.allocUnsafe(at + (body?.length ?? 0));
  HEAD.copy(bytes, 0, 0, at);
  if (body !== undefined) bytes.set(body, at);
  return bytes;
}

/** The head is written here first: a text put together from parts costs more than all else in a request. */
const HEAD = Buffer.alloc(64 * 1024);

function putHeader(at: number, name: string, value: string): number {
  return put(put(put(put(at, name), ': '), value), '\r\n');
}

function put(at: number, text: string): number {
  assert(at + text.length <= HEAD.length, 'a request has a longer head than any venue takes');
  for (let i = 0; i < text.length; i++) HEAD[at + i] = text.charCodeAt(i);
  return at + text.length;
}

const IN_TOKEN = 1;
const VISIBLE = 2;
const PRINTABLE = 4;

/** What each ASCII character may be part of. */
const USES = Uint8Array.from({ length: 128 }, (_, code) => {
  const isPrintable = code >= 0x20 && code <= 0x7e;
  const isInToken = /[!#$%&'*+.^_`|~0-9A-Za-z-]/.test(String.fromCharCode(code));
  return (isInToken ? IN_TOKEN : 0) | (isPrintable && code !== 0x20 ? VISIBLE : 0) | (isPrintable ? PRINTABLE : 0);
});

function consistsOf(text: string, use: number): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 0x7f || (USES[code]! & use) === 0) return false;
  }
  return text !== '';
}
