import { Cron } from 'croner';
import { durationMsOf, type Instant } from '../base/instant.ts';

/** When something is due again. It is pure: the time is passed in, and it sets no timer. */
export interface Schedule {
  readonly text: string;
  /** The first time after `from`. Undefined when there is none. */
  next(from: Instant): Instant | undefined;
  /** The last time up to `at`, that included. Undefined when there is none. */
  last(at: Instant): Instant | undefined;
}

/** Reads `every 20s` (counted from the epoch, so that restarts keep the beat) or a cron expression by the clock of a place. */
export function readSchedule(text: string, zone = 'UTC'): { readonly value: Schedule } | { readonly problem: string } {
  const every = /^every\s+(\S+)$/.exec(text.trim());
  if (every !== null) {
    const periodMs = durationMsOf(every[1]!);
    if (periodMs === undefined || periodMs < 1000)
      return { problem: `expected every and a duration of 1s or more, not ${JSON.stringify(text)}` };
    return {
      value: { text, next: (from) => (Math.floor(from / periodMs) + 1) * periodMs, last: (at) => Math.floor(at / periodMs) * periodMs },
    };
  }
  try {
    // Throws for a zone that nobody knows, which croner would not look at before it is due.
    new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions();
    // Without a function to call, croner starts no timer and only computes.
    const cron = new Cron(text, { timezone: zone, paused: true });
    const next: Schedule['next'] = (from) => cron.nextRun(new Date(from))?.getTime();
    // What croner calls previous is before the time that it is given.
    const last: Schedule['last'] = (at) => cron.previousRuns(1, new Date(at + 1))[0]?.getTime();
    return { value: { text, next, last } };
  } catch {
    return { problem: `expected every 20s or a cron expression like 0 9 * * 1, not ${JSON.stringify(text)}` };
  }
}
