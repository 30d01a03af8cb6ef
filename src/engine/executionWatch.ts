import type { Decimal } from '../base/decimal.ts';
import type { Instant } from '../base/instant.ts';

/** An execution, as far as protections look at it. */
export interface Execution {
  readonly at: Instant;
  readonly side: number;
  readonly price: Decimal;
  /** Tells orders from each other. */
  readonly order: unknown;
}

/** Follows the executions of one strategy. Told of each once it is booked. */
export interface ExecutionWatch {
  executed(execution: Execution): void;
  /** A stop that the desk keeps has fired and closed what it was for. */
  stoppedOut(): void;
  /** Takes the position as it stands: what comes is compared with it. */
  begin(): void;
  /** An execution of an earlier life: it counts for what comes, and stops nothing. */
  remember(execution: Execution): void;
}
