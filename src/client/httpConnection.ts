import { assert } from '../base/assert.ts';
import type { Clock } from '../base/clock.ts';
import type { Line, LineListener } from './connector.ts';
import type { HttpExchange } from './httpExchange.ts';
import { HttpReplyParser } from './httpReplyParser.ts';

/** Who decides what a connection carries. */
export interface ConnectionOwner {
  /** The answer is complete. Unless `isReusable`, the connection must carry nothing more. */
  onAnswered(connection: HttpConnection, isReusable: boolean): void;
  /** It is gone, whatever it was doing; the exchange on it has heard of it. */
  onClosed(connection: HttpConnection): void;
}

/** A venue may close a connection that says nothing; well before that it is not used any more. */
const MOST_IDLE_MS = 4000;
/** What a stated keep-alive time is cut by: the venue's clock starts before ours. */
const IDLE_MARGIN_MS = 1000;

/**
 * A connection that carries one request at a time, and its answer (RFC 9112). The request leaves in one write; the exchange
 * hears what becomes of it. Between exchanges the connection must be silent: whatever happens then closes it.
 *
 * This is not left to an HTTP library, since a general one costs more than all else between book and order.
 */
export class HttpConnection implements LineListener {
  readonly #line: Line;
  readonly #clock: Clock;
  readonly #owner: ConnectionOwner;
  #exchange: HttpExchange | undefined;
  #parser: HttpReplyParser | undefined;
  #idleUntilMs: number;
  #isClosed = false;

  /** The line must have carried nothing. */
  constructor(line: Line, clock: Clock, owner: ConnectionOwner) {
    this.#line = line;
    this.#clock = clock;
    this.#owner = owner;
    this.#idleUntilMs = clock.monotonicMs() + MOST_IDLE_MS;
    line.listener = this;
    // A program that has nothing else to do may end.
    line.socket.unref();
  }

  /** Whether it may still be relied on, when it is idle. */
  get isUsable(): boolean {
    return !this.#isClosed && this.#clock.monotonicMs() <= this.#idleUntilMs;
  }

  /** Sends a request. False when the exchange was given up before: then no byte has left. */
  send(exchange: HttpExchange, message: Buffer): boolean {
    assert(this.#exchange === undefined && !this.#isClosed, 'a connection carries one request at a time');
    if (!exchange.begin(this)) return false;
    this.#exchange = exchange;
    this.#parser = new HttpReplyParser(exchange);
    this.#line.socket.ref();
    this.#line.socket.write(message);
    return true;
  }

  /** Closes it; what is under way on it fails. */
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
    // Where nothing was asked, this is no answer.
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

  /** What has come, or that no more will. */
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
    // An answer that came before the whole request had left: where the next one begins is not certain.
    this.#owner.onAnswered(this, idleMs > 0 && this.#line.socket.writableLength === 0);
  }
}
