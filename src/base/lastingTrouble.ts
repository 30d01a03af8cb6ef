import type { TellTrouble } from './tellTrouble.ts';

/** A reason that stands for any: the first one is told. */
export const ANY = 'any';

/** Tells of one thing that may be wrong for long: once for each reason in a row, and that it is over. */
export class LastingTrouble {
  readonly #about: string;
  readonly #tell: TellTrouble;
  #reason: string | undefined;

  constructor(about: string, tell: TellTrouble) {
    this.#about = about;
    this.#tell = tell;
  }

  lasts(message: string, reason = message): void {
    if (reason === this.#reason) return;
    this.#reason = reason;
    this.#tell(message, this.#about);
  }

  over(message: string): void {
    if (this.#reason !== undefined) this.#tell(message, this.#about, true);
    this.#reason = undefined;
  }
}
