/** Begins a piece of work when all before it have ended, and gives back what it gives. One that fails holds up none. */
export type OneAtATime = <T>(work: () => Promise<T>) => Promise<T>;

/** A queue of work of which one piece is under way at a time, in the order in which it came. */
export function oneAtATime(): OneAtATime {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
