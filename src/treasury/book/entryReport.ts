import { type Instant, isoOf } from '../../base/instant.ts';
import type { AddressEntry } from '../../model/addressEntry.ts';
import { entryState } from './entryState.ts';

/** An entry of the address book, as people and programs see it. */
export interface EntryReport {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly currency: string;
  readonly network: string;
  readonly address: string;
  readonly tag: string | null;
  readonly labels: readonly string[];
  readonly beneficiary: string | null;
  readonly requestedBy: string;
  readonly requestedAt: string;
  readonly approvedBy: readonly string[];
  readonly allowedFrom: string | null;
  readonly removedAt: string | null;
}

export function entryReport(entry: AddressEntry, at: Instant): EntryReport {
  const { id, name, destination, labels, beneficiary, requestedBy, requestedAt, approvals, allowedFrom, removedAt } = entry;
  const { currency, network, address, tag } = destination;
  return {
    id,
    name,
    state: entryState(entry, at),
    currency,
    network,
    address,
    tag: tag ?? null,
    labels,
    beneficiary: beneficiary === undefined ? null : `${beneficiary.firstName} ${beneficiary.lastName}`,
    requestedBy,
    requestedAt: isoOf(requestedAt),
    approvedBy: approvals.map(({ person }) => person),
    allowedFrom: allowedFrom === undefined ? null : isoOf(allowedFrom),
    removedAt: removedAt === undefined ? null : isoOf(removedAt),
  };
}
