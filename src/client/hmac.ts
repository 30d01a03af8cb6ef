import { hash } from 'node:crypto';
import { assert } from '../base/assert.ts';

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;

/** The timestamp, method, path and content hash of a request are far shorter than this. */
export const MOST_MESSAGE_BYTES = 4096;

/**
 * HMAC-SHA256 (RFC 2104) as two one-shot hashes over pads that are made once. This takes half the time of a `createHmac` per
 * request. What derives from the key is in private fields, which nothing prints or serialises.
 */
export class Hmac {
  readonly #inner = Buffer.alloc(BLOCK_BYTES + MOST_MESSAGE_BYTES);
  /**
   * Views of the part that is hashed, by the length of the message. There are few lengths, and making a view costs as much as
   * hashing it.
   */
  readonly #views = new Map<number, Buffer>();
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

  /** `message` is ASCII (a path on the wire is percent-encoded) and at most `MOST_MESSAGE_BYTES` long. */
  base64Of(message: string): string {
    assert(message.length <= MOST_MESSAGE_BYTES, () => `a request of ${message.length} characters can't be signed`);
    const length = writeLatin1(this.#inner, message);
    // Latin-1 keeps the bytes of the digest as they are, and a text crosses into native code faster than a new buffer.
    writeLatin1(this.#outer, hash('sha256', this.#padded(length), 'latin1'));
    return hash('sha256', this.#outer, 'base64');
  }

  #padded(length: number): Buffer {
    const known = this.#views.get(length);
    if (known !== undefined) return known;
    const view = this.#inner.subarray(0, BLOCK_BYTES + length);
    this.#views.set(length, view);
    return view;
  }
}

/** The type of `Buffer.latin1Write`. Node has such a method for each encoding beside `write`, but does not document it. */
type Latin1Write = (this: Buffer, text: string, offset: number, length: number) => number;

const latin1Write = (Buffer.prototype as { latin1Write?: Latin1Write }).latin1Write;

/** Writes the text behind the first block. Naming the encoding would take a tenth of a signature's time. */
function writeLatin1(to: Buffer, text: string): number {
  return latin1Write === undefined ? to.write(text, BLOCK_BYTES, 'latin1') : latin1Write.call(to, text, BLOCK_BYTES, text.length);
}
