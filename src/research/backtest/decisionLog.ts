import { createHash } from 'node:crypto';
import type { Instant } from '../../base/instant.ts';

/** After so many marks every second one is dropped, and they are set half as often. */
const MOST_MARKS = 512;
/** Many lines are hashed at once. */
const ROOM = 1 << 15;

/** The decisions up to one moment. */
export interface DecisionMark {
  readonly count: number;
  readonly at: Instant;
  readonly digest: string;
}

/**
 * A running hash over the commands of one run, and marks along the way, so that two runs can be compared from the beginning to
 * any mark without keeping the commands themselves.
 */
export class DecisionLog {
  readonly #hash = createHash('sha256');
  /** Not hashed yet. */
  readonly #bytes = new Uint8Array(ROOM);
  #end = 0;
  #marks: DecisionMark[] = [];
  #every = 1;
  count = 0;

  /** One command: the first `length` bytes of a line. */
  add(line: Uint8Array, length: number, at: Instant): void {
    if (this.#end + length > ROOM) this.#flush();
    if (length > ROOM) this.#hash.update(line.subarray(0, length));
    else {
      const bytes = this.#bytes;
      // A loop takes less time than `set` for a hundred bytes.
      for (let i = 0, end = this.#end; i < length; i++) bytes[end + i] = line[i]!;
      this.#end += length;
    }
    this.count++;
    if (this.count % this.#every !== 0) return;
    this.#marks.push({ count: this.count, at, digest: this.digest });
    if (this.#marks.length <= MOST_MARKS) return;
    this.#every *= 2;
    this.#marks = this.#marks.filter(({ count }) => count % this.#every === 0);
  }

  /** At growing numbers of decisions. */
  get marks(): readonly DecisionMark[] {
    return this.#marks;
  }

  get digest(): string {
    this.#flush();
    return this.#hash.copy().digest('hex');
  }

  #flush(): void {
    this.#hash.update(this.#bytes.subarray(0, this.#end));
    this.#end = 0;
  }
}
