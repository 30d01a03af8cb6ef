import { seededRandom } from '../../base/random.ts';
import type { SimulatorOptions } from '../simulatorOptions.ts';
import type { Venue } from '../venue.ts';
import { AddressBook } from './addressBook.ts';

/** The ways of money into the account and out of it. */
export interface Funding {
  readonly addresses: AddressBook;
}

export function openFunding(venue: Venue, { seed }: SimulatorOptions): Funding {
  return { addresses: new AddressBook(venue.catalog, venue.region, seededRandom(`${seed}/addresses`)) };
}
