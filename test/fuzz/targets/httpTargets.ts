import { messageOf } from '../../../src/base/fault.ts';
import { seededRandom } from '../../../src/base/random.ts';
import { HttpReplyParser } from '../../../src/client/httpReplyParser.ts';
import { errors, must, outcomeOf } from '../broken.ts';
import { mutateBytes } from '../mutateText.ts';
import { bytesOf, type Target, utf8Input } from '../target.ts';

const HEADS: readonly (readonly string[])[] = [
  ['HTTP/1.1 200 OK', 'Content-Length: 13', 'Date: Fri, 20 Nov 2026 10:00:00 GMT', 'Keep-Alive: timeout=5', '', '{"id":"1234"}'],
  [
    'HTTP/1.1 200 OK',
    'transfer-encoding: chunked',
    'connection: keep-alive',
    '',
    '5',
    '{"a":',
    'a;x=1',
    '"1234567"}',
    '0',
    'trailer: 1',
    '',
    '',
  ],
  ['HTTP/1.1 100 Continue', '', 'HTTP/1.1 429 Too Many Requests', 'Retry-After: 3', 'content-length: 0', '', ''],
  ['HTTP/1.1 204 No Content', 'Connection: close', '', ''],
  ['HTTP/1.0 200 OK', 'content-type: text/html', '', '<html>until the end</html>'],
  ['HTTP/1.1 302 Found', 'location: https://elsewhere.test/', 'content-length: 2', 'x: a', 'x: b', '', 'ab'],
];

/** The reader of answers: what it reads does not depend on the pieces in which they come. */
export function httpTargets(): readonly Target[] {
  const seeds = HEADS.map((lines) => utf8Input(lines.join('\r\n')));
  return [{ name: 'http', weight: 150, seeds, mutate: mutateBytes, check: checkHttp }];
}

function checkHttp(input: string): void {
  const bytes = bytesOf(input);
  const whole = readIn([bytes]);
  const random = seededRandom(input.length);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = 1 + random.int(input.length < 300 ? 3 : 700);
    pieces.push(bytes.subarray(at, at + length));
    at += length;
  }
  const apart = readIn(pieces);
  must(whole === apart, () => `in one piece it is ${whole.slice(0, 300)}, in pieces ${apart.slice(0, 300)}`);
}

function readIn(pieces: readonly Buffer[]): string {
  const told: string[] = [];
  const parser = new HttpReplyParser({
    start: (status, headers) => void told.push(`${status} ${JSON.stringify(headers)}\n`),
    data: (chunk) => void told.push(chunk.toString('latin1')),
    end: () => void told.push('\nend'),
  });
  const { error } = outcomeOf(() => {
    for (const piece of pieces) parser.push(Buffer.from(piece));
    parser.close();
  }, errors(Error));
  // What was told before an answer turned out to be wrong is of no use to anybody.
  return error === undefined ? `${told.join('')} ${parser.keepAliveMs}` : `refused: ${messageOf(error)}`;
}
