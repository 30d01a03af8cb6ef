import type { Instant } from '../base/instant.ts';
import { clockText, dayName, localTimeAt } from './localTime.ts';
import type { Hours } from './policy.ts';

/** Whether it is one of these hours. Where clocks are put forward or back, what they show counts. */
export function isWithinHours({ days, from, to, zone }: Hours, at: Instant): boolean {
  const { day, minute } = localTimeAt(at, zone);
  if (from < to) return days.includes(day) && minute >= from && minute < to;
  const dayBefore = day === 1 ? 7 : day - 1;
  return (days.includes(day) && minute >= from) || (days.includes(dayBefore) && minute < to);
}

/** `Mon, Tue 08:00 to 18:00 (Europe/Berlin)`. */
export function hoursText({ days, from, to, zone }: Hours): string {
  const names = days.length === 7 ? 'every day' : days.map(dayName).join(', ');
  return `${names} ${clockText(from)} to ${clockText(to)} (${zone})`;
}

/** What the clocks of the place show: `Sat 11:30`. */
export function clockAt(at: Instant, zone: string): string {
  const { day, minute } = localTimeAt(at, zone);
  return `${dayName(day)} ${clockText(minute)}`;
}
