import type { Instant } from '../base/instant.ts';

/** What goes on by itself, and may be held back: by a review, or by a network or a provider that does not answer. */
export const HELD_KINDS = ['withdrawals', 'deposits', 'payouts', 'refunds'] as const;

export type HeldKind = (typeof HELD_KINDS)[number];

/** The steps of transactions that have fallen due. The control side may hold them and release them one by one. */
export class HeldSteps {
  #held: ReadonlySet<HeldKind> = new Set();
  /** By the id of the transaction, of which one step at most waits. */
  readonly #waiting = new Map<string, (at: Instant) => void>();

  /** From now on these kinds are held, and no others. What waits already goes on waiting. */
  hold(kinds: readonly HeldKind[]): void {
    this.#held = new Set(kinds);
  }

  get kinds(): readonly HeldKind[] {
    return [...this.#held];
  }

  get waiting(): readonly string[] {
    return [...this.#waiting.keys()];
  }

  /** Does a step that fell due at an instant, or keeps it. */
  take(kind: HeldKind, id: string, at: Instant, act: (at: Instant) => void): void {
    if (this.#held.has(kind)) this.#waiting.set(id, act);
    else act(at);
  }

  /** Does the step that waits for this id; the steps after it are held as before. False when none waits. */
  release(id: string, at: Instant): boolean {
    const act = this.#waiting.get(id);
    this.#waiting.delete(id);
    act?.(at);
    return act !== undefined;
  }
}
