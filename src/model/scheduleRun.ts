import type { Instant } from '../base/instant.ts';

/**
 * What became of a time at which a float or a sweep was due. `asked`: it has asked for a move. `nothing`: nothing was to be moved. `held`: its
 * last move was still open. `missed`: nobody could ask in time. `failed`: it could not be asked for.
 */
export type ScheduleOutcome = 'asked' | 'nothing' | 'held' | 'missed' | 'failed';

export interface ScheduleRun {
  /** The name of the schedule. */
  readonly name: string;
  readonly dueAt: Instant;
  readonly outcome: ScheduleOutcome;
  readonly moveId: string | undefined;
  /** Why, in words. */
  readonly evidence: string;
  readonly at: Instant;
}
