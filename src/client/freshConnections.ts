import type { Clock } from '../base/clock.ts';
import type { Address, Connector, Line } from './connector.ts';
import { type ConnectionOwner, HttpConnection } from './httpConnection.ts';
import type { HttpExchange } from './httpExchange.ts';

/** The next seconds may need as many connections as the last ones did: quotes come in pairs, and one replaces the other. */
const LATELY_MS = 4000;
const MOST_READY = 4;
/** A used connection is closed after this time, unless opening others has closed it before. */
const CLOSE_AFTER_MS = 100;

interface Waiting {
  readonly exchange: HttpExchange;
  readonly message: Buffer;
}

/**
 * Connections to one origin that each carry a single request and nothing else. A reset on a reused connection says nothing about
 * what the venue did with a request, so a request for money gets a connection of its own.
 *
 * As many are kept ready as were needed lately, which saves the handshake between decision and order. They are opened after an
 * answer was delivered, so as not to compete with one that is awaited, and only when none is left: opening a connection takes as
 * long as sending two requests, so it should disturb few orders. Closing takes as long as sending one request, so it is done at
 * the same times.
 */
export class FreshConnections implements ConnectionOwner {
  readonly #connector: Connector;
  readonly #address: Address;
  readonly #clock: Clock;
  readonly #open = new Set<HttpConnection>();
  /** Oldest first. */
  readonly #ready: HttpConnection[] = [];
  /** Connections that have carried their request. */
  readonly #spent: HttpConnection[] = [];
  /** Requests that wait for a connection that is being opened. There are never more of them than of those connections. */
  readonly #waiting: Waiting[] = [];
  /** When the last requests were sent, oldest first; at most `MOST_READY`. */
  readonly #sentMs: number[] = [];
  #opening = 0;
  #willClose = false;

  constructor(connector: Connector, address: Address, clock: Clock) {
    this.#connector = connector;
    this.#address = address;
    this.#clock = clock;
  }

  send(exchange: HttpExchange, message: Buffer): void {
    this.#sentMs.push(this.#clock.monotonicMs());
    if (this.#sentMs.length > MOST_READY) this.#sentMs.shift();
    this.#closeOld();
    const ready = this.#ready.shift();
    if (ready !== undefined) {
      this.#carry(ready, { exchange, message });
      return;
    }
    this.#waiting.push({ exchange, message });
    if (this.#waiting.length > this.#opening) this.#openOne();
  }

  abort(error: Error): void {
    for (const connection of this.#open) connection.abort(error);
  }

  onAnswered(connection: HttpConnection): void {
    this.#spent.push(connection);
    this.#clock.setTimer(0, () => this.#prepare());
    if (this.#willClose) return;
    this.#willClose = true;
    this.#clock.setTimer(CLOSE_AFTER_MS, () => {
      this.#willClose = false;
      this.#closeSpent();
    });
  }

  onClosed(connection: HttpConnection): void {
    this.#open.delete(connection);
    const at = this.#ready.indexOf(connection);
    if (at >= 0) this.#ready.splice(at, 1);
  }

  #carry(connection: HttpConnection, { exchange, message }: Waiting): void {
    if (!connection.send(exchange, message)) connection.close();
  }

  #closeOld(): void {
    while (this.#ready.length > 0 && !this.#ready[0]!.isUsable) this.#ready[0]!.close();
  }

  /** Nothing is opened in advance before a request has needed a connection: only then do we know that opening works. */
  #prepare(): void {
    this.#closeOld();
    if (this.#ready.length + this.#opening > 0) return;
    const sinceMs = this.#clock.monotonicMs() - LATELY_MS;
    const lately = this.#sentMs.filter((atMs) => atMs > sinceMs).length;
    for (let missing = Math.max(1, lately); missing > 0; missing--) this.#openOne();
    this.#closeSpent();
  }

  #openOne(): void {
    this.#opening++;
    this.#connector.connect(this.#address, (line) => {
      this.#opening--;
      const waiting = this.#waiting.shift();
      if (line instanceof Error) waiting?.exchange.fail(line);
      else if (waiting !== undefined) this.#carry(this.#connectionOf(line), waiting);
      else this.#ready.push(this.#connectionOf(line));
    });
  }

  #closeSpent(): void {
    for (const connection of this.#spent.splice(0)) connection.close();
  }

  #connectionOf(line: Line): HttpConnection {
    const connection = new HttpConnection(line, this.#clock, this);
    this.#open.add(connection);
    return connection;
  }
}
