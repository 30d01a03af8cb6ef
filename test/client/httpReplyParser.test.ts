import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HttpReplyParser } from '../../src/client/httpReplyParser.ts';

interface Heard {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
  ends: number;
}

/** Feeds the text in pieces that end at the given places. Closes the connection afterwards when asked to. */
function parse(text: string, cuts: readonly number[] = [], closes = false): Heard {
  const heard: Heard = { status: 0, headers: {}, body: '', ends: 0 };
  const parser = new HttpReplyParser({
    start: (status, headers) => Object.assign(heard, { status, headers: { ...headers } }),
    data: (chunk) => (heard.body += chunk.toString('latin1')),
    end: () => heard.ends++,
  });
  let from = 0;
  for (const to of [...cuts.toSorted((a, b) => a - b), text.length]) {
    if (to > from) parser.push(Buffer.from(text.slice(from, to), 'latin1'));
    from = Math.max(from, to);
  }
  if (closes) parser.close();
  expect(parser.isDone).toBe(heard.ends === 1);
  return heard;
}

const OK = 'HTTP/1.1 200 OK\r\n';
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`;

describe(HttpReplyParser, () => {
  it.each([
    ['a stated length', `${OK}Content-Length: 5\r\n\r\nhello`, { status: 200, body: 'hello', headers: { 'content-length': '5' } }],
    ['a length of nothing', 'HTTP/1.1 401 \r\ncontent-length: 0\r\n\r\n', { status: 401, body: '' }],
    ['no reason phrase', 'HTTP/1.1 200\r\nContent-Length: 1\r\n\r\nx', { status: 200, body: 'x' }],
    ['no body by its status', 'HTTP/1.1 204 No Content\r\nDate: x\r\n\r\n', { status: 204, body: '', headers: { date: 'x' } }],
    ['chunks, extensions and trailers', `${CHUNKED}3;a=b\r\nhel\r\n02\r\nlo\r\n0\r\nX: y\r\n\r\n`, { status: 200, body: 'hello' }],
    [
      'interim answers before it',
      `HTTP/1.1 103 Early\r\nLink: a\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n${OK}content-length: 2\r\n\r\nok`,
      { body: 'ok' },
    ],
    ['a header twice', `${OK}A: 1\r\na:2 \r\nContent-Length: 0\r\n\r\n`, { headers: { a: '1, 2', 'content-length': '0' } }],
  ])('reads an answer with %s', (_, text, expected) => {
    expect(parse(text)).toMatchObject({ ...expected, ends: 1 });
  });

  it('reads a body without a length until the connection is closed', () => {
    expect(parse(`${OK}\r\nhello`, [], true)).toMatchObject({ body: 'hello', ends: 1 });
    expect(parse(`${OK}\r\nhello`).ends).toBe(0);
  });

  it('reads the same however the bytes arrive', () => {
    const body = fc.array(fc.string({ minLength: 1, maxLength: 20, unit: fc.constantFrom('a', '\r', '\n', '0', ':') }), { maxLength: 5 });
    fc.assert(
      fc.property(body, fc.boolean(), fc.array(fc.nat(300), { maxLength: 30 }), (parts, isChunked, cuts) => {
        const whole = parts.join('');
        const chunks = parts.map((part) => `${part.length.toString(16)}\r\n${part}\r\n`).join('');
        const text = isChunked ? `${CHUNKED}${chunks}0\r\n\r\n` : `${OK}Content-Length: ${whole.length}\r\n\r\n${whole}`;
        const heard = parse(
          text,
          cuts.map((cut) => Math.min(cut, text.length)),
        );
        expect(heard).toMatchObject({ status: 200, body: whole, ends: 1 });
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['no HTTP', 'hello there\r\n\r\n', /not HTTP/],
    ['HTTP/2', 'HTTP/2 200 OK\r\n\r\n', /not HTTP/],
    ['a status that is none', 'HTTP/1.1 099 Odd\r\n\r\n', /not HTTP/],
    ['another protocol', 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n', /another protocol/],
    ['a folded header', `${OK}A: 1\r\n 2\r\n\r\n`, /header/],
    ['a blank in a header name', `${OK}Content-Length : 5\r\n\r\n`, /header/],
    ['two lengths', `${OK}Content-Length: 5\r\nContent-Length: 6\r\n\r\n`, /length/],
    ['a negative length', `${OK}Content-Length: -1\r\n\r\n`, /length/],
    ['a length beside chunks', `${OK}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n`, /two ways/],
    ['a coding that is not known', `${OK}Transfer-Encoding: gzip, chunked\r\n\r\n`, /unknown/],
    ['a chunk without a size', `${CHUNKED}x\r\n`, /size/],
    ['a chunk size beyond all bounds', `${CHUNKED}fffffffff\r\n`, /size/],
    ['a chunk that is longer than its size', `${CHUNKED}1\r\nab\r\n`, /longer|CRLF/],
    ['a bare line feed', `${CHUNKED}1\na\n`, /CRLF/],
    ['endless headers', `${OK}${'A: b\r\n'.repeat(20_000)}`, /headers are longer/],
    ['an endless line', `${CHUNKED}1;${'a'.repeat(5000)}`, /too long/],
    ['a second answer', `${OK}Content-Length: 0\r\n\r\n${OK}`, /more than one/],
  ])('refuses %s', (_, text, message) => {
    expect(() => parse(text)).toThrow(message);
  });

  it.each([
    ['nothing', ''],
    ['half a header', `${OK}Content-Le`],
    ['half a body', `${OK}Content-Length: 5\r\n\r\nhel`],
    ['no last chunk', `${CHUNKED}3\r\nhel\r\n`],
    ['no end of the trailers', `${CHUNKED}0\r\n`],
  ])('says that the answer is incomplete when the connection is closed after %s', (_, text) => {
    expect(() => parse(text, [], true)).toThrow(/before the answer was complete/);
  });
});
