import { DAY_MS, HOUR_MS } from '../../base/instant.ts';

/** By how much the wall clock is set forward: neither the day, nor the hour, nor the weekday stays. */
const SHIFT_MS = 400 * DAY_MS + 7 * HOUR_MS + 754_321;
export const CLOCK = 'the wall clock';
const CHANCE = 'chance of its own';

export interface UnderOtherClock<T> {
  readonly result: T;
  /** What was asked for, and can have had no other purpose than to decide by it. */
  readonly reads: readonly string[];
  /** A date of the present was made. Libraries that reckon with dates make one without looking at it. */
  readonly isDated: boolean;
}

/**
 * Runs synchronous work with the wall clock set forward and other chance, and tells which of them was asked for. What decides by
 * the time of the event and by the chance that it is given does not notice.
 */
export function underOtherClock<T>(work: () => T): UnderOtherClock<T> {
  const reads = new Set<string>();
  let isDated = false;
  const clock = (read: () => number) => (): number => {
    reads.add(CLOCK);
    return read() + SHIFT_MS;
  };
  const chance = (read: () => number) => (): number => {
    reads.add(CHANCE);
    return 1 - Number.EPSILON - read();
  };
  const now = Date.now.bind(Date);
  const present = (): number => {
    isDated = true;
    return now() + SHIFT_MS;
  };
  const undo = [
    replaced(globalThis, 'Date', () => dateBy(present)),
    replaced(Date, 'now', () => clock(now)),
    replaced(performance, 'now', (original) => clock(original.bind(performance))),
    replaced(Math, 'random', (original) => chance(original.bind(Math))),
  ];
  try {
    const result = work();
    return { result, reads: [...reads], isDated };
  } finally {
    for (const restore of undo.reverse()) restore();
  }
}

/** A `Date` whose present is another one. A date that is given stays what it is, and `instanceof` holds for both. */
function dateBy(now: () => number): DateConstructor {
  return new Proxy(Date, {
    construct: (original, given: [], target) => Reflect.construct(original, given.length === 0 ? [now()] : given, target) as Date,
    apply: (original) => new original(now()).toString(),
  });
}

function replaced<O extends object, K extends keyof O>(owner: O, name: K, change: (original: O[K]) => O[K]): () => void {
  const before = Object.getOwnPropertyDescriptor(owner, name);
  Object.defineProperty(owner, name, { configurable: true, writable: true, value: change(owner[name]) });
  return () => {
    if (before === undefined) delete owner[name];
    else Object.defineProperty(owner, name, before);
  };
}
