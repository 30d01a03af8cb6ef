import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readHead } from '../../src/client/httpHead.ts';

const read = (text: string): ReturnType<typeof readHead> => readHead(Buffer.from(text, 'latin1'));

describe(readHead, () => {
  it('reads status, headers and its own length', () => {
    const head = 'HTTP/1.0 404 Not Found\r\nA: 1\r\nB:\t two \r\na: 3\r\n\r\n';
    expect(read(`${head}body`)).toEqual({ minorVersion: 0, status: 404, headers: { a: '1, 3', b: 'two' }, length: head.length });
  });

  it('waits for the empty line', () => {
    const head = 'HTTP/1.1 200 OK\r\nA: 1\r\n\r\n';
    for (let length = 0; length < head.length; length++) expect(read(head.slice(0, length))).toBeUndefined();
    expect(read(head)?.length).toBe(head.length);
  });

  it.each([
    '\r\nHTTP/1.1 200 OK\r\n\r\n',
    'HTTP/2 200\r\n\r\n',
    'HTTP/1.1 200 OK\r\n: no name\r\n\r\n',
    'HTTP/1.1 200 OK\r\nno colon\r\n\r\n',
  ])('refuses %j', (text) => {
    expect(() => read(text)).toThrow(/not HTTP\/1|can not be read/);
  });

  it('reads each head anew, though lines repeat and differ by little', () => {
    const name = fc.constantFrom('a', 'A', 'b', 'content-length', 'Content-Length');
    const value = fc.string({ maxLength: 12, unit: fc.constantFrom('0', '1', '2', 'x', ' ', ':', '\u00e9') });
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value), { maxLength: 6 }), fc.integer({ min: 100, max: 599 }), (lines, status) => {
        const expected: Record<string, string> = {};
        for (const [written, text] of lines) {
          const known = expected[written.toLowerCase()];
          expected[written.toLowerCase()] = known === undefined ? text.trim() : `${known}, ${text.trim()}`;
        }
        const head = read(`HTTP/1.1 ${status} x\r\n${lines.map(([written, text]) => `${written}: ${text}\r\n`).join('')}\r\n`);
        expect(head?.status).toBe(status);
        expect({ ...head?.headers }).toEqual(expected);
      }),
      { numRuns: 2000 },
    );
  });
});
