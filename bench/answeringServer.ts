import { type AddressInfo, createServer, type Socket } from 'node:net';
import { bookBody } from './bookBody.ts';

/**
 * A venue that only answers: bodies are made in advance, and signatures are not checked. Prints its port.
 *
 * It speaks just enough HTTP/1.1 over bare sockets, since a loop that measures the client must not mostly wait for a server
 * library. Requests may come in pieces or several at once; none is answered before all of it has arrived.
 */
const BOOKS = Array.from({ length: 16 }, (_, i) => answerOf('200 OK', bookBody(250, 1_763_630_000_000 + i * 1000, i)));
const ORDERS: Readonly<Record<string, Answer>> = {
  '/v1/spot-trading/orders': answerOf(
    '200 OK',
    `{"id":9007199254741000,"symbol":"BTC/EUR","baseCurrency":"BTC","quoteCurrency":"EUR","type":"Limit","side":"Buy",` +
      `"amount":0.01,"initialAmount":0.01,"price":61248.12,"openTime":"2026-11-20T10:00:00.000Z",` +
      `"updatedOn":"2026-11-20T10:00:00.000Z","makerCommission":0.01,"takerCommission":0.02}`,
  ),
  // In the form of Coinbase Exchange, for the library that speaks to it.
  '/orders': answerOf(
    '200 OK',
    `{"id":"9007199254741000","price":"61248.12","size":"0.01","product_id":"BTC-EUR","side":"buy","stp":"dc","type":"limit",` +
      `"time_in_force":"GTC","post_only":false,"created_at":"2026-11-20T10:00:00.000000Z","fill_fees":"0","filled_size":"0",` +
      `"executed_value":"0","status":"pending","settled":false}`,
  ),
};
const NOT_FOUND = answerOf('404 Not Found', '');
const HEAD_END = '\r\n\r\n';

/** The bytes of an answer. They are made anew each second, because of their `Date`. */
type Answer = () => Buffer;

let asked = 0;
const server = createServer({ noDelay: true }, (socket) => {
  let held: Buffer | undefined;
  socket.on('data', (chunk: Buffer) => {
    held = answerAll(socket, held === undefined ? chunk : Buffer.concat([held, chunk]));
  });
  // Clients that go away in the middle are ignored.
  socket.on('error', () => socket.destroy());
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));

/** Answers each complete request in order. Returns the bytes of an incomplete one. */
function answerAll(socket: Socket, bytes: Buffer): Buffer | undefined {
  let rest = bytes;
  while (rest.length > 0) {
    const headEnd = rest.indexOf(HEAD_END);
    if (headEnd < 0) return rest;
    const head = rest.toString('latin1', 0, headEnd);
    const length = headEnd + HEAD_END.length + bodyLengthOf(head);
    if (rest.length < length) return rest;
    socket.write(answerTo(head)());
    rest = rest.subarray(length);
  }
  return undefined;
}

function answerTo(head: string): Answer {
  const [method, target = ''] = head.split(' ', 2);
  return method === 'GET' ? BOOKS[asked++ % BOOKS.length]! : (ORDERS[target] ?? NOT_FOUND);
}

function bodyLengthOf(head: string): number {
  if (/\r\ntransfer-encoding:/i.test(head)) throw new Error('requests must state their length');
  return Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
}

function answerOf(status: string, body: string): Answer {
  let second = NaN;
  let bytes: Buffer | undefined;
  return () => {
    const now = Math.floor(Date.now() / 1000);
    if (bytes === undefined || now !== second) {
      second = now;
      const date = new Date(now * 1000).toUTCString();
      const head = `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ndate: ${date}\r\ncontent-length: ${Buffer.byteLength(body)}`;
      bytes = Buffer.from(head + HEAD_END + body);
    }
    return bytes;
  };
}
