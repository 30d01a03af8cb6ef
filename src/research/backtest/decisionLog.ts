import { createHash } from 'node:crypto';
import type { Instant } from '../../base/instant.ts';

/** After so many marks every second one is dropped, and they are set half as often. */
const MOST_MARKS = 512;
/** Many lines are hashed at once, in characters. */
const HASH_AT = 1 << 14;

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
  #text = '';
  #marks: DecisionMark[] = [];
  #every = 1;
  count = 0;

  add(line: string, at: Instant): void {
    this.#text += line;
    if (this.#text.length >= HASH_AT) this.#flush();
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
    this.#hash.update(this.#text);
    this.#text = '';
  }
}
