import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { Instant } from '../base/instant.ts';

/** 000 Limits: the timestamp must be this close to the venue's time. */
const MAX_SKEW_MS = 60_000;

/** What there is to authenticate. */
export interface RawCall {
  readonly method: string;
  /** As sent, percent-encoding and all, without the query string. */
  readonly path: string;
  readonly headers: Headers;
  /** The bytes of the body as they came; empty when there is none. */
  readonly body: Uint8Array;
}

/** What the names of the headers begin with: `SVC` for 000, `PROC` or, in the alternate deployment, `ALT` for 001. */
export type HeaderPrefix = 'SVC' | 'PROC' | 'ALT';

/** True when the request may go on. Every failure looks the same: 401 with an empty body (000 Authentication 6). */
export type Authenticator = (call: RawCall, now: Instant) => boolean | Promise<boolean>;

/** Verifies key, timestamp and signature over the raw bytes (000 Authentication 2 to 5, 001 Authentication). */
export function signatureAuthenticator(
  key: string,
  secret: string,
  prefix: HeaderPrefix = 'SVC',
): (call: RawCall, now: Instant) => boolean {
  const secretBytes = Buffer.from(secret, 'base64');
  return ({ method, path, headers, body }, now) => {
    const timestamp = headers.get(`${prefix}-api-timestamp`) ?? '';
    const signature = headers.get(`${prefix}-api-sign`) ?? '';
    if (headers.get(`${prefix}-api-key`) !== key || !/^\d{1,15}$/.test(timestamp)) return false;
    if (Math.abs(Number(timestamp) - now) > MAX_SKEW_MS) return false;
    const contentHash = body.length === 0 ? '' : hash('sha256', body, 'base64');
    const expected = createHmac('sha256', secretBytes).update(`${timestamp}${method.toUpperCase()}${path}${contentHash}`).digest('base64');
    return sameText(signature, expected);
  };
}

function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
