/** What has room in a slab for many like it. A slab lives for as long as one of its bodies. */
const MOST_SHARED_BYTES = 32 * 1024;
const SLAB_BYTES = 8 * MOST_SHARED_BYTES;

let slab = Buffer.alloc(0);
let used = 0;

/**
 * A copy of a part of a body, which is in a buffer that will be read into again. Copies share their memory with others, one
 * behind the other: to get memory of its own for each takes several times as long as to copy a book.
 */
export function bodyCopy(bytes: Uint8Array): Buffer {
  const { length } = bytes;
  if (length > MOST_SHARED_BYTES) return Buffer.from(bytes);
  if (used + length > slab.length) {
    slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
    used = 0;
  }
  const copy = slab.subarray(used, used + length);
  copy.set(bytes);
  used += length;
  return copy;
}
