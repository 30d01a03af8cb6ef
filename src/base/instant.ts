/** A point in time: whole milliseconds since the Unix epoch, UTC. The wire's `dateTime` is its ISO 8601 form. */
export type Instant = number;

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The beginning of the UTC day. */
export function dayOf(at: Instant): Instant {
  return Math.floor(at / DAY_MS) * DAY_MS;
}

const ISO = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(Z|[+-]00:?00)?$/;

/** ISO 8601 in UTC with milliseconds, as the wire and the command line show times. */
export function isoOf(at: Instant): string {
  return new Date(at).toISOString();
}

/** The same of a time that may not be known. */
export function isoOrNone(at: Instant | undefined): string | undefined {
  return at === undefined ? undefined : isoOf(at);
}

/**
 * Reads an ISO 8601 UTC time and cuts off digits below the millisecond. A time without a zone is UTC, as the specification says
 * for every `dateTime` (000 Resources, notation). Undefined when the text is not such a time.
 */
export function instantOf(text: string): Instant | undefined {
  const match = ISO.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second, fraction = ''] = match;
  const at = Date.UTC(+year!, +month! - 1, +day!, +hour!, +minute!, +second!, +fraction.slice(0, 3).padEnd(3, '0'));
  // Date.UTC rolls a day or hour that is out of range over into the next; the round trip shows it.
  return new Date(at).toISOString().slice(0, 19) === text.slice(0, 19) ? at : undefined;
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: DAY_MS };

/**
 * Reads a duration with its unit (`250ms`, `2s`, `5m`, `24h`, `90d`, `1.5s`) as milliseconds. Undefined when the text is not a
 * duration.
 */
export function durationMsOf(text: string): number | undefined {
  const match = /^(\d+)(?:\.(\d{1,3}))?(ms|s|m|h|d)$/.exec(text);
  if (match === null) return undefined;
  const [, whole, fraction = '', unit] = match;
  const unitMs = UNITS[unit!]!;
  const ms = Number(whole) * unitMs + (Number(fraction.padEnd(3, '0')) * unitMs) / 1000;
  return Number.isSafeInteger(ms) ? ms : undefined;
}

/** A duration as `durationMsOf` reads it, to the millisecond: `250ms`, `90s`, `24h`, `90d`. */
export function exactDuration(ms: number): string {
  const [unit, unitMs] = Object.entries(UNITS).findLast(([, each]) => ms >= each && ms % each === 0) ?? ['ms', 1];
  return `${ms / unitMs}${unit}`;
}

/** A duration as a person reads it: `850 ms`, `2.4 s`, `5 min`, `3 h 12 min`, `2 d 4 h`. */
export function durationText(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const minutes = Math.floor((ms + 50) / 60_000);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}
