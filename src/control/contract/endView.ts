/** The last that the stream of the dashboard tells: how the daemon has ended, and what is open at the venue, a line for each. */
export interface EndView {
  readonly at: string;
  /** Why it gave up. Undefined after an orderly end. */
  readonly gaveUp: string | undefined;
  /** Against its will. */
  readonly left: readonly string[];
  /** As it was meant to be. */
  readonly kept: readonly string[];
}
