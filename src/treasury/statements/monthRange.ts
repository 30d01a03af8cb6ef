import { HOUR_MS, type Instant } from '../../base/instant.ts';

/** A month of a zone: from its first moment on, and before that of the next month. */
export interface MonthRange {
  readonly from: Instant;
  readonly to: Instant;
}

/** The month `2026-10` as a zone has it, such as `UTC` or `Europe/Berlin`. Undefined when there is no such month. */
export function monthRange(month: string, zone: string): MonthRange | undefined {
  const [, year, number] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(month) ?? [];
  if (year === undefined) return undefined;
  return { from: firstMoment(+year, +number!, zone), to: firstMoment(+year, +number! + 1, zone) };
}

/** Whether a zone is known by this name. */
export function isZone(zone: string): boolean {
  try {
    return formatOf(zone).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Gives the day of an instant in a zone as `2026-10-31`. */
export function dayNamer(zone: string): (at: Instant) => string {
  const format = formatOf(zone);
  let known: { readonly hour: number; readonly day: string } | undefined;
  // Every zone's day begins on a quarter of an hour.
  return (at) => {
    const hour = Math.floor(at / QUARTER_MS);
    if (known?.hour !== hour) known = { hour, day: format.format(at) };
    return known.day;
  };
}

const QUARTER_MS = 900_000;

/** The first moment of a month: midnight, or what comes after it where a change of the clock leaves midnight out. */
function firstMoment(year: number, month: number, zone: string): Instant {
  const wanted = new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 10);
  const day = dayNamer(zone);
  let [before, after] = [Date.UTC(year, month - 1, 1) - 15 * HOUR_MS, Date.UTC(year, month - 1, 1) + 15 * HOUR_MS];
  while (after - before > QUARTER_MS) {
    const middle = before + Math.floor((after - before) / 2 / QUARTER_MS) * QUARTER_MS;
    if (day(middle) < wanted) before = middle;
    else after = middle;
  }
  return after;
}

function formatOf(zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
}
