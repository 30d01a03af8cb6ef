import { Fault, messageOf } from '../base/fault.ts';
import { retryAfterMsOf } from '../client/httpDate.ts';
import type { Transport } from '../client/transport.ts';
import type { Instant } from '../base/instant.ts';

export interface Posting {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** How long the whole exchange may take. Default 10 s. */
  readonly withinMs?: number | undefined;
}

const WITHIN_MS = 10_000;
const MOST_ANSWER_BYTES = 1024 * 1024;

/**
 * Sends a request and takes any 2xx for delivered. Nothing is followed elsewhere. Rejects with a `Fault` that never holds the address,
 * since that may be a secret.
 */
export async function postMessage(transport: Transport, posting: Posting, now: Instant): Promise<Uint8Array> {
  const { method, url, headers = {}, body, withinMs = WITHIN_MS } = posting;
  let response;
  try {
    response = await transport.send({
      method,
      url,
      headers: { 'user-agent': 'sluice', ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      body: body === undefined ? undefined : Buffer.from(body),
      fresh: false,
      timeoutMs: withinMs,
      maxBytes: MOST_ANSWER_BYTES,
    });
  } catch (error) {
    throw new Fault('network', messageOf(error).replaceAll(url, 'the address'), { retryable: true });
  }
  const { status } = response;
  if (status >= 200 && status < 300) return response.body;
  const retryAfterMs = retryAfterMsOf(response.headers['retry-after'], now);
  const mayPass = status >= 500 || status === 408 || status === 425 || status === 429;
  throw new Fault(mayPass ? 'network' : 'refused', `HTTP ${status}`, { status, retryable: mayPass, retryAfterMs });
}
