import { addressNetworkOf } from '../../addresses/addressNetwork.ts';
import { checkAddress } from '../../addresses/checkAddress.ts';
import { type Instant, instantOf, isoOf } from '../../base/instant.ts';
import type { AddressEntry } from '../../model/addressEntry.ts';
import type { Beneficiary } from '../../model/move.ts';
import { isSameAddress } from '../../model/plainAddress.ts';
import { isLookAlike } from './lookAlike.ts';

/** An entry as it is asked for. */
export type AskedEntry = Pick<AddressEntry, 'name' | 'destination' | 'labels' | 'beneficiary'>;

/** What stands against an entry, and what whoever approves it should know. Sentences for people. */
export interface EntryFindings {
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}

/** Judges an entry by itself and by the book as it is, those that were removed too. `alsoElsewhere` says that its address is meant to be on two networks. */
export function entryFindings(asked: AskedEntry, book: readonly AddressEntry[], now: Instant, alsoElsewhere: boolean): EntryFindings {
  const kept = book.filter(({ removedAt }) => removedAt === undefined);
  const elsewhere = elsewhereOf(asked, kept);
  return {
    problems: [
      ...formProblems(asked),
      ...destinationProblem(asked),
      ...beneficiaryProblems(asked.beneficiary, now),
      ...kept.flatMap((entry) => clashOf(asked, entry)),
      ...(alsoElsewhere ? [] : elsewhere),
    ],
    warnings: [...tagWarning(asked), ...(alsoElsewhere ? elsewhere : []), ...book.flatMap((entry) => warningsOf(asked, entry))],
  };
}

const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,59}$/u;

function formProblems({ name, labels, destination }: AskedEntry): string[] {
  const wrong = [name, ...labels].filter((text) => !NAME.test(text) || text.trim() !== text);
  return [
    ...wrong.map(
      (text) => `${JSON.stringify(text)}: expected up to 60 letters, digits, blanks, dots, - and _, beginning with a letter or a digit`,
    ),
    ...(new Set(labels).size < labels.length ? ['a label is there twice'] : []),
    ...(/^[A-Z0-9]{1,20}$/.test(destination.currency)
      ? []
      : [`currency: expected capitals and digits like BTC, not ${JSON.stringify(destination.currency)}`]),
  ];
}

/** The checksum, the network that is not known, the tag that is missing or too many: each in its own words. */
function destinationProblem({ destination: { network, address, tag } }: AskedEntry): string[] {
  const problem = checkAddress(network, address, tag);
  if (problem === undefined) return [];
  const { field, message } = problem;
  const value = field === 'network' ? undefined : { address, tag }[field];
  return [value === undefined ? `${field} ${message}` : `${field} ${JSON.stringify(value)} ${message}`];
}

/** A tag that is not given is no mistake where a person has an address of their own, and money that is lost where a service shares one. */
function tagWarning({ destination: { network, tag } }: AskedEntry): string[] {
  if (addressNetworkOf(network)?.tagType === undefined || (tag ?? '') !== '') return [];
  return [
    `no tag is given, and network ${network} has tags: an exchange, or whoever else tells customers apart by them, does not credit what comes without one`,
  ];
}

/** What the venue asks for of a beneficiary (000 Beneficiary). */
function beneficiaryProblems(beneficiary: Beneficiary | undefined, now: Instant): string[] {
  if (beneficiary === undefined) return [];
  const { firstName, lastName, countryOfBirthCode, dateOfBirth } = beneficiary;
  const born = /^\d{4}-\d{2}-\d{2}$/.test(dateOfBirth) ? instantOf(`${dateOfBirth}T00:00:00Z`) : undefined;
  return [
    ...(firstName.trim() === '' || lastName.trim() === '' ? ['beneficiary: first and last name are needed'] : []),
    ...(/^[A-Z]{2}$/.test(countryOfBirthCode) ? [] : ['beneficiary: the country of birth is two capital letters (ISO 3166), like DE']),
    ...(born === undefined ? ['beneficiary: the date of birth is YYYY-MM-DD, like 1990-12-24'] : []),
    ...(born !== undefined && born > now ? ['beneficiary: the date of birth has not been yet'] : []),
  ];
}

function clashOf(asked: AskedEntry, entry: AddressEntry): string[] {
  if (isSameName(asked.name, entry.name)) return [`another entry is named ${entry.name}; remove it first, or take another name`];
  const [a, b] = [asked.destination, entry.destination];
  const isSame =
    a.currency === b.currency && a.network === b.network && (a.tag ?? '') === (b.tag ?? '') && isSameAddress(a.address, b.address);
  return isSame ? [`this destination is in the book already, as ${entry.name}`] : [];
}

/** An address that two networks write alike may belong to somebody on one of them only. */
function elsewhereOf({ destination: { network, address } }: AskedEntry, kept: readonly AddressEntry[]): string[] {
  return kept
    .filter(({ destination }) => destination.network !== network && isSameAddress(destination.address, address))
    .map(({ name, destination }) => `${name} has this address on network ${destination.network}, and this entry is for ${network}`);
}

function warningsOf({ name, labels, destination }: AskedEntry, entry: AddressEntry): string[] {
  const isRemoved = entry.removedAt !== undefined;
  const other = `${entry.name} (${entry.destination.address})`;
  return [
    ...(isLookAlike(destination.address, entry.destination.address)
      ? [
          `the address begins and ends like that of ${other}, and is another one: compare every character, with the recipient, over another channel`,
        ]
      : []),
    ...(isRemoved && isSameAddress(destination.address, entry.destination.address)
      ? [`${entry.name} had this address, and was removed at ${isoOf(entry.removedAt)}`]
      : []),
    ...(!isRemoved && entry.labels.some((label) => isSameName(label, name))
      ? [`${name} is a label of ${entry.name}: rules for the label count for this entry too`]
      : []),
    ...(!isRemoved && labels.some((label) => isSameName(label, entry.name))
      ? [`the label ${entry.name} is the name of another entry: its rules count for this entry too`]
      : []),
  ];
}

function isSameName(a: string, b: string): boolean {
  return a.normalize('NFKC').toLowerCase() === b.normalize('NFKC').toLowerCase();
}
