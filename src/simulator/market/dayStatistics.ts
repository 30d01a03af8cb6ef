import type { Instant } from '../../base/instant.ts';
import { tickLots } from '../../exchange/units.ts';

const MINUTE_MS = 60_000;
const MINUTES = 24 * 60;

/** The trades of one minute. */
interface Minute {
  readonly number: number;
  readonly firstTicks: number;
  lastTicks: number;
  highTicks: number;
  lowTicks: number;
  lots: number;
  tickLots: bigint;
}

/** The figures of the last 24 hours, on the grid. */
export interface DayFigures {
  readonly firstTicks: number;
  readonly lastTicks: number;
  readonly highTicks: number;
  readonly lowTicks: number;
  readonly lots: number;
  readonly tickLots: bigint;
}

/** 24-hour statistics of one pair out of its trades, kept by the minute: the window is the last 1440 minutes begun. */
export class DayStatistics {
  readonly #minutes: Minute[] = [];
  #lastTicks: number | undefined;

  /** Trades come in order of time. */
  record(ticks: number, lots: number, at: Instant): void {
    const number = Math.floor(at / MINUTE_MS);
    this.#lastTicks = ticks;
    const minute = this.#minutes[this.#minutes.length - 1];
    if (minute?.number !== number) {
      this.#minutes.push({
        number,
        firstTicks: ticks,
        lastTicks: ticks,
        highTicks: ticks,
        lowTicks: ticks,
        lots,
        tickLots: tickLots(ticks, lots),
      });
      return;
    }
    minute.lastTicks = ticks;
    minute.highTicks = Math.max(minute.highTicks, ticks);
    minute.lowTicks = Math.min(minute.lowTicks, ticks);
    minute.lots += lots;
    minute.tickLots += tickLots(ticks, lots);
  }

  /** The last price ever, however old. */
  get lastTicks(): number | undefined {
    return this.#lastTicks;
  }

  /** Undefined when there was no trade in 24 hours. */
  figures(now: Instant): DayFigures | undefined {
    this.#forget(now);
    const [first] = this.#minutes;
    if (first === undefined) return undefined;
    const figures = { ...first };
    for (const minute of this.#minutes.slice(1)) {
      figures.lastTicks = minute.lastTicks;
      if (minute.highTicks > figures.highTicks) figures.highTicks = minute.highTicks;
      if (minute.lowTicks < figures.lowTicks) figures.lowTicks = minute.lowTicks;
      figures.lots += minute.lots;
      figures.tickLots += minute.tickLots;
    }
    return figures;
  }

  #forget(now: Instant): void {
    const oldest = Math.floor(now / MINUTE_MS) - MINUTES + 1;
    const keep = this.#minutes.findIndex((minute) => minute.number >= oldest);
    this.#minutes.splice(0, keep < 0 ? this.#minutes.length : keep);
  }
}
