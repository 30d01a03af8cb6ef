import { Fault } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import { readRefusal, refusalName, type RefusalBody } from '../contract/refusal.ts';
import { contentHashOf, type Signer } from '../client/signer.ts';
import type { Transport, TransportRequest, TransportResponse } from '../client/transport.ts';

/** An answer as it came. */
export interface WireAnswer {
  readonly status: number;
  readonly body: string;
}

/** A request that the client would not make. */
export interface StrangeRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly query?: string;
  readonly body?: string;
  /** Without it, the request is not signed. */
  readonly signed?: { readonly by: Signer; readonly at: Instant };
}

const TIMEOUT_MS = 10_000;
const MOST_BYTES = 4_000_000;

/** The network between the client and the venue: it keeps the last answer to a change, and sends what the client would not send. */
export class Wire {
  readonly #base: URL;
  #network: Transport | undefined;
  #last: WireAnswer | undefined;

  /** `url`: that of the interface. */
  constructor(url: string) {
    this.#base = new URL(url);
  }

  /** Stands between a client and this network from here on. */
  over(network: Transport): Transport {
    this.#network = network;
    return {
      send: async (request) => {
        const isChange = request.method !== 'GET';
        if (isChange) this.#last = undefined;
        const response = await network.send(request);
        if (isChange) this.#last = answerOf(response);
        return response;
      },
      close: () => network.close(),
    };
  }

  /** The answer to the last change that was sent; undefined when there was none. */
  get last(): WireAnswer | undefined {
    return this.#last;
  }

  /** Sends one request once. It must change nothing, whatever the venue makes of it. */
  async send({ method, path, query = '', body, signed }: StrangeRequest): Promise<WireAnswer> {
    if (this.#network === undefined) throw new Fault('internal', 'no network is under the wire');
    const whole = this.#base.pathname.replace(/\/+$/, '') + path;
    const bytes = body === undefined ? undefined : Buffer.from(body);
    const signature = signed?.by.headers(Math.round(signed.at), { method, path: whole, contentHash: contentHashOf(bytes) });
    const request: TransportRequest = {
      method,
      url: `${this.#base.origin}${whole}${query === '' ? '' : `?${query}`}`,
      headers: {
        ...signature,
        'user-agent': 'sluice-probe',
        accept: 'application/json',
        ...(bytes && { 'content-type': 'application/json' }),
      },
      body: bytes,
      fresh: false,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MOST_BYTES,
    };
    return answerOf(await this.#network.send(request));
  }
}

/** An answer in a few words: `201`, `401 empty`, `400 validation amount`, `400 standard insufficient-balance`. */
export function answerText({ status, body }: WireAnswer): string {
  if (status >= 200 && status < 300) return String(status);
  const refusal = readRefusal(body);
  return refusalName(status, refusal) ?? `${status} with a body that is not the venue's`;
}

/** The same, where there may have been no answer. */
export function answerOr(answer: WireAnswer | undefined, otherwise: string): string {
  return answer === undefined ? otherwise : answerText(answer);
}

/** The shape of a refusal's body, or undefined for an answer that refuses nothing. */
export function refusalShape({ status, body }: WireAnswer): RefusalBody['shape'] | undefined {
  return status >= 200 && status < 300 ? undefined : readRefusal(body).shape;
}

function answerOf({ status, body }: TransportResponse): WireAnswer {
  return { status, body: Buffer.from(body).toString() };
}
