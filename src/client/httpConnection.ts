import { assert } from '../base/assert.ts';
import type { Clock } from '../base/clock.ts';
import type { Line, LineListener } from './connector.ts';
import type { HttpExchange } from './httpExchange.ts';
import { HttpReplyParser } from './httpReplyParser.ts';

/** The owner decides what a connection carries. */
export interface ConnectionOwner {
  /** The answer is complete. Unless `isReusable`, the connection must not carry another request. */
  onAnswered(connection: HttpConnection, isReusable: boolean): void;
  /** The connection is gone, whatever it was doing. Its exchange has been told. */
  onClosed(connection: HttpConnection): void;
}

/** A venue may close an idle connection, so it is no longer used well before that. */
const MOST_IDLE_MS = 4000;
/** Taken off a stated keep-alive time, since the venue starts counting before we do. */
const IDLE_MARGIN_MS = 1000;

/**
 * A connection that carries one request and its answer at a time (RFC 9112). The request leaves in one write, and the exchange is
 * told what becomes of it. Between exchanges the connection must be silent: anything that happens then closes it.
 *
 * No HTTP library is used here, since a general one costs more than everything else between book and order.
 */
export class HttpConnection implements LineListener {
  readonly #line: Line;
  readonly #clock: Clock;
  readonly #owner: ConnectionOwner;
  #exchange: HttpExchange | undefined;
  #parser: HttpReplyParser | undefined;
  #idleUntilMs: number;
  #isClosed = false;

  /** The line must not have carried anything yet. */
  constructor(line: Line, clock: Clock, owner: ConnectionOwner) {
    this.#line = line;
    this.#clock = clock;
    this.#owner = owner;
    this.#idleUntilMs = clock.monotonicMs() + MOST_IDLE_MS;
    line.listener = this;
    // The open connection must not keep a program alive that has nothing else to do.
    line.socket.unref();
  }

  /** Whether an idle connection may still be used. */
  get isUsable(): boolean {
    return !this.#isClosed && this.#clock.monotonicMs() <= this.#idleUntilMs;
  }

  /** Sends a request. Returns false when the exchange was given up before; then no byte has left. */
  send(exchange: HttpExchange, message: Buffer): boolean {
    assert(this.#exchange === undefined && !this.#isClosed, 'a connection carries one request at a time');
    if (!exchange.begin(this)) return false;
    this.#exchange = exchange;
    this.#parser = new HttpReplyParser(exchange);
    this.#line.socket.ref();
    this.#line.socket.write(message);
    return true;
  }

  /** Closes the connection. The exchange on it fails. */
  abort(error: Error): void {
    const exchange = this.#exchange;
    this.close();
    exchange?.fail(error);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#exchange = undefined;
    this.#line.listener = undefined;
    this.#line.socket.destroy();
    this.#owner.onClosed(this);
  }

  receive(bytes: Buffer): void {
    // Nothing was asked, so these bytes are not an answer.
    if (this.#exchange === undefined) this.close();
    else this.#parse(bytes);
  }

  onEnd(): void {
    if (this.#exchange !== undefined) this.#parse(undefined);
    this.close();
  }

  onBroken(error: Error): void {
    this.abort(error);
  }

  /** Parses the bytes that came; undefined means that no more will come. */
  #parse(bytes: Buffer | undefined): void {
    const parser = this.#parser!;
    try {
      if (bytes === undefined) parser.close();
      else parser.push(bytes);
    } catch (error) {
      this.abort(error as Error);
      return;
    }
    // An exchange that gives up closes the connection.
    if (parser.isDone && !this.#isClosed) this.#onAnswered(parser);
  }

  #onAnswered(parser: HttpReplyParser): void {
    this.#exchange = undefined;
    this.#parser = undefined;
    this.#line.socket.unref();
    const idleMs = Math.min(MOST_IDLE_MS, parser.keepAliveMs - IDLE_MARGIN_MS);
    this.#idleUntilMs = this.#clock.monotonicMs() + idleMs;
    // An answer that came before the whole request had left makes it uncertain where the next answer begins.
    this.#owner.onAnswered(this, idleMs > 0 && this.#line.socket.writableLength === 0);
  }
}
