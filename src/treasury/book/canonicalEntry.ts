import { isoOf } from '../../base/instant.ts';
import type { AddressEntry } from '../../model/addressEntry.ts';
import { hashOf } from '../approvals/canonicalMove.ts';
import { canonicalBeneficiary, canonicalDestination } from '../approvals/canonicalParts.ts';
import type { Subject } from '../approvals/subject.ts';

/** What of an entry changes later, and so is not signed. */
type Later = 'approvals' | 'allowedFrom' | 'removedAt';

/** All that a person agrees to who approves an entry of the address book, as one JSON text like `canonicalMove`. */
export function canonicalEntry(entry: Omit<AddressEntry, Later>): string {
  const { id, name, destination, labels, beneficiary, requestedBy, requestedAt } = entry;
  const members = {
    id,
    name,
    destination: canonicalDestination(destination),
    labels: [...labels],
    beneficiary: canonicalBeneficiary(beneficiary),
    requestedBy,
    requestedAt: isoOf(requestedAt),
  } satisfies Record<Exclude<keyof AddressEntry, Later>, unknown>;
  return JSON.stringify({ form: 'sluice address entry v1', ...members });
}

/** What is signed of an entry. Its approvals do not depend on the version of the policy, so a new one leaves the address book as it is. */
export function subjectOfEntry(entry: Omit<AddressEntry, Later>): Subject {
  const { name, requestedBy } = entry;
  return {
    purpose: 'address entry',
    hash: hashOf(canonicalEntry(entry)),
    policyVersion: 0,
    name: `the entry ${name}`,
    initiator: requestedBy,
    expiresAt: undefined,
  };
}
