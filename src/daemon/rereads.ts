import type { Clock } from '../base/clock.ts';
import { messageOf } from '../base/fault.ts';
import { seededRandom } from '../base/random.ts';
import { Periodic } from './periodic.ts';

export interface RereadsOptions {
  readonly clock: Clock;
  readonly reread: (spanMs: number, signal: AbortSignal) => Promise<unknown>;
  /** Called for the first failure in a row, and for every tenth. */
  readonly onTrouble: (text: string) => void;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const REREADS = [
  { what: 'hour', spanMs: HOUR_MS, everyMs: 10 * MINUTE_MS },
  { what: 'day', spanMs: 24 * HOUR_MS, everyMs: 6 * HOUR_MS },
] as const;

/**
 * Reads the trades list once more for what became visible late: the last hour every ten minutes and the last day every six hours.
 * Both start ten minutes after the start of the daemon, or sooner when something is missing.
 */
export class Rereads {
  readonly #periodics: readonly Periodic[];
  readonly #clock: Clock;
  #hurriedAtMs = -Infinity;
  readonly #end = new AbortController();

  constructor({ clock, reread, onTrouble }: RereadsOptions) {
    const { signal } = this.#end;
    this.#clock = clock;
    this.#periodics = REREADS.map(({ what, spanMs, everyMs }) => {
      const onFailure = (error: unknown, failures: number): void => {
        if (signal.aborted || (failures > 1 && failures % 10 !== 0)) return;
        onTrouble(`the trades of the last ${what} could not be read once more (${failures} in a row): ${messageOf(error)}`);
      };
      const task = async (): Promise<void> => void (await reread(spanMs, signal));
      return new Periodic({ clock, random: seededRandom(`rereads:${what}`), periodMs: () => everyMs, task, onFailure });
    });
  }

  start(): void {
    for (const periodic of this.#periodics) periodic.start(10 * MINUTE_MS);
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
