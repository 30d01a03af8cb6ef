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
  /** Lanes without a cause that an intent still shuts. Most open with it; beside one that was only on its way they are looked at again. */
  readonly #waiting = new Set<string>();
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
    this.#waiting.add(lane);
    await this.#openFree([lane]);
  }

  /** Opens what could not be opened before, since something was on its way there. To be called with each round. */
  async openWaiting(): Promise<void> {
    if (this.#waiting.size > 0) await this.#openFree([...this.#waiting]);
  }

  async #openFree(lanes: readonly string[]): Promise<void> {
    const shut = shutLanes(await this.#journal.unresolved(), this.#unknownPerLane);
    for (const lane of lanes) {
      // A cause that has come meanwhile, too, opens the lane when it goes.
      if (this.#causes.has(lane)) this.#waiting.delete(lane);
      else if (!shut.has(lane) && this.#waiting.delete(lane)) this.#report({ type: 'lane-opened', lane });
    }
  }
}
