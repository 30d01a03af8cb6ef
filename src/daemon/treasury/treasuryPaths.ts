import { join } from 'node:path';

/** Where the treasury's store is in a state directory. */
export function treasuryDatabase(state: string): string {
  return join(state, 'treasury.sqlite');
}

/** Where a running treasury listens. */
export function treasurySocket(state: string): string {
  return join(state, 'treasury.sock');
}
