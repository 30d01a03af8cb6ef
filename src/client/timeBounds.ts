/** The two values between which a clock is ahead of our monotonic time. */
export interface TimeBounds {
  readonly low: number;
  readonly high: number;
  /** When they were read, on the monotonic clock. They drift apart from then on. */
  readonly readMs: number;
}

/** Two quartz clocks part by at most this much. */
const DRIFT = 200e-6;

/** How far what was read lies after what was known, or (negative) before it; 0 where they overlap. */
export function gapBetween(known: TimeBounds, read: TimeBounds): number {
  const { low, high } = drifted(known, read.readMs);
  return Math.max(0, read.low - high) + Math.min(0, read.high - low);
}

/** What both bounds say together at that time. They must overlap. Without `known`, only `read` counts. */
export function narrowed(read: TimeBounds, known: TimeBounds | undefined, nowMs: number): TimeBounds {
  const now = drifted(read, nowMs);
  if (known === undefined) return now;
  const before = drifted(known, nowMs);
  return { low: Math.max(now.low, before.low), high: Math.min(now.high, before.high), readMs: nowMs };
}

function drifted({ low, high, readMs }: TimeBounds, nowMs: number): TimeBounds {
  const drift = Math.max(0, nowMs - readMs) * DRIFT;
  return { low: low - drift, high: high + drift, readMs: nowMs };
}
