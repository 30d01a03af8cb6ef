import type { SimulatorReport } from '../../simulator/embeddedSimulator.ts';

/** The simulator inside the daemon. */
export interface SimulatorView {
  /** Undefined where the daemon has none. */
  readonly simulator: SimulatorReport | undefined;
  /** Why there is none. */
  readonly why: string | undefined;
}

/** What was done to it, in words. */
export interface SimulatorDeed {
  readonly done: string;
}
