import { Fault, type FaultCode } from '../../src/base/fault.ts';

/** A promise of a reader that an input has broken. */
export class Broken extends Error {}

/** Whether an error is one that the reader says it throws. */
export type Documented = (error: unknown) => boolean;

/** Errors of exactly these classes, since a `TypeError` is an `Error` too, and says that the program is wrong. */
export function errors(...classes: readonly (typeof Error)[]): Documented {
  return (error) => error instanceof Error && classes.some((known) => error.constructor === known);
}

export function faults(...codes: readonly FaultCode[]): Documented {
  return (error) => error instanceof Fault && codes.includes(error.code);
}

export const NOTHING: Documented = () => false;

/** What a reader made of an input: a value, or an error that it says it throws. */
export type Outcome<T> = { readonly value: T; readonly error?: never } | { readonly value?: never; readonly error: Error };

export function outcomeOf<T>(read: () => T, isDocumented: Documented): Outcome<T> {
  try {
    return { value: read() };
  } catch (error) {
    return documented(error, isDocumented);
  }
}

export async function laterOutcomeOf<T>(read: () => T | Promise<T>, isDocumented: Documented): Promise<Outcome<T>> {
  try {
    return { value: await read() };
  } catch (error) {
    return documented(error, isDocumented);
  }
}

function documented(error: unknown, isDocumented: Documented): { readonly error: Error } {
  if (error instanceof Broken || !isDocumented(error)) throw error;
  return { error: error as Error };
}

export function must(holds: boolean, what: string | (() => string)): asserts holds {
  if (!holds) throw new Broken(typeof what === 'string' ? what : what());
}
