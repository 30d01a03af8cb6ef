import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bookBody } from './bookBody.ts';

/** A venue that does nothing but answer: bodies are made beforehand, signatures are not looked at. Prints its port. */
const BOOKS = Array.from({ length: 16 }, (_, i) => Buffer.from(bookBody(250, 1_763_630_000_000 + i * 1000, i)));
const ORDERS: Readonly<Record<string, Buffer>> = {
  '/v1/spot-trading/orders': Buffer.from(
    `{"id":9007199254741000,"symbol":"BTC/EUR","baseCurrency":"BTC","quoteCurrency":"EUR","type":"Limit","side":"Buy",` +
      `"amount":0.01,"initialAmount":0.01,"price":61248.12,"openTime":"2026-11-20T10:00:00.000Z",` +
      `"updatedOn":"2026-11-20T10:00:00.000Z","makerCommission":0.01,"takerCommission":0.02}`,
  ),
  // As Coinbase Exchange answers, for the library that speaks to it.
  '/orders': Buffer.from(
    `{"id":"9007199254741000","price":"61248.12","size":"0.01","product_id":"BTC-EUR","side":"buy","stp":"dc","type":"limit",` +
      `"time_in_force":"GTC","post_only":false,"created_at":"2026-11-20T10:00:00.000000Z","fill_fees":"0","filled_size":"0",` +
      `"executed_value":"0","status":"pending","settled":false}`,
  ),
};

let asked = 0;
const server = createServer((request, response) => {
  request.resume().once('end', () => {
    const body = request.method === 'GET' ? BOOKS[asked++ % BOOKS.length] : ORDERS[request.url ?? ''];
    if (body === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
  });
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
