import { BANDS } from '../research/runRecord.ts';
import type { ProgressLine } from './progressLine.ts';

/** The progress of a backtest: its bands and the repeated runs of its checks, in one figure. */
export class BacktestProgress {
  readonly #line: ProgressLine;
  readonly #checks: 'none' | 'beside' | 'after';
  readonly #bandsAndDraws: number;
  #passed = 0;
  #checked = 0;
  #books = 0;

  /** `checks` says when they run: beside the bands or after them. `draws` go through the recording with the bands. */
  constructor(line: ProgressLine, checks: 'none' | 'beside' | 'after', draws: number) {
    this.#line = line;
    this.#checks = checks;
    this.#bandsAndDraws = BANDS.length + draws;
  }

  passed(share: number, books: number): void {
    this.#passed = share;
    this.#books = books;
    this.#tell();
  }

  checked(share: number): void {
    this.#checked = share;
    this.#tell();
  }

  end(): void {
    this.#line.end(this.#books);
  }

  #tell(): void {
    this.#line.tell(this.#share(), this.#books);
  }

  #share(): number {
    const [passed, checked] = [this.#passed, this.#checked];
    if (this.#checks === 'none') return passed;
    // Beside each other, the slower one decides. One after the other, the checks take about as long as one band.
    return this.#checks === 'beside' ? Math.min(passed, checked) : (this.#bandsAndDraws * passed + checked) / (this.#bandsAndDraws + 1);
  }
}
