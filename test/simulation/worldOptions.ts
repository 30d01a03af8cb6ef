import type { Shares, Without } from './faults.ts';
import type { Plan } from './plan.ts';
import type { SmallWorld } from './scope/smallWorld.ts';

export interface WorldOptions {
  readonly plan: Plan;
  /** These faults and no others, in place of the seed's own mix. */
  readonly shares?: Shares | undefined;
  readonly without?: Without | undefined;
  /** A world that stands still, but for what it is told. */
  readonly small?: SmallWorld | undefined;
  /** Hears every line of the story. */
  readonly tell?: ((line: string) => void) | undefined;
}
