import type { CancelTimer, Clock } from '../../base/clock.ts';
import { messageOf } from '../../base/fault.ts';
import { DAY_MS, type Instant, MINUTE_MS } from '../../base/instant.ts';
import { LastingTrouble } from '../../base/lastingTrouble.ts';
import type { TellTrouble } from '../../base/tellTrouble.ts';
import type { EventLine } from '../../model/eventLine.ts';
import type { Chronicle, EquityStep } from '../../model/chronicle.ts';
import { addStep, isSameStep } from '../../model/equitySteps.ts';
import type { EquitySeries } from './equitySeries.ts';
import type { EventHistory } from './eventHistory.ts';
import { keepLast } from './keepLast.ts';

const CHRONICLE = 'the chronicle';
/** What has happened is written down together once in this time: a crash takes no more of it along. */
const EVERY_MS = 5000;
/** Lines, and minutes of equity, that wait for a disk that does not keep up. */
const MOST_WAITING = 2000;
const LINES_AT_ONCE = 200;
const STEPS_AT_ONCE = 50;

export interface ChroniclerOptions {
  readonly chronicle: Chronicle;
  readonly lines: Pick<EventHistory, 'added$'>;
  readonly equity: Pick<EquitySeries, 'seen$'>;
  readonly clock: Clock;
  readonly onTrouble: TellTrouble;
}

/**
 * Writes down what people will want to look at after a restart: the lines of the event log, and what the account was worth, a step a minute. Once in
 * five seconds, or when somebody looks, it stands in the store's queue beside what trades, in small transactions; the minute that goes on is written as far
 * as it has come, each time in the place of what it was. When it can't be written, that is told, it is kept and tried again, and trading goes on.
 */
export class Chronicler {
  readonly #options: ChroniclerOptions;
  readonly #waiting: EventLine[] = [];
  /** Those that are still to be written, and the minute that goes on. */
  #steps: EquityStep[] = [];
  #newestWritten: EquityStep | undefined;
  #last: EquityStep | undefined;
  readonly #end: () => void;
  #cancelTimer: CancelTimer = () => undefined;
  #keeping: Promise<void> = Promise.resolve();
  #thinAt: Instant;
  readonly #trouble: LastingTrouble;

  constructor(options: ChroniclerOptions) {
    const { lines, equity, clock } = options;
    this.#options = options;
    this.#trouble = new LastingTrouble(CHRONICLE, options.onTrouble);
    this.#thinAt = clock.now();
    const subscription = lines.added$.subscribe((line) => keepLast(this.#waiting, line, MOST_WAITING));
    subscription.add(equity.seen$.subscribe((seen) => this.#see(seen)));
    this.#end = () => subscription.unsubscribe();
  }

  start(): void {
    this.#cancelTimer = this.#options.clock.setTimer(EVERY_MS, () => {
      this.start();
      void this.keepNow();
    });
  }

  /** Resolves when everything up to now is written down, or can't be. */
  keepNow(): Promise<void> {
    this.#keeping = this.#keeping.then(() => this.#keep());
    return this.#keeping;
  }

  /** What was seen last gets a step of its own: what a life came to is known to the second, and not to the minute. */
  close(): Promise<void> {
    this.#cancelTimer();
    this.#end();
    if (this.#last !== undefined && this.#last.at !== this.#steps.at(-1)?.at) this.#steps.push(this.#last);
    return this.keepNow();
  }

  #see(seen: EquityStep): void {
    this.#last = seen;
    addStep(this.#steps, seen, isSameStep(MINUTE_MS));
    if (this.#steps.length > MOST_WAITING) this.#steps.shift();
  }

  async #keep(): Promise<void> {
    const { chronicle, clock } = this.#options;
    // What is seen while it is written waits for the next time, or a slow disk would have no end of it.
    const due = [...this.#due];
    // Orders wait behind a transaction, so each is a short one.
    do {
      const lines = this.#waiting.splice(0, LINES_AT_ONCE);
      const steps = due.splice(0, STEPS_AT_ONCE);
      try {
        if (lines.length > 0 || steps.length > 0) await chronicle.keep(lines, steps);
        this.#written(steps);
        await this.#thin(clock.now());
      } catch (error) {
        this.#waiting.unshift(...lines);
        this.#waiting.splice(0, this.#waiting.length - MOST_WAITING);
        const message = `what happened could not be written down for people who look, and nothing else; it is tried again: ${messageOf(error)}`;
        this.#trouble.lasts(message);
        return;
      }
    } while (this.#waiting.length > 0 || due.length > 0);
    this.#trouble.over('what happened is written down again for people who look');
  }

  get #due(): readonly EquityStep[] {
    return this.#steps.filter((step) => step !== this.#newestWritten);
  }

  #written(steps: readonly EquityStep[]): void {
    const written = [this.#newestWritten, ...steps];
    this.#steps = this.#steps.filter((step, place, all) => place === all.length - 1 || !written.includes(step));
    this.#newestWritten = written.at(-1);
  }

  async #thin(now: Instant): Promise<void> {
    if (now < this.#thinAt) return;
    await this.#options.chronicle.thin(now);
    this.#thinAt = now + DAY_MS;
  }
}
