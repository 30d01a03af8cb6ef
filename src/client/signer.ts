import { hash } from 'node:crypto';
import { assert } from '../base/assert.ts';
import { Fault } from '../base/fault.ts';
import type { Instant } from '../base/instant.ts';
import type { Secret } from '../base/secret.ts';

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
  const [keyName, signName, timestampName] = [`${prefix}API-KEY`, `${prefix}API-SIGN`, `${prefix}API-TIMESTAMP`];
  return {
    headers: (timestamp, { method, path, contentHash }) => ({
      [keyName]: key,
      [signName]: hmac.base64Of(timestamp + method.toUpperCase() + path + contentHash),
      [timestampName]: String(timestamp),
    }),
  };
}

/** Base64 of the SHA-256 of the exact body bytes; empty when there is no body (000 Authentication 4). */
export function contentHashOf(body: Uint8Array | string | undefined): string {
  return body === undefined || body.length === 0 ? '' : hash('sha256', body, 'base64');
}

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;
/** Timestamp, method, path and content hash: far below this. */
const MOST_MESSAGE_BYTES = 4096;

/**
 * HMAC-SHA256 (RFC 2104) as two one-shot hashes over pads that are made once: half the time of a `createHmac` for each
 * request. What derives from the key stays in private fields, which nothing prints or serialises.
 */
class Hmac {
  readonly #inner = Buffer.alloc(BLOCK_BYTES + MOST_MESSAGE_BYTES);
  readonly #outer = Buffer.alloc(BLOCK_BYTES + DIGEST_BYTES);

  constructor(key: Uint8Array) {
    const block = Buffer.alloc(BLOCK_BYTES);
    block.set(key.length > BLOCK_BYTES ? hash('sha256', key, 'buffer') : key);
    for (let i = 0; i < BLOCK_BYTES; i++) {
      this.#inner[i] = block[i]! ^ 0x36;
      this.#outer[i] = block[i]! ^ 0x5c;
    }
    block.fill(0);
  }

  /** `message` is ASCII: a path on the wire is percent-encoded. */
  base64Of(message: string): string {
    assert(message.length <= MOST_MESSAGE_BYTES, `a request of ${message.length} characters can't be signed`);
    const length = this.#inner.write(message, BLOCK_BYTES, 'latin1');
    // Latin-1 carries the digest's bytes as they are, and a text crosses to native code faster than a new buffer.
    this.#outer.write(hash('sha256', this.#inner.subarray(0, BLOCK_BYTES + length), 'latin1'), BLOCK_BYTES, 'latin1');
    return hash('sha256', this.#outer, 'base64');
  }
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
