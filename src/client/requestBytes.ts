import { assert } from '../base/assert.ts';
import type { TransportRequest } from './transport.ts';

/** Methods whose requests state a length even when they have no body (RFC 9110, 8.6). */
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

/** A request as it stands on the wire (RFC 9112, 3). `host` and `path` as they are to be written. */
export function requestBytes({ method, headers, body }: TransportRequest, host: string, path: string): Buffer {
  assert(TOKEN.test(method) && VISIBLE.test(path) && VISIBLE.test(host), () => `${method} ${path} to ${host} is no request line`);
  let head = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n`;
  for (const name in headers) {
    const value = headers[name]!;
    // A line end in a value would make a header of what follows it, or a second request.
    assert(TOKEN.test(name) && LINE.test(value), () => `the header ${name} can not be sent`);
    head += `${name}: ${value}\r\n`;
  }
  if (body === undefined) return Buffer.from(`${head}${WITH_BODY.has(method) ? 'content-length: 0\r\n' : ''}\r\n`, 'latin1');
  head += `content-length: ${body.length}\r\n\r\n`;
  const bytes = Buffer.allocUnsafe(head.length + body.length);
  bytes.write(head, 0, 'latin1');
  bytes.set(body, head.length);
  return bytes;
}

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VISIBLE = /^[\x21-\x7e]+$/;
const LINE = /^[\x20-\x7e]*$/;
