import type { z } from 'zod';

/** One thing to be done to the world. `act` gets the members of the body and the id of the path. */
export interface ControlRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/control/v1`. */
  readonly path: string;
  readonly about: string;
  readonly body: z.ZodType;
  readonly act: (body: never, id: string) => unknown;
}
