/** By how much the wall clock is set forward: neither the day, nor the hour, nor the weekday stays. */
const SHIFT_MS = 400 * 86_400_000 + 7 * 3_600_000 + 754_321;

/**
 * Runs synchronous work with the wall clock set forward and other chance, and tells which of them was asked for. What decides by
 * the time of the event and by the chance that it is given does not notice.
 */
export function underOtherClock<T>(work: () => T): { readonly result: T; readonly reads: readonly string[] } {
  const reads = new Set<string>();
  const undo = [
    replaced(
      Date,
      'now',
      (read) => read() + SHIFT_MS,
      () => reads.add('the wall clock'),
    ),
    replaced(
      performance,
      'now',
      (read) => read() + SHIFT_MS,
      () => reads.add('the wall clock'),
    ),
    replaced(
      Math,
      'random',
      (read) => 1 - Number.EPSILON - read(),
      () => reads.add('chance of its own'),
    ),
  ];
  try {
    return { result: work(), reads: [...reads] };
  } finally {
    for (const restore of undo) restore();
  }
}

function replaced<K extends string>(
  owner: { [key in K]: () => number },
  name: K,
  change: (read: () => number) => number,
  note: () => void,
): () => void {
  const before = Object.getOwnPropertyDescriptor(owner, name);
  const original = owner[name].bind(owner);
  Object.defineProperty(owner, name, {
    configurable: true,
    writable: true,
    value: () => {
      note();
      return change(original);
    },
  });
  return () => {
    if (before === undefined) delete (owner as Record<string, unknown>)[name];
    else Object.defineProperty(owner, name, before);
  };
}
