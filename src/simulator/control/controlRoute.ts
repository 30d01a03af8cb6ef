import type { z } from 'zod';

/**
 * One thing that can be done to the world. `act` gets the members of the body, the id in the path, and the address by which the
 * caller reached the simulator. It may return a promise while a link is still being signed; the request itself has been carried
 * out by then.
 */
export interface ControlRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/control/v1`. */
  readonly path: string;
  readonly about: string;
  readonly body: z.ZodType;
  readonly act: (body: never, id: string, origin: string) => unknown;
}

/** A route whose body and act fit each other. */
export function route<Body extends z.ZodType>(
  method: ControlRoute['method'],
  path: string,
  about: string,
  body: Body,
  act: (body: z.output<Body>, id: string) => unknown,
): ControlRoute {
  return { method, path, about, body, act };
}
