/**
 * Thrown where the fast lane can't prove what the engine would do. The run is then made anew by the engine itself, so that it
 * costs time and never the result.
 */
export class LeaveLane extends Error {
  override readonly name = 'LeaveLane';
}

export function leaveLane(reason: string): never {
  throw new LeaveLane(reason);
}
