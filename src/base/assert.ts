/** The error of a failed assertion: the program is wrong, not the world. */
export class AssertionFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'AssertionFault';
  }
}

/**
 * Stops the program when it is wrong. What the world can do wrong is a `Fault` or an event instead. On hot paths the message is a
 * function, so that its text is only made when the assertion fails.
 */
export function assert(condition: unknown, message: string | (() => string)): asserts condition {
  if (!condition) throw new AssertionFault(typeof message === 'string' ? message : message());
}

/** For the `default` of an exhaustive `switch`. */
export function unreachable(value: never, what: string): never {
  throw new AssertionFault(`${what}: unexpected ${JSON.stringify(value)}`);
}

/** Gives a value that the program knows to exist although its type allows that it is missing. */
export function present<T>(value: T | undefined | null, what: string): T {
  if (value === undefined || value === null) throw new AssertionFault(`${what} is missing`);
  return value;
}
