import type { Clock } from '../base/clock.ts';
import type { Address, Connector, Line } from './connector.ts';
import { HttpConnection } from './httpConnection.ts';
import type { HttpExchange } from './httpExchange.ts';

/**
 * Connections to one origin that carry one request each, and nothing before or after. A reset on a reused connection says
 * nothing about what the venue did with a request, so a request for money gets one of its own.
 *
 * One at most stands ready, opened after a request has used one: that takes the handshake out of the time between decision and
 * order.
 */
export class FreshConnections {
  readonly #connector: Connector;
  readonly #address: Address;
  readonly #clock: Clock;
  readonly #open = new Set<HttpConnection>();
  #ready: HttpConnection | undefined;
  #isOpening = false;

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

  #carry(connection: HttpConnection, exchange: HttpExchange, message: Buffer): void {
    if (connection.send(exchange, message)) this.#prepare();
    else connection.close();
  }

  #take(): HttpConnection | undefined {
    const ready = this.#ready;
    this.#ready = undefined;
    if (ready === undefined || ready.isUsable) return ready;
    ready.close();
    return undefined;
  }

  /** Opens one for the next request, while this one waits for its answer. Whether that works is not known before it is needed. */
  #prepare(): void {
    if (this.#ready !== undefined || this.#isOpening) return;
    this.#isOpening = true;
    this.#connector.connect(this.#address, (line) => {
      this.#isOpening = false;
      if (!(line instanceof Error)) this.#ready = this.#connectionOf(line);
    });
  }

  #connectionOf(line: Line): HttpConnection {
    const connection = new HttpConnection(line, this.#clock, {
      // Not at once: closing takes as long as asking, and what it was for is settled.
      onAnswered: () => this.#clock.setTimer(0, () => connection.close()),
      onClosed: () => {
        this.#open.delete(connection);
        if (this.#ready === connection) this.#ready = undefined;
      },
    });
    this.#open.add(connection);
    return connection;
  }
}
