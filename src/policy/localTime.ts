import type { Instant } from '../base/instant.ts';

/** The day of the week, 1 for Monday to 7 for Sunday, and the minutes since midnight, as the clocks of a place show them. */
export interface LocalTime {
  readonly day: number;
  readonly minute: number;
}

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** `zone` is one that `isZone` knows. */
export function localTimeAt(at: Instant, zone: string): LocalTime {
  const parts = formatOf(zone).formatToParts(at);
  const partOf = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
  return { day: DAYS.indexOf(partOf('weekday')) + 1, minute: Number(partOf('hour')) * 60 + Number(partOf('minute')) };
}

/** Whether this is the name of a time zone, like Europe/Berlin. */
export function isZone(zone: string): boolean {
  try {
    return formatOf(zone) !== undefined;
  } catch {
    return false;
  }
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making one takes a thousand times longer than using it. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', { timeZone: zone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  formats.set(zone, made);
  return made;
}

export function dayName(day: number): string {
  return DAYS[day - 1]!;
}

/** `08:05`. */
export function clockText(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
}
