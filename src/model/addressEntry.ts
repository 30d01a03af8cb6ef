import type { Instant } from '../base/instant.ts';
import type { Approval } from './approval.ts';
import type { Beneficiary, Destination } from './move.ts';

/** A destination that a person has named. Its destination never changes: another one is another entry. */
export interface AddressEntry {
  readonly id: string;
  /** Unique among those that were not removed. */
  readonly name: string;
  readonly destination: Destination;
  /** By which rules of the policy may name several. */
  readonly labels: readonly string[];
  readonly beneficiary: Beneficiary | undefined;
  readonly requestedBy: string;
  readonly requestedAt: Instant;
  readonly approvals: readonly Approval[];
  /** From when on money may go there. Undefined until it is approved. */
  readonly allowedFrom: Instant | undefined;
  readonly removedAt: Instant | undefined;
}
