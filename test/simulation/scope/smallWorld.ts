import type { PollSettings } from '../../../src/loading/pollsOf.ts';
import type { Fate } from '../fate.ts';
import type { FaultSource } from '../faults.ts';

/** What a world is given in which nothing moves and nothing goes wrong by itself. */
export interface SmallWorld {
  readonly faults: FaultSource;
  readonly poll: PollSettings;
  /** A request for this path has reached the venue, which has not looked at it yet. */
  readonly meanwhile: (path: string) => void;
  /** What becomes of a request, where that is settled already. */
  readonly fateOf?: ((operation: string) => Fate | undefined) | undefined;
}
