import { Fault, type FaultCode } from '../../src/base/fault.ts';
import type { Transport, TransportRequest, TransportResponse } from '../../src/client/transport.ts';
import type { HttpAnswer, HttpCall } from '../../src/simulator/http/httpCall.ts';
import { partsOf } from '../../src/simulator/http/httpCall.ts';
import type { Fate } from './fate.ts';
import { type Happenings, NATURE, type Owner } from './happenings.ts';

/** How long a request takes when its answer stays out: no client waits for ever. */
const PROXY_MS = 30;

export interface NetworkOptions {
  readonly happenings: Happenings;
  /** The venue's side of the wire. */
  readonly venue: (call: HttpCall) => HttpAnswer;
  /** A request is about to leave: what becomes of it. Undefined when the process ends before the first byte. */
  readonly fateOf: (request: TransportRequest) => Fate | undefined;
  /** Its first byte leaves. */
  readonly left: (request: TransportRequest, fate: Fate) => void;
  /** Told whenever a copy of the request has reached the venue and what it answered. */
  readonly arrived: (request: TransportRequest, answer: HttpAnswer) => void;
  /** Told when the process hears what became of it: a status, or the code of a fault. */
  readonly heard: (request: TransportRequest, outcome: number | FaultCode) => void;
}

const NOTHING = new Uint8Array(0);

/**
 * The network between one process and the venue. What was put on it goes on without the process; what comes back to one that is
 * gone is heard by nobody.
 */
export function simulatedNetwork(owner: Owner, options: NetworkOptions): Transport {
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        if (!owner.isGone) new Exchange(owner, options, request, resolve, reject).begin();
      }),
    close: () => Promise.resolve(),
  };
}

/** One request with all that may come of it. */
class Exchange {
  readonly #owner: Owner;
  readonly #options: NetworkOptions;
  readonly #request: TransportRequest;
  readonly #resolve: (response: TransportResponse) => void;
  readonly #reject: (fault: Fault) => void;
  #isOver = false;

  constructor(
    owner: Owner,
    options: NetworkOptions,
    request: TransportRequest,
    resolve: (response: TransportResponse) => void,
    reject: (fault: Fault) => void,
  ) {
    this.#owner = owner;
    this.#options = options;
    this.#request = request;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  begin(): void {
    const { happenings, fateOf, left } = this.#options;
    const { timeoutMs, signal } = this.#request;
    if (signal?.aborted === true) return this.#fail('canceled', 'given up by the caller', 'not-sent');
    const fate = fateOf(this.#request);
    if (fate === undefined) return;
    const { outMs, againMs, resetMs, instead, isNotSent } = fate;
    if (isNotSent === true) {
      happenings.later(1, this.#owner, () => this.#fail('network', 'connection refused', 'not-sent'));
      return;
    }
    // What it throws rejects, and nothing leaves.
    this.#request.onFirstByte?.();
    left(this.#request, fate);
    const cancelTimeout = happenings.later(timeoutMs, this.#owner, () => this.#fail('timeout', 'no complete answer in time', 'unknown'));
    this.#end = cancelTimeout;
    signal?.addEventListener('abort', () => this.#fail('canceled', 'given up by the caller', 'unknown'), { once: true });
    if (resetMs !== undefined) happenings.later(resetMs, this.#owner, () => this.#fail('network', 'connection reset', 'unknown'));
    if (instead !== undefined) this.#answerAfter(PROXY_MS, { headers: {}, ...instead });
    if (outMs === Infinity) return;
    happenings.later(outMs, NATURE, () => this.#arrive(fate));
    if (againMs !== undefined) happenings.later(outMs + againMs, NATURE, () => this.#arrive({ ...fate, backMs: Infinity }));
  }

  #end: () => void = () => undefined;

  #arrive({ backMs, instead, spoil }: Fate): void {
    const { venue, arrived } = this.#options;
    const { method, url, headers, body = NOTHING } = this.#request;
    const lower = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const answer = venue({ method, ...partsOf(url), header: (name) => lower.get(name), body });
    arrived(this.#request, answer);
    if (backMs === Infinity || instead !== undefined) return;
    this.#answerAfter(backMs, spoil === undefined ? answer : { ...answer, body: spoil(answer.body) });
  }

  #answerAfter(ms: number, { status, headers, body }: HttpAnswer): void {
    this.#options.happenings.later(ms, this.#owner, () => {
      if (this.#isOver) return;
      this.#isOver = true;
      this.#end();
      this.#options.heard(this.#request, status);
      if (this.#owner.isGone) return;
      this.#resolve({ status, headers, body: Buffer.from(body) });
    });
  }

  #fail(code: FaultCode, reason: string, outcome: 'not-sent' | 'unknown'): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#end();
    this.#options.heard(this.#request, code);
    if (this.#owner.isGone) return;
    const { method, url } = this.#request;
    this.#reject(new Fault(code, `${method} ${url.split('?', 1)[0]}: ${reason}`, { outcome, retryable: code !== 'canceled' }));
  }
}
