import { type Levels, MAX_DEPTH } from '../model/book.ts';

/** A copy of one side of a look, for a request that will meet it later, when the book itself may have been overwritten. */
export class ShownCopy implements Levels {
  readonly ticks = new Float64Array(MAX_DEPTH);
  readonly lots = new Float64Array(MAX_DEPTH);
  readonly start = 0;
  length = 0;
  /** The number of the look. */
  look = -1;

  keep({ ticks, lots, start, length }: Levels, look: number): void {
    if (this.look === look) return;
    this.look = look;
    this.length = length < MAX_DEPTH ? length : MAX_DEPTH;
    for (let i = 0; i < this.length; i++) {
      this.ticks[i] = ticks[start + i]!;
      this.lots[i] = lots[start + i]!;
    }
  }
}
