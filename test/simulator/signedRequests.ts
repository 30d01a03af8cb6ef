import { createHash, createHmac } from 'node:crypto';
import type { Instant } from '../../src/base/instant.ts';

export interface Credentials {
  readonly key: string;
  readonly secret: string;
}

export interface CallToSign {
  readonly method: string;
  /** The path as sent, with the query string. */
  readonly path: string;
  /** Bytes, where they are to be no text. */
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined;
  readonly at: Instant;
}

/**
 * The signature of 000 Authentication 4, written a second time from the specification. The tests have their own version so that
 * it can disagree.
 */
export function signatureOf(secret: string, timestamp: string, method: string, path: string, body: string | Uint8Array): string {
  const contentHash = body === '' ? '' : createHash('sha256').update(body).digest('base64');
  return createHmac('sha256', Buffer.from(secret, 'base64'))
    .update(timestamp + method + path + contentHash)
    .digest('base64');
}

export function signedRequest(
  { key, secret }: Credentials,
  { method, path, body = '', at }: CallToSign,
  base = 'http://venue.test',
  prefix = 'SVC',
): Request {
  const timestamp = String(at);
  const signature = signatureOf(secret, timestamp, method, path.split('?')[0]!, body);
  const headers = {
    [`${prefix}-API-KEY`]: key,
    [`${prefix}-API-SIGN`]: signature,
    [`${prefix}-API-TIMESTAMP`]: timestamp,
    'User-Agent': 'sluice-tests',
  };
  return new Request(
    base + path,
    body === '' ? { method, headers } : { method, headers: { ...headers, 'Content-Type': 'application/json' }, body },
  );
}
