import { assert } from '../base/assert.ts';
import type { CancelTimer, Clock } from '../base/clock.ts';
import { Fault, type FaultCode, messageOf } from '../base/fault.ts';
import { bodyCopy } from './bodyCopy.ts';
import { certificateSuggestion } from './certificateSuggestion.ts';
import type { ReplyListener } from './httpReplyParser.ts';
import type { TransportRequest, TransportResponse } from './transport.ts';

const NOTHING = Buffer.alloc(0);
const NO_HEADERS: Readonly<Record<string, string>> = {};

/**
 * One request and its answer. It settles once and ignores what comes later.
 *
 * It begins right before the request is written. A failure before that proves that no byte has left. The outcome of any later
 * failure is `unknown`, even where a closer look might prove more.
 */
export class HttpExchange implements ReplyListener {
  readonly #request: TransportRequest;
  readonly #clock: Clock;
  readonly #resolve: (response: TransportResponse) => void;
  readonly #reject: (fault: Fault) => void;
  readonly #cancelTimer: CancelTimer;
  readonly #onAbort: (() => void) | undefined;
  readonly #createdMs: number;
  /** The part of the body that has arrived. Most bodies arrive in one piece. */
  #body: Buffer = NOTHING;
  #pieces: Buffer[] | undefined;
  #bytes = 0;
  #status = 0;
  #headers: Readonly<Record<string, string>> = NO_HEADERS;
  /** The connection that carries it, once it has begun. */
  #connection: { close(): void } | undefined;
  #settled = false;

  constructor(request: TransportRequest, clock: Clock, resolve: (response: TransportResponse) => void, reject: (fault: Fault) => void) {
    this.#request = request;
    this.#clock = clock;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#createdMs = clock.monotonicMs();
    const { timeoutMs, signal } = request;
    this.#cancelTimer = clock.setTimer(timeoutMs, () => this.#fail('timeout', `no complete answer within ${timeoutMs} ms`));
    if (signal === undefined) return;
    this.#onAbort = () => this.#fail('canceled', 'given up by the caller', signal.reason);
    if (signal.aborted) this.#onAbort();
    else signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  get settled(): boolean {
    return this.#settled;
  }

  /** Whether the request may be written now. If so, giving up the exchange will close this connection. */
  begin(connection: { close(): void }): boolean {
    if (this.#settled) return false;
    assert(this.#connection === undefined, 'a request is sent once');
    const { writeWithinMs } = this.#request;
    if (writeWithinMs !== undefined && this.#clock.monotonicMs() - this.#createdMs > writeWithinMs) {
      this.#fail('timeout', `connecting took longer than ${writeWithinMs} ms`);
      return false;
    }
    if (!this.#announced()) return false;
    this.#connection = connection;
    return true;
  }

  start(status: number, headers: Readonly<Record<string, string>>): void {
    if (this.#settled) return;
    this.#status = status;
    this.#headers = headers;
    if (Number(headers['content-length'] ?? 0) > this.#request.maxBytes) this.#tooLong();
  }

  data(chunk: Buffer): void {
    if (this.#settled) return;
    this.#bytes += chunk.length;
    if (this.#bytes > this.#request.maxBytes) {
      this.#tooLong();
      return;
    }
    const piece = bodyCopy(chunk);
    if (this.#bytes === piece.length) this.#body = piece;
    else (this.#pieces ??= [this.#body]).push(piece);
  }

  end(): void {
    if (!this.#settle()) return;
    const body = this.#pieces === undefined ? this.#body : Buffer.concat(this.#pieces, this.#bytes);
    this.#resolve({ status: this.#status, headers: this.#headers, body });
  }

  /** The connection failed or could not be opened. */
  fail(error: Error): void {
    this.#fail('network', reasonOf(error), error);
  }

  #announced(): boolean {
    try {
      this.#request.onFirstByte?.();
      return true;
    } catch (error) {
      if (this.#settle()) this.#reject(error as Fault);
      return false;
    }
  }

  #tooLong(): void {
    this.#fail('unreadable-reply', `the answer is longer than ${this.#request.maxBytes} bytes`);
  }

  #fail(code: FaultCode, reason: string, cause?: unknown): void {
    if (!this.#settle()) return;
    const outcome = this.#connection === undefined ? 'not-sent' : 'unknown';
    const { method, url } = this.#request;
    // The query is left out, since it may hold what a log must not show.
    const message = `${method} ${url.split('?', 1)[0]}: ${reason}`;
    this.#reject(new Fault(code, message, { outcome, retryable: code !== 'canceled', suggestion: certificateSuggestion(cause), cause }));
    this.#connection?.close();
  }

  #settle(): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    this.#cancelTimer();
    if (this.#onAbort !== undefined) this.#request.signal?.removeEventListener('abort', this.#onAbort);
    return true;
  }
}

/** When several addresses were tried and failed, the error that holds them all has no message of its own. */
function reasonOf(error: Error): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ');
  return error.message === '' ? error.name : error.message;
}
