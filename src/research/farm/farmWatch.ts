import type { Clock } from '../../base/clock.ts';
import { counted } from '../../base/counted.ts';
import type { FarmRegistry, WorkerPresence } from './farmRegistry.ts';

export interface FarmWatchOptions {
  readonly run: string;
  readonly registry: FarmRegistry;
  readonly shown: string;
  readonly clock: Clock;
  readonly tell: (line: string) => void;
}

const LOOK_EVERY_MS = 500;
/** Workers that are being started at the same time are not asked for. */
const ALONE_MS = 5_000;

/** Sees who works for a sweep, and tells who comes, who goes, who refuses and why. */
export class FarmWatch {
  readonly #options: FarmWatchOptions;
  readonly #told = new Set<string>();
  #workers: ReadonlyMap<string, WorkerPresence> = new Map();
  readonly #working = new Map<string, string>();
  #lookedMs = -Infinity;
  #aloneSince: number | undefined;

  constructor(options: FarmWatchOptions) {
    this.#options = options;
  }

  /** How many threads there are that do not refuse. */
  async threads(): Promise<number> {
    await this.#read();
    return this.#willing().reduce((sum, { threads }) => sum + threads, 0);
  }

  /** `isWaiting`: whether anything is left to do. */
  async look(isWaiting: boolean): Promise<void> {
    const { clock } = this.#options;
    if (clock.monotonicMs() - this.#lookedMs < LOOK_EVERY_MS) return;
    await this.#read();
    this.#tellChanges(isWaiting);
  }

  /** How many runs are done of the passes under way, in part. */
  partDone(isOver: boolean): number {
    if (isOver) return 0;
    const { run } = this.#options;
    return [...this.#workers.values()]
      .flatMap(({ doing }) => doing.filter((each) => each.run === run))
      .reduce((sum, { done }) => sum + done, 0);
  }

  async #read(): Promise<void> {
    this.#workers = await this.#options.registry.workers();
    this.#lookedMs = this.#options.clock.monotonicMs();
  }

  #willing(): WorkerPresence[] {
    return [...this.#workers.values()].filter(({ refuses }) => refuses[this.#options.run] === undefined);
  }

  #tellChanges(isWaiting: boolean): void {
    const { run, tell } = this.#options;
    for (const [id, { name, threads, doing, refuses }] of this.#workers) {
      const why = refuses[run];
      if (why !== undefined) this.#tellOnce(`worker ${name} takes no trial: ${why}`);
      if (this.#working.has(id) || !doing.some((each) => each.run === run)) continue;
      this.#working.set(id, name);
      tell(`worker ${name} works, with ${counted(threads, 'thread')}`);
    }
    for (const [id, name] of this.#working) {
      if (this.#workers.has(id)) continue;
      this.#working.delete(id);
      tell(`worker ${name} is gone; what it was at is made by another`);
    }
    this.#tellAlone(isWaiting && this.#willing().length === 0);
  }

  #tellAlone(isAlone: boolean): void {
    const { clock, shown } = this.#options;
    if (!isAlone) {
      this.#aloneSince = undefined;
      return;
    }
    this.#aloneSince ??= clock.monotonicMs();
    if (clock.monotonicMs() - this.#aloneSince < ALONE_MS) return;
    const refusing = [...this.#workers.values()].filter(({ refuses }) => refuses[this.#options.run] !== undefined);
    if (refusing.length > 0) {
      const each = refusing.map(({ name, refuses }) => `${name} refuses them: ${refuses[this.#options.run]}`);
      this.#tellOnce(`every worker that is there takes no trial of this sweep: ${each.join('; ')}. Mend that there, or start another one`);
      return;
    }
    this.#tellOnce(`no worker takes trials: start one with \`sluice worker --queue ${shown}\`, on any machine with the same code`);
  }

  #tellOnce(line: string): void {
    if (this.#told.has(line)) return;
    this.#told.add(line);
    this.#options.tell(line);
  }
}
