import { hash } from 'node:crypto';
import { Fault } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import { rememberCredential, rememberSignature } from '../base/redacted.ts';
import type { Secret } from '../base/secret.ts';
import { Hmac } from './hmac.ts';

/** What a signature covers (000 Authentication 4). */
export interface Signable {
  readonly method: string;
  /** As sent on the wire, percent-encoding included, without the query string. */
  readonly path: string;
  /** `contentHashOf` the body; empty when there is no body. */
  readonly contentHash: string;
}

export interface Signer {
  /** Makes what the headers need and can't be made at once. Awaited before each request, when there is one. */
  ready?(now: Instant): Promise<void>;
  /** The three headers of a signed request (000 Authentication 2). `timestamp` in milliseconds since the epoch. */
  headers(timestamp: Instant, request: Signable): Record<string, string>;
}

/** The service refuses a timestamp that is further from its own time (000 Authentication 3, 001 Authentication 3). */
export const TIMESTAMP_WINDOW_MS = 60_000;

export interface SignerOptions {
  readonly key: string;
  /** Base64, as the venue shows it. It is decoded at once and held only in private fields, which print as nothing. */
  readonly secret: Secret;
  /** `SVC-` for the exchange account; the other interfaces put their own in front of `API-KEY`, `API-SIGN` and `API-TIMESTAMP`. */
  readonly prefix?: string;
}

/** Signs requests (000 Authentication). Throws a `Fault` `configuration` when key or secret can't be used. */
export function createSigner({ key, secret, prefix = 'SVC-' }: SignerOptions): Signer {
  if (!/^[\x21-\x7e]+$/.test(key)) throw new Fault('configuration', 'the API key must be printable ASCII without blanks');
  const hmac = new Hmac(keyBytesOf(secret));
  rememberCredential(key);
  const [keyName, signName, timestampName] = [`${prefix}API-KEY`, `${prefix}API-SIGN`, `${prefix}API-TIMESTAMP`];
  // A copy of it and two values: names that are computed make an object of text and value slowly.
  const unsigned: Record<string, string> = { [keyName]: key, [signName]: '', [timestampName]: '' };
  return {
    headers: (timestamp, { method, path, contentHash }) => {
      const stamp = String(timestamp);
      const headers = { ...unsigned };
      const signature = hmac.base64Of(`${stamp}${method.toUpperCase()}${path}${contentHash}`);
      rememberSignature(signature);
      headers[signName] = signature;
      headers[timestampName] = stamp;
      return headers;
    },
  };
}

/** Base64 of the SHA-256 of the exact body bytes; empty when there is no body (000 Authentication 4). */
export function contentHashOf(body: Uint8Array | string | undefined): string {
  return body === undefined || body.length === 0 ? '' : hash('sha256', body, 'base64');
}

function keyBytesOf(secret: Secret): Uint8Array {
  const text = secret.reveal().trim();
  // Buffer skips what is no base64 without a word, and a wrong key shows only as an empty 401.
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.length % 4 !== 0) {
    throw new Fault('configuration', 'the API secret is not base64', {
      suggestion: 'copy the secret as the venue shows it, padding included',
    });
  }
  return Buffer.from(text, 'base64');
}
