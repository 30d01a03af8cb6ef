import { dec, type Decimal } from '../../base/decimal.ts';

/** How deals are executed. */
export interface ExecutionSettings {
  /** The share that the venue takes of what an order brings that meets another. */
  readonly takerFee: Decimal;
  /** The share by which a book may move until an order arrives. */
  readonly drift: Decimal;
}

export const DEFAULT_EXECUTION: ExecutionSettings = { takerFee: dec('0.002'), drift: dec('0.0002') };
