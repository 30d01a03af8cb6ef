import type { Socket } from 'node:net';
import type { HttpExchange } from './httpExchange.ts';
import { HttpReplyParser } from './httpReplyParser.ts';

/**
 * A connection that carries one request and its answer, and nothing before or after (RFC 9112). The request leaves in one
 * write, as soon as there is a socket; the exchange hears what becomes of it.
 *
 * This is not left to the HTTP library, since a client of its own for each request costs more than all else between decision
 * and order.
 */
export class FreshConnection {
  readonly #message: Buffer;
  readonly #exchange: HttpExchange;
  readonly #parser: HttpReplyParser;
  #socket: Socket | undefined;

  constructor(message: Buffer, exchange: HttpExchange) {
    this.#message = message;
    this.#exchange = exchange;
    this.#parser = new HttpReplyParser({
      start: (status, headers) => exchange.onResponseStart(this, status, headers),
      data: (chunk) => exchange.onResponseData(this, chunk),
      end: () => exchange.onResponseEnd(),
    });
  }

  /** Sends the request. The socket must stand, TLS included, and must have carried nothing. */
  use(socket: Socket): void {
    this.#socket = socket;
    socket
      .on('data', (chunk: Buffer) => this.#read(() => this.#parser.push(chunk)))
      .on('end', () => this.#read(() => this.#parser.close()))
      .on('close', () => this.#exchange.onResponseError(this, new Error('the connection was closed')))
      .on('error', (error) => this.#exchange.onResponseError(this, error));
    this.#exchange.onRequestStart(this);
    // It may have been given up while the socket was connecting: then no byte leaves.
    if (this.#exchange.settled) {
      this.close();
      return;
    }
    socket.write(this.#message);
    this.#exchange.onRequestSent();
  }

  /** Fails what is still under way. */
  abort(error: Error): void {
    this.#exchange.onResponseError(this, error);
    this.close();
  }

  close(): void {
    this.#socket?.destroy();
  }

  #read(parse: () => void): void {
    // What comes after the answer is not ours.
    if (this.#exchange.settled) return;
    try {
      parse();
    } catch (error) {
      this.abort(error as Error);
    }
  }
}
