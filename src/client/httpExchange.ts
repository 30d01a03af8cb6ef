import type { Dispatcher } from 'undici';
import type { CancelTimer, Clock } from '../base/clock.ts';
import { Fault, type FaultCode, messageOf } from '../base/fault.ts';
import type { TransportRequest, TransportResponse } from './transport.ts';

/** What ends the connection. */
type Controller = Pick<Dispatcher.DispatchController, 'abort'>;
type IncomingHeaders = Readonly<Record<string, string | string[] | undefined>>;

/**
 * One request and its answer, as undici's dispatcher reports them. It settles once; what comes later is ignored.
 *
 * undici calls `onRequestStart` right before it writes. A failure before that call provably precedes the first byte; whatever
 * comes after it is `unknown`, even where a closer look might prove more.
 */
export class HttpExchange implements Dispatcher.DispatchHandler {
  readonly #request: TransportRequest;
  readonly #clock: Clock;
  readonly #resolve: (response: TransportResponse) => void;
  readonly #reject: (fault: Fault) => void;
  readonly #onSent: () => void;
  readonly #cancelTimer: CancelTimer;
  readonly #createdMs: number;
  readonly #chunks: Buffer[] = [];
  #bytes = 0;
  #status = 0;
  #headers: Readonly<Record<string, string>> = {};
  #controller: Controller | undefined;
  #settled = false;

  /** `onSent` is called when the request has been handed to the socket and there is nothing to do but wait. */
  constructor(
    request: TransportRequest,
    clock: Clock,
    resolve: (response: TransportResponse) => void,
    reject: (fault: Fault) => void,
    onSent: () => void = () => {},
  ) {
    this.#request = request;
    this.#clock = clock;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#onSent = onSent;
    this.#createdMs = clock.monotonicMs();
    this.#cancelTimer = clock.setTimer(request.timeoutMs, this.#onTimeout);
    if (request.signal?.aborted === true) this.#onAbort();
    else request.signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  get settled(): boolean {
    return this.#settled;
  }

  onRequestStart(controller: Controller): void {
    if (this.#settled) {
      controller.abort(new Error('given up before it was written'));
      return;
    }
    if (this.#controller !== undefined) {
      // A dispatcher that starts a request again would send it twice; aborting here keeps the second one off the wire.
      this.#fail('network', 'the connection was lost', undefined, controller);
      return;
    }
    const { writeWithinMs } = this.#request;
    if (writeWithinMs !== undefined && this.#clock.monotonicMs() - this.#createdMs > writeWithinMs) {
      this.#fail('timeout', `connecting took longer than ${writeWithinMs} ms`, undefined, controller);
      return;
    }
    this.#controller = controller;
  }

  onRequestSent(): void {
    this.#onSent();
  }

  onResponseStart(_controller: Controller, status: number, headers: IncomingHeaders): void {
    if (this.#settled || status < 200) return;
    this.#status = status;
    this.#headers = flatHeaders(headers);
    if (Number(this.#headers['content-length'] ?? 0) > this.#request.maxBytes) this.#tooLong();
  }

  onResponseData(_controller: Controller, chunk: Buffer): void {
    if (this.#settled) return;
    this.#bytes += chunk.length;
    if (this.#bytes > this.#request.maxBytes) this.#tooLong();
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    if (!this.#settle()) return;
    const body = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks, this.#bytes);
    this.#resolve({ status: this.#status, headers: this.#headers, body });
  }

  onResponseError(_controller: Controller, error: Error): void {
    this.#fail('network', reasonOf(error), error);
  }

  readonly #onTimeout = (): void => this.#fail('timeout', `no complete answer within ${this.#request.timeoutMs} ms`);

  readonly #onAbort = (): void => this.#fail('canceled', 'given up by the caller', this.#request.signal?.reason);

  #tooLong(): void {
    this.#fail('unreadable-reply', `the answer is longer than ${this.#request.maxBytes} bytes`);
  }

  #fail(code: FaultCode, reason: string, cause?: unknown, controller = this.#controller): void {
    if (!this.#settle()) return;
    const outcome = this.#controller === undefined ? 'not-sent' : 'unknown';
    const { method, url } = this.#request;
    // The query is left out: it may name what a log must not.
    const message = `${method} ${url.split('?', 1)[0]}: ${reason}`;
    this.#reject(new Fault(code, message, { outcome, retryable: code !== 'canceled', cause }));
    controller?.abort(new Error(reason));
  }

  #settle(): boolean {
    if (this.#settled) return false;
    this.#settled = true;
    this.#cancelTimer();
    this.#request.signal?.removeEventListener('abort', this.#onAbort);
    return true;
  }
}

function flatHeaders(headers: IncomingHeaders): Readonly<Record<string, string>> {
  const flat: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) flat[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return flat;
}

/** Several addresses tried and failed come as one error without a message of its own. */
function reasonOf(error: Error): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ');
  return error.message === '' ? error.name : error.message;
}
