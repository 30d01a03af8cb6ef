import { checkAddress } from '../../addresses/checkAddress.ts';
import { didYouMean } from '../../base/didYouMean.ts';
import type { Destination } from '../../model/move.ts';
import type { CellReader } from './cellReader.ts';

/** The destinations of the address book by their names. */
export type NamedDestinations = ReadonlyMap<string, Destination>;

/** Where a payment goes, and the name of that place in the address book. */
export interface NamedDestination {
  readonly destination: Destination;
  readonly to: string | undefined;
}

const FIELDS = ['currency', 'network', 'address', 'tag'] as const;

/** Reads the destination of a line: a name of the address book, or currency, network, address and tag. Where both are there, they must agree. */
export function batchDestination(cells: CellReader, book: NamedDestinations): NamedDestination | undefined {
  const name = cells.text('to');
  return name === undefined ? byAddress(cells, book) : byName(cells, name, book);
}

function byName(cells: CellReader, name: string, book: NamedDestinations): NamedDestination | undefined {
  const destination = book.get(name);
  if (destination === undefined) {
    const near = didYouMean(name, [...book.keys()]);
    cells.refuse('to', `is no name of the address book${near === undefined ? '' : `: did you mean ${JSON.stringify(near)}?`}`);
    return undefined;
  }
  for (const field of FIELDS) {
    const text = cells.text(field);
    const isSame = text === undefined || written(field, text) === destination[field];
    if (!isSame)
      cells.refuse(field, `differs from the entry ${JSON.stringify(name)} of the address book, which has ${destination[field] ?? 'none'}`);
  }
  return { destination, to: name };
}

function byAddress(cells: CellReader, book: NamedDestinations): NamedDestination | undefined {
  const [currency, network, address, tag] = FIELDS.map((field) => {
    const text = cells.text(field);
    return text === undefined ? undefined : written(field, text);
  });
  if (currency === undefined) cells.refuse('currency', 'is missing');
  else if (!/^[A-Z0-9]{1,20}$/.test(currency)) cells.refuse('currency', 'must be letters and digits, like BTC');
  if (network === undefined) cells.refuse('network', 'is missing');
  if (address === undefined) cells.refuse('address', 'is missing');
  if (currency === undefined || network === undefined || address === undefined) return undefined;
  const problem = checkAddress(network, address, tag);
  if (problem !== undefined) cells.refuse(problem.field, problem.message.replace(`${network} is not known`, 'is not known'));
  const destination = { currency, network, address, tag };
  return { destination, to: nameOf(destination, book) };
}

function nameOf(destination: Destination, book: NamedDestinations): string | undefined {
  return [...book].find(([, each]) => FIELDS.every((field) => each[field] === destination[field]))?.[0];
}

/** Currencies and networks have capitals at the venue, whatever a file has. */
function written(field: (typeof FIELDS)[number], text: string): string {
  return field === 'currency' || field === 'network' ? text.toUpperCase() : text;
}
