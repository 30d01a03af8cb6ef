/** What the loop of a process and the thread that watches it share: how often the loop has turned, and whether a debugger may hold it. */
export const BEATS = 0;
export const DEBUGGED = 1;

export interface LoopBeats {
  readonly shared: Int32Array;
  readonly beatMs: number;
  /** So many beats in a row may be missed. */
  readonly mostMissed: number;
}
