import type { Report } from '../model/event.ts';
import type { Journal } from '../model/journal.ts';
import { shutLanes } from './shutLanes.ts';

export interface FrozenLanesOptions {
  readonly journal: Journal;
  readonly report: (report: Report) => void;
  /** How many orders of a lane nobody may know the outcome of until it is shut. Default 1. */
  readonly unknownPerLane?: number | undefined;
}

/**
 * Lanes that are frozen because of what the lists show, in addition to those that an unresolved intent freezes. A lane may be
 * frozen for several causes, and opens when the last one is gone.
 */
export class FrozenLanes {
  readonly #causes = new Map<string, Set<string>>();
  readonly #journal: Journal;
  readonly #report: (report: Report) => void;
  readonly #unknownPerLane: number;

  constructor({ journal, report, unknownPerLane = 1 }: FrozenLanesOptions) {
    this.#journal = journal;
    this.#report = report;
    this.#unknownPerLane = unknownPerLane;
  }

  /** Each cause is reported once. */
  freeze(lane: string, cause: string, reason: string): void {
    const causes = this.#causes.get(lane) ?? new Set();
    if (causes.has(cause)) return;
    this.#causes.set(lane, causes.add(cause));
    this.#report({ type: 'lane-frozen', lane, reason });
  }

  /** Removes a cause from every lane except those where it still holds. */
  async thaw(cause: string, except: ReadonlySet<string> = new Set()): Promise<void> {
    for (const [lane, causes] of this.#causes) {
      if (except.has(lane) || !causes.delete(cause)) continue;
      if (causes.size === 0) this.#causes.delete(lane);
      await this.openIfFree(lane);
    }
  }

  /** Opens the lane unless something still freezes it. */
  async openIfFree(lane: string): Promise<void> {
    if (this.#causes.has(lane)) return;
    const unresolved = await this.#journal.unresolved();
    if (!shutLanes(unresolved, this.#unknownPerLane).has(lane)) this.#report({ type: 'lane-opened', lane });
  }
}
