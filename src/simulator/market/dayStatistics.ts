import { type Instant, MINUTE_MS } from '../../base/instant.ts';
import { tickLots } from '../../exchange/units.ts';

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

/** A trade on the grid. */
export interface DayTrade {
  readonly ticks: number;
  readonly lots: number;
  readonly at: Instant;
}

/**
 * The 24-hour statistics of one pair, worked out from its trades and kept by the minute. The window is the last 1440 minutes,
 * the current one included.
 */
export class DayStatistics {
  #minutes: Minute[] = [];
  #earlier: (() => Iterable<DayTrade>) | undefined;
  #lastTicks: number | undefined;

  /** The trades from before the first that is recorded, in order of time. They are asked for when somebody looks. */
  begin(earlier: () => Iterable<DayTrade>): void {
    this.#earlier = earlier;
  }

  /** Trades must come in order of time. */
  record(ticks: number, lots: number, at: Instant): void {
    this.#lastTicks = ticks;
    const number = Math.floor(at / MINUTE_MS);
    const prices = { firstTicks: ticks, lastTicks: ticks, highTicks: ticks, lowTicks: ticks };
    this.#add({ number, ...prices, lots, tickLots: tickLots(ticks, lots) });
  }

  /** The last price, however old it is. */
  get lastTicks(): number | undefined {
    if (this.#lastTicks === undefined) this.#lookBack();
    return this.#lastTicks;
  }

  /** Undefined when there was no trade in 24 hours. */
  figures(now: Instant): DayFigures | undefined {
    this.#lookBack();
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

  #lookBack(): void {
    const earlier = this.#earlier;
    if (earlier === undefined) return;
    this.#earlier = undefined;
    const [later, lastTicks] = [this.#minutes, this.#lastTicks];
    this.#minutes = [];
    for (const { ticks, lots, at } of earlier()) this.record(ticks, lots, at);
    for (const minute of later) this.#add(minute);
    this.#lastTicks = lastTicks ?? this.#lastTicks;
  }

  #add(later: Minute): void {
    const minute = this.#minutes.at(-1);
    if (minute?.number !== later.number) {
      this.#minutes.push(later);
      return;
    }
    minute.lastTicks = later.lastTicks;
    minute.highTicks = Math.max(minute.highTicks, later.highTicks);
    minute.lowTicks = Math.min(minute.lowTicks, later.lowTicks);
    minute.lots += later.lots;
    minute.tickLots += later.tickLots;
  }

  #forget(now: Instant): void {
    const oldest = Math.floor(now / MINUTE_MS) - MINUTES + 1;
    const keep = this.#minutes.findIndex((minute) => minute.number >= oldest);
    this.#minutes.splice(0, keep < 0 ? this.#minutes.length : keep);
  }
}
