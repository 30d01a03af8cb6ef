import type { Clock } from '../base/clock.ts';
import type { Address, Connector, Line } from './connector.ts';
import { type ConnectionOwner, HttpConnection } from './httpConnection.ts';
import type { HttpExchange } from './httpExchange.ts';

/** Quotes come in pairs: a bid and an ask. */
const MOST_READY = 2;
/** Closing takes as long as asking, so it waits until what follows an answer has probably been sent. */
const CLOSE_AFTER_MS = 100;

/**
 * Connections to one origin that carry one request each, and nothing before or after. A reset on a reused connection says
 * nothing about what the venue did with a request, so a request for money gets one of its own.
 *
 * A few stand ready, opened once an answer has been delivered: that takes the handshake out of the time between decision and
 * order, and keeps it from competing with an answer that is waited for.
 */
export class FreshConnections implements ConnectionOwner {
  readonly #connector: Connector;
  readonly #address: Address;
  readonly #clock: Clock;
  readonly #open = new Set<HttpConnection>();
  /** The oldest first. */
  readonly #ready: HttpConnection[] = [];
  #opening = 0;

  constructor(connector: Connector, address: Address, clock: Clock) {
    this.#connector = connector;
    this.#address = address;
    this.#clock = clock;
  }

  send(exchange: HttpExchange, message: Buffer): void {
    const ready = this.#take();
    if (ready !== undefined) this.#carry(ready, exchange, message);
    else {
      this.#connector.connect(this.#address, (line) => {
        if (line instanceof Error) exchange.fail(line);
        else this.#carry(this.#connectionOf(line), exchange, message);
      });
    }
  }

  abort(error: Error): void {
    for (const connection of this.#open) connection.abort(error);
  }

  onAnswered(connection: HttpConnection): void {
    this.#clock.setTimer(0, () => this.#prepare());
    this.#clock.setTimer(CLOSE_AFTER_MS, () => connection.close());
  }

  onClosed(connection: HttpConnection): void {
    this.#open.delete(connection);
    const at = this.#ready.indexOf(connection);
    if (at >= 0) this.#ready.splice(at, 1);
  }

  #carry(connection: HttpConnection, exchange: HttpExchange, message: Buffer): void {
    if (!connection.send(exchange, message)) connection.close();
  }

  #take(): HttpConnection | undefined {
    for (;;) {
      const ready = this.#ready.shift();
      if (ready === undefined || ready.isUsable) return ready;
      ready.close();
    }
  }

  /** Opens what is missing for the next requests. Whether that works is not known before it is needed. */
  #prepare(): void {
    const missing = MOST_READY - this.#ready.length - this.#opening;
    for (let i = 0; i < missing; i++) {
      this.#opening++;
      this.#connector.connect(this.#address, (line) => {
        this.#opening--;
        if (!(line instanceof Error)) this.#ready.push(this.#connectionOf(line));
      });
    }
  }

  #connectionOf(line: Line): HttpConnection {
    const connection = new HttpConnection(line, this.#clock, this);
    this.#open.add(connection);
    return connection;
  }
}
