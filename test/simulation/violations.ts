/** A promise that was not kept: the number of the invariant of the design, and what was seen. */
export interface Violation {
  readonly invariant: number;
  readonly atMs: number;
  readonly what: string;
}

/** Thrown where a world stops because of one. */
export class Violated extends Error {
  readonly violation: Violation;

  constructor(violation: Violation) {
    super(`invariant ${violation.invariant} is broken: ${violation.what}`);
    this.name = 'Violated';
    this.violation = violation;
  }
}

/** The first one ends a run: what follows may be its consequence. */
export class Violations {
  readonly #nowMs: () => number;
  #first: Violation | undefined;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  add(invariant: number, what: string): void {
    this.#first ??= { invariant, atMs: this.#nowMs(), what };
  }

  /** Throws when there is one. */
  assertNone(): void {
    if (this.#first !== undefined) throw new Violated(this.#first);
  }
}
