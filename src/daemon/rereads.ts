import type { Clock } from '../base/clock.ts';
import { HOUR_MS, type Instant, MINUTE_MS } from '../base/instant.ts';
import { seededRandom } from '../base/random.ts';
import type { StateStore } from '../model/journal.ts';
import { FailedReads } from './failedReads.ts';
import { Periodic } from './periodic.ts';

export interface RereadsOptions {
  readonly clock: Clock;
  /** Where it is kept when each was done last. */
  readonly state: StateStore;
  readonly reread: (spanMs: number, signal: AbortSignal) => Promise<unknown>;
  readonly onTrouble: (text: string, about: string) => void;
  readonly onOver?: (about: string, told?: string) => void;
}

const REREADS = [
  { what: 'hour', spanMs: HOUR_MS, everyMs: 10 * MINUTE_MS },
  { what: 'day', spanMs: 24 * HOUR_MS, everyMs: 6 * HOUR_MS },
] as const;
const FIRST_AFTER_MS = 10 * MINUTE_MS;
const SCOPE = 'rereads';

/**
 * Reads the trades list once more for what became visible late: the last hour every ten minutes and the last day every six hours.
 * Both go on from when an earlier life did them last, so that a daemon that is started anew often does them too; the first life begins after
 * ten minutes. What is missing has the last hour read sooner.
 */
export class Rereads {
  readonly #periodics: readonly Periodic[];
  readonly #clock: Clock;
  readonly #state: StateStore;
  #hurriedAtMs = -Infinity;
  readonly #end = new AbortController();

  constructor({ clock, state, reread, onTrouble, onOver }: RereadsOptions) {
    const { signal } = this.#end;
    this.#clock = clock;
    this.#state = state;
    this.#periodics = REREADS.map(({ what, spanMs, everyMs }) => {
      const reads = new FailedReads(`the trades of the last ${what}`, { clock, onTrouble, onOver });
      const onFailure = (error: unknown): void => (signal.aborted ? undefined : reads.failed(error));
      const task = async (): Promise<void> => {
        await reread(spanMs, signal);
        await this.#keep(what, clock.now());
      };
      return new Periodic({
        clock,
        random: seededRandom(`rereads:${what}`),
        periodMs: () => everyMs,
        task,
        onFailure,
        onGood: () => reads.good(),
      });
    });
  }

  /** Rejects when the store does. */
  async start(): Promise<void> {
    const kept = await this.#state.load(SCOPE);
    const now = this.#clock.now();
    for (const [i, { what, everyMs }] of REREADS.entries()) {
      const known = instantFrom(kept[what]);
      const last = known ?? now + FIRST_AFTER_MS - everyMs;
      // The next life counts from here, too.
      if (known === undefined) await this.#keep(what, last);
      // Our clock may have been set back since.
      this.#periodics[i]!.start(Math.max(0, Math.min(everyMs, last + everyMs - now)));
    }
  }

  #keep(what: string, at: Instant): Promise<void> {
    return this.#state.save(SCOPE, what, String(at));
  }

  /** The balances show that something is missing, and the list may show it by now: the last hour is read soon, once a minute at most. */
  hurry(): void {
    const now = this.#clock.monotonicMs();
    if (now - this.#hurriedAtMs < MINUTE_MS) return;
    this.#hurriedAtMs = now;
    this.#periodics[0]!.nudge();
  }

  /** Gives up what is under way. */
  async stop(): Promise<void> {
    this.#end.abort();
    await Promise.all(this.#periodics.map((periodic) => periodic.stop()));
  }
}

/** Undefined where nothing was written, or nothing that can be read. */
function instantFrom(text: string | undefined): Instant | undefined {
  const at = Number(text ?? NaN);
  return Number.isFinite(at) ? at : undefined;
}
