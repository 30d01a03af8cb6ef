import type { AddressNetwork } from '../addresses/addressNetwork.ts';
import { destinationProblems } from '../addresses/destinationProblems.ts';

/** The messages for each field. */
export type FieldFaults = Record<string, string[]>;

/** What an operation calls the two fields of a destination. */
export type DestinationNames = Readonly<Record<'address' | 'tag', string>>;

/** What is wrong with a destination: the address and its tag (000 Versioning, 02/06/2025; 000 Network). */
export function destinationFaults(network: AddressNetwork, address: string, tag: string | undefined, names: DestinationNames): FieldFaults {
  return Object.fromEntries(destinationProblems(network, address, tag).map(({ field, message }) => [names[field], [message]]));
}
