import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The least that can answer: `node:http` with two given bodies, one for a GET and one for anything else. Prints its port. */
const [book, order] = process.argv.slice(2).map((text) => Buffer.from(text));
if (book === undefined || order === undefined) throw new Error('expected the body of a book and that of an order');
const TYPE = 'application/json; charset=utf-8';

const server = createServer((request, response) => {
  request.resume().once('end', () => {
    const body = request.method === 'GET' ? book : order;
    response.writeHead(200, { 'content-type': TYPE, 'content-length': body.length }).end(body);
  });
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
