import type { CancelTimer, Clock } from '../../base/clock.ts';
import { messageOf } from '../../base/fault.ts';
import type { Instant } from '../../base/instant.ts';
import { LastingTrouble } from '../../base/lastingTrouble.ts';
import type { TellTrouble } from '../../base/tellTrouble.ts';
import type { EventLine } from '../../model/eventLine.ts';
import type { EquityPoint, Chronicle } from '../../model/chronicle.ts';
import type { EquitySeries } from './equitySeries.ts';
import type { EventHistory } from './eventHistory.ts';
import { keepLast } from './keepLast.ts';

const CHRONICLE = 'the chronicle';
/** What has happened is written down together once in this time: a crash takes no more of it along. */
const EVERY_MS = 5000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Lines that wait for a disk that does not keep up. */
const MOST_WAITING = 2000;
const LINES_AT_ONCE = 200;

export interface ChroniclerOptions {
  readonly chronicle: Chronicle;
  readonly lines: Pick<EventHistory, 'added$'>;
  readonly equity: Pick<EquitySeries, 'newest'>;
  readonly clock: Clock;
  readonly onTrouble: TellTrouble;
}

/**
 * Writes down what people will want to look at after a restart: the lines of the event log, and what the account was worth, a point a minute. Once in
 * five seconds, or when somebody looks, it stands in the store's queue beside what trades, in small transactions. When it can't be written, that is told,
 * it is kept and tried again, and trading goes on.
 */
export class Chronicler {
  readonly #options: ChroniclerOptions;
  readonly #waiting: EventLine[] = [];
  readonly #end: () => void;
  #cancelTimer: CancelTimer = () => undefined;
  #keeping: Promise<void> = Promise.resolve();
  #keptMinute = -Infinity;
  #thinAt: Instant;
  readonly #trouble: LastingTrouble;

  constructor(options: ChroniclerOptions) {
    const { lines, clock } = options;
    this.#options = options;
    this.#trouble = new LastingTrouble(CHRONICLE, options.onTrouble);
    this.#thinAt = clock.now();
    const subscription = lines.added$.subscribe((line) => keepLast(this.#waiting, line, MOST_WAITING));
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

  close(): Promise<void> {
    this.#cancelTimer();
    this.#end();
    return this.keepNow();
  }

  async #keep(): Promise<void> {
    const { chronicle, equity, clock } = this.#options;
    // Orders wait behind a transaction, so each is a short one.
    do {
      const lines = this.#waiting.splice(0, LINES_AT_ONCE);
      const point = this.#due(equity.newest);
      try {
        if (lines.length > 0 || point !== undefined) await chronicle.keep(lines, point === undefined ? [] : [point]);
        if (point !== undefined) this.#keptMinute = minuteOf(point);
        await this.#thin(clock.now());
      } catch (error) {
        this.#waiting.unshift(...lines);
        this.#waiting.splice(0, this.#waiting.length - MOST_WAITING);
        const message = `what happened could not be written down for people who look, and nothing else; it is tried again: ${messageOf(error)}`;
        this.#trouble.lasts(message);
        return;
      }
    } while (this.#waiting.length > 0);
    this.#trouble.over('what happened is written down again for people who look');
  }

  async #thin(now: Instant): Promise<void> {
    if (now < this.#thinAt) return;
    await this.#options.chronicle.thin(now);
    this.#thinAt = now + DAY_MS;
  }

  #due(newest: EquityPoint | undefined): EquityPoint | undefined {
    return newest === undefined || minuteOf(newest) === this.#keptMinute ? undefined : newest;
  }
}

function minuteOf({ at }: EquityPoint): number {
  return Math.floor(at / MINUTE_MS);
}
