import type { Clock } from '../base/clock.ts';
import type { Address, Connector, Line } from './connector.ts';
import { type ConnectionOwner, HttpConnection } from './httpConnection.ts';
import type { HttpExchange } from './httpExchange.ts';

interface Waiting {
  readonly exchange: HttpExchange;
  readonly message: Buffer;
}

/** Far more than the rate budget lets through while one request times out. */
const MOST_WAITING = 1000;

/**
 * Keeps connections to one origin for further requests, one request at a time on each. A request takes the connection that was
 * used last. When none is free, it waits for the first one; meanwhile as many are opened as requests wait, up to the limit.
 */
export class ConnectionPool implements ConnectionOwner {
  readonly #connector: Connector;
  readonly #address: Address;
  readonly #clock: Clock;
  readonly #most: number;
  readonly #open = new Set<HttpConnection>();
  /** The connection that was used last is at the end. */
  readonly #idle: HttpConnection[] = [];
  readonly #waiting: Waiting[] = [];
  #opening = 0;

  constructor(connector: Connector, address: Address, clock: Clock, most: number) {
    this.#connector = connector;
    this.#address = address;
    this.#clock = clock;
    this.#most = most;
  }

  send(exchange: HttpExchange, message: Buffer): void {
    this.#closeOld();
    const idle = this.#idle.pop();
    if (idle !== undefined) {
      this.#carry(idle, { exchange, message });
      return;
    }
    if (this.#waiting.length >= MOST_WAITING) {
      exchange.fail(new Error(`${MOST_WAITING} requests already wait for a connection to ${this.#address.host}`));
      return;
    }
    this.#waiting.push({ exchange, message });
    this.#openMore();
  }

  abort(error: Error): void {
    for (const connection of this.#open) connection.abort(error);
  }

  onAnswered(connection: HttpConnection, isReusable: boolean): void {
    if (isReusable) this.#next(connection);
    else connection.close();
  }

  onClosed(connection: HttpConnection): void {
    this.#open.delete(connection);
    const at = this.#idle.indexOf(connection);
    if (at >= 0) this.#idle.splice(at, 1);
    this.#openMore();
  }

  #carry(connection: HttpConnection, { exchange, message }: Waiting): void {
    if (!connection.send(exchange, message)) this.#next(connection);
  }

  /** Gives a free connection its next request, or keeps it. */
  #next(connection: HttpConnection): void {
    const waiting = this.#waiting.shift();
    if (waiting !== undefined) this.#carry(connection, waiting);
    else this.#idle.push(connection);
  }

  #openMore(): void {
    while (this.#waiting.length > this.#opening && this.#open.size + this.#opening < this.#most) {
      this.#opening++;
      this.#connector.connect(this.#address, (line) => {
        this.#opening--;
        if (line instanceof Error) this.#waiting.shift()?.exchange.fail(line);
        else this.#next(this.#connectionOf(line));
        this.#openMore();
      });
    }
  }

  #closeOld(): void {
    while (this.#idle.length > 0 && !this.#idle[0]!.isUsable) this.#idle[0]!.close();
  }

  #connectionOf(line: Line): HttpConnection {
    const connection = new HttpConnection(line, this.#clock, this);
    this.#open.add(connection);
    return connection;
  }
}
