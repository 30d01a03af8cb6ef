import type { Clock } from '../base/clock.ts';
import type { Address, Connector, Line } from './connector.ts';
import { type ConnectionOwner, HttpConnection } from './httpConnection.ts';
import type { HttpExchange } from './httpExchange.ts';

/** What the last seconds needed they may need again: quotes come in pairs, and one replaces the other. */
const LATELY_MS = 4000;
const MOST_READY = 4;
/** Closing takes as long as asking, so it waits until what follows an answer has probably been sent. */
const CLOSE_AFTER_MS = 100;

/**
 * Connections to one origin that carry one request each, and nothing before or after. A reset on a reused connection says
 * nothing about what the venue did with a request, so a request for money gets one of its own.
 *
 * As many stand ready as were needed lately, which takes the handshake out of the time between decision and order. They are
 * opened once an answer has been delivered, so as not to compete with one that is waited for, and only when none is left:
 * opening one takes as long as sending two requests, so the fewer orders are disturbed by it the better.
 */
export class FreshConnections implements ConnectionOwner {
  readonly #connector: Connector;
  readonly #address: Address;
  readonly #clock: Clock;
  readonly #open = new Set<HttpConnection>();
  /** The oldest first. */
  readonly #ready: HttpConnection[] = [];
  /** When the last requests were sent, the oldest first; at most `MOST_READY`. */
  readonly #sentMs: number[] = [];
  #opening = 0;

  constructor(connector: Connector, address: Address, clock: Clock) {
    this.#connector = connector;
    this.#address = address;
    this.#clock = clock;
  }

  send(exchange: HttpExchange, message: Buffer): void {
    this.#sentMs.push(this.#clock.monotonicMs());
    if (this.#sentMs.length > MOST_READY) this.#sentMs.shift();
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
    this.#closeOld();
    return this.#ready.shift();
  }

  #closeOld(): void {
    while (this.#ready.length > 0 && !this.#ready[0]!.isUsable) this.#ready[0]!.close();
  }

  /** Whether opening works is not known before one is needed. */
  #prepare(): void {
    this.#closeOld();
    if (this.#ready.length + this.#opening > 0) return;
    const sinceMs = this.#clock.monotonicMs() - LATELY_MS;
    this.#opening = Math.max(1, this.#sentMs.filter((atMs) => atMs > sinceMs).length);
    for (let missing = this.#opening; missing > 0; missing--) {
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
