import type { Path } from './problem.ts';

/** A broken rule over several fields, and the field where it is shown. */
export interface BrokenRule {
  readonly path: Path;
  readonly message: string;
  /** Show it at the key and not at its value: the key itself is wrong. */
  readonly atKey?: boolean;
  /**
   * The message may hold paths of this machine, which can look like keys, but nothing from the file. So it is shown without a
   * mask.
   */
  readonly isUnmasked?: boolean;
}
