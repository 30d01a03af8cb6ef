/** A programmer's error: the program is wrong, not the world. */
export class AssertionFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'AssertionFault';
  }
}

/**
 * Stops the program when it is wrong. What the world can do wrong is a `Fault` or an event instead. Where it is asked on every
 * event the message is a function, so that no text is made for nothing.
 */
export function assert(condition: unknown, message: string | (() => string)): asserts condition {
  if (!condition) throw new AssertionFault(typeof message === 'string' ? message : message());
}

/** For the `default` of an exhaustive `switch`. */
export function unreachable(value: never, what: string): never {
  throw new AssertionFault(`${what}: unexpected ${JSON.stringify(value)}`);
}

/** Where the program knows that a value exists and the type does not. */
export function present<T>(value: T | undefined | null, what: string): T {
  if (value === undefined || value === null) throw new AssertionFault(`${what} is missing`);
  return value;
}
