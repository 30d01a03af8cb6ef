import type { Decimal } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import type { Beneficiary, Destination } from '../../model/move.ts';
import { batchAmount } from './batchAmount.ts';
import { batchBeneficiary } from './batchBeneficiary.ts';
import type { BatchColumn } from './batchColumns.ts';
import { batchDestination, type NamedDestinations } from './batchDestination.ts';
import type { CellReader } from './cellReader.ts';

/** One payment of a batch file. It has either an amount or what it is worth in fiat currency (000 Mass withdrawal, denomination rules). */
export interface BatchRow {
  readonly line: number;
  readonly reference: string | undefined;
  readonly destination: Destination;
  readonly to: string | undefined;
  readonly amount: Decimal | undefined;
  readonly fiat: { readonly amount: Decimal; readonly currency: string } | undefined;
  readonly beneficiary: Beneficiary | undefined;
  readonly note: string | undefined;
}

const MOST_REFERENCE_CHARACTERS = 100;

/** The payment of a line. Undefined when something is wrong with it; then the reader has collected what. */
export function batchRow(cells: CellReader, book: NamedDestinations, now: Instant): BatchRow | undefined {
  const place = batchDestination(cells, book);
  const amount = amountIn(cells, 'amount', 'crypto');
  const fiat = fiatOf(cells);
  checkDenomination(cells);
  const row = {
    line: cells.line,
    reference: referenceOf(cells),
    amount,
    fiat,
    beneficiary: batchBeneficiary(cells, now),
    note: cells.text('note'),
  };
  return cells.isGood && place !== undefined ? { ...row, ...place } : undefined;
}

function amountIn(cells: CellReader, column: BatchColumn, kind: 'crypto' | 'fiat'): Decimal | undefined {
  const text = cells.text(column);
  const amount = text === undefined ? undefined : batchAmount(text, kind);
  if (typeof amount !== 'string') return amount;
  cells.refuse(column, amount);
  return undefined;
}

function fiatOf(cells: CellReader): BatchRow['fiat'] {
  const amount = amountIn(cells, 'fiat_amount', 'fiat');
  const currency = cells.text('fiat_currency')?.toUpperCase();
  if (currency !== undefined && !/^[A-Z]{3}$/.test(currency)) cells.refuse('fiat_currency', 'must be three letters (ISO 4217), like EUR');
  return amount === undefined || currency === undefined ? undefined : { amount, currency };
}

function checkDenomination(cells: CellReader): void {
  const [amount, fiatAmount, fiatCurrency] = [cells.text('amount'), cells.text('fiat_amount'), cells.text('fiat_currency')];
  if (amount !== undefined) {
    if (fiatAmount !== undefined || fiatCurrency !== undefined)
      cells.refuse('amount', 'stands beside a fiat amount or currency: a row has one denomination');
  } else if (fiatAmount === undefined && fiatCurrency === undefined) cells.refuse('amount', 'is missing');
  else if (fiatAmount === undefined) cells.refuse('fiat_amount', 'is missing beside a fiat currency');
  else if (fiatCurrency === undefined) cells.refuse('fiat_currency', 'is missing beside a fiat amount');
}

function referenceOf(cells: CellReader): string | undefined {
  const reference = cells.text('reference');
  if (reference !== undefined && /^\d(?:[.,]\d+)?[eE]\+\d+$/.test(reference)) {
    cells.refuse('reference', 'has an exponent: the spreadsheet has rounded the number; format the column as text, and write all digits');
  } else if (reference !== undefined && reference.length > MOST_REFERENCE_CHARACTERS) {
    cells.refuse('reference', `has ${reference.length} characters, at most ${MOST_REFERENCE_CHARACTERS} are allowed`);
  }
  return reference;
}
