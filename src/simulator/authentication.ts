import type { Instant } from '../base/instant.ts';
import { Hmac, MOST_MESSAGE_BYTES } from '../client/hmac.ts';
import { contentHashOf } from '../client/signer.ts';
import type { HttpCall } from './http/httpCall.ts';

/** The timestamp must be this close to the venue's time (000 Limits). */
const MAX_SKEW_MS = 60_000;

/** What the names of the headers begin with: `SVC` for 000, `PROC` or, in the alternate deployment, `ALT` for 001. */
export type HeaderPrefix = 'SVC' | 'PROC' | 'ALT';

export type SignedCall = Pick<HttpCall, 'method' | 'path' | 'header' | 'body'>;

/** True when the request may go on. Every failure looks the same: 401 with an empty body (000 Authentication 6). */
export type Authenticator = (call: SignedCall, now: Instant) => boolean | Promise<boolean>;

/** Verifies key, timestamp and signature over the raw bytes (000 Authentication 2 to 5, 001 Authentication). */
export function signatureAuthenticator(
  key: string,
  secret: string,
  prefix: HeaderPrefix = 'SVC',
  windowMs = MAX_SKEW_MS,
): (call: SignedCall, now: Instant) => boolean {
  const hmac = new Hmac(Buffer.from(secret, 'base64'));
  const [keyName, signName, timestampName] = ['key', 'sign', 'timestamp'].map((name) => `${prefix}-api-${name}`.toLowerCase()) as [
    string,
    string,
    string,
  ];
  return ({ method, path, header, body }, now) => {
    const timestamp = header(timestampName) ?? '';
    if (header(keyName) !== key || !/^\d{1,15}$/.test(timestamp)) return false;
    if (Math.abs(Number(timestamp) - now) > windowMs) return false;
    // 001 Authentication 4 leaves the hash of a GET empty; 000 hashes whatever body is sent.
    const hash = prefix !== 'SVC' && method === 'GET' ? '' : contentHashOf(body);
    const message = timestamp + method.toUpperCase() + path + hash;
    // An ordinary comparison is enough: its timing could only reveal what the simulator prints when it starts.
    return message.length <= MOST_MESSAGE_BYTES && header(signName) === hmac.base64Of(message);
  };
}
