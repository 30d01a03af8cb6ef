import { Subject } from 'rxjs';

const MOST = 20;

/** What went wrong and did not end the daemon: told at once, and the last of it kept for the status. */
export class TroubleNotes {
  readonly heard$ = new Subject<string>();
  readonly #write: (message: string) => void;
  #last: readonly string[] = [];

  constructor(write: (message: string) => void) {
    this.#write = write;
  }

  /** Oldest first. */
  get last(): readonly string[] {
    return this.#last;
  }

  note(message: string): void {
    this.#write(message);
    this.#last = [...this.#last.slice(1 - MOST), message];
    this.heard$.next(message);
  }
}
