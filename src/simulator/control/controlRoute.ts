import type { z } from 'zod';

/**
 * One thing to be done to the world. `act` gets the members of the body, the id of the path, and the address by which the caller
 * reached the simulator. It may answer a promise where a link is still being signed; what was asked for has been done by then.
 */
export interface ControlRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/control/v1`. */
  readonly path: string;
  readonly about: string;
  readonly body: z.ZodType;
  readonly act: (body: never, id: string, origin: string) => unknown;
}
