import { Cron } from 'croner';
import { durationMsOf, type Instant } from '../base/instant.ts';

/** When something is due again. It is pure: the time is passed in, and it sets no timer. */
export interface Schedule {
  readonly text: string;
  /** The first time after `from`. Undefined when there is none. */
  next(from: Instant): Instant | undefined;
}

/** Reads `every 20s` (counted from the epoch, so that restarts keep the beat) or a cron expression in UTC. */
export function readSchedule(text: string): { readonly value: Schedule } | { readonly problem: string } {
  const every = /^every\s+(\S+)$/.exec(text.trim());
  if (every !== null) {
    const periodMs = durationMsOf(every[1]!);
    if (periodMs === undefined || periodMs < 1000)
      return { problem: `expected every and a duration of 1s or more, not ${JSON.stringify(text)}` };
    return { value: { text, next: (from) => (Math.floor(from / periodMs) + 1) * periodMs } };
  }
  try {
    // Without a function to call, croner starts no timer and only computes.
    const cron = new Cron(text, { timezone: 'UTC', paused: true });
    return { value: { text, next: (from) => cron.nextRun(new Date(from))?.getTime() } };
  } catch {
    return { problem: `expected every 20s or a cron expression like 0 9 * * 1, not ${JSON.stringify(text)}` };
  }
}
