import { didYouMean } from '../../base/didYouMean.ts';
import type { BatchProblem } from './batchProblem.ts';
import type { CsvRecord } from './csvRecords.ts';
import { tooWide } from './tooWide.ts';

/** The columns of a batch file with what they are called elsewhere, without blanks, signs and capitals. */
export const BATCH_COLUMNS = {
  to: ['destination', 'recipient', 'payee', 'entry', 'name', 'addressbook'],
  currency: ['ccy', 'coin', 'asset', 'crypto', 'cryptocurrency', 'payoutcurrency'],
  network: ['networkcode', 'chain', 'blockchain'],
  address: ['destinationaddress', 'wallet', 'walletaddress', 'cryptoaddress', 'recipientaddress'],
  tag: ['destinationtag', 'memo', 'destinationmemo', 'additionaladdress', 'destinationadditionaladdress', 'tagmemo'],
  amount: ['quantity', 'value', 'sum', 'cryptoamount'],
  fiat_amount: ['fiatequivalent', 'fiatvalue', 'amountfiat'],
  fiat_currency: ['fiat', 'currencyfiat', 'fiatccy'],
  reference: ['referenceid', 'ref', 'externalid', 'paymentid', 'paymentreference', 'invoice', 'invoicenumber', 'orderid'],
  note: ['comment', 'comments', 'description', 'remark', 'remarks', 'purpose'],
  first_name: ['beneficiaryfirstname', 'givenname', 'forename'],
  last_name: ['beneficiarylastname', 'surname', 'familyname'],
  country_of_birth: ['countryofbirthcode', 'beneficiarycountryofbirthcode', 'beneficiarycountryofbirth', 'birthcountry'],
  date_of_birth: ['beneficiarydateofbirth', 'birthdate', 'birthday', 'dob'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type BatchColumn = keyof typeof BATCH_COLUMNS;

/** Where each column stands, and what its heading is in the file. */
export type ColumnPlaces = ReadonlyMap<BatchColumn, { readonly index: number; readonly heading: string }>;

const BY_NAME: ReadonlyMap<string, BatchColumn> = new Map(
  Object.entries(BATCH_COLUMNS).flatMap(([column, aliases]) =>
    [column, ...aliases].map((name) => [plainName(name), column as BatchColumn] as const),
  ),
);

/** The columns of a heading. A column without a heading is left out, and so is one whose heading begins with `#`. */
export function batchColumns(record: CsvRecord): { readonly places: ColumnPlaces; readonly problems: readonly BatchProblem[] } {
  const { line, cells } = record;
  const places = new Map<BatchColumn, { index: number; heading: string }>();
  const problems: BatchProblem[] = [];
  const refuse = (heading: string, message: string): number => problems.push({ line, column: heading, value: undefined, message });
  const wide = tooWide(record);
  if (wide !== undefined) return { places, problems: [wide] };
  for (const [index, cell] of cells.entries()) {
    const heading = cell.trim();
    if (heading === '' || heading.startsWith('#')) continue;
    const column = batchColumnOf(heading);
    const known = column === undefined ? undefined : places.get(column);
    if (column === undefined) refuse(heading, unknownColumn(heading));
    else if (known !== undefined) refuse(heading, `is the column ${column} a second time, after ${JSON.stringify(known.heading)}`);
    else places.set(column, { index, heading });
  }
  const missing = places.has('amount') || places.has('fiat_amount') ? [] : ['amount (or fiat_amount and fiat_currency)'];
  if (!places.has('to') && !places.has('address')) missing.push('to (a name of the address book), or currency, network and address');
  for (const name of missing) problems.push({ line, column: undefined, value: undefined, message: `the heading has no column ${name}` });
  return { places, problems };
}

/** The column that a heading means. */
export function batchColumnOf(heading: string): BatchColumn | undefined {
  return BY_NAME.get(plainName(heading));
}

/** How many of the cells are known headings. */
export function knownHeadings(cells: readonly string[]): number {
  return cells.filter((cell) => batchColumnOf(cell) !== undefined).length;
}

function unknownColumn(heading: string): string {
  const near = didYouMean(plainName(heading), [...BY_NAME.keys()]);
  const meant = near === undefined ? '' : `: did you mean ${BY_NAME.get(near)}?`;
  return `is not a known column${meant}; a column whose heading begins with # is left out`;
}

function plainName(heading: string): string {
  return heading.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
