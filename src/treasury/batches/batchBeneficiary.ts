import { type Instant, instantOf } from '../../base/instant.ts';
import type { Beneficiary } from '../../model/move.ts';
import type { CellReader } from './cellReader.ts';

const COLUMNS = ['first_name', 'last_name', 'country_of_birth', 'date_of_birth'] as const;

/** Who receives the payment, as the Travel Rule asks: all four columns, or none of them (000 Withdrawals). */
export function batchBeneficiary(cells: CellReader, now: Instant): Beneficiary | undefined {
  const [firstName, lastName, country, dateOfBirth] = COLUMNS.map((column) => cells.text(column));
  if ([firstName, lastName, country, dateOfBirth].every((text) => text === undefined)) return undefined;
  for (const column of COLUMNS)
    if (cells.text(column) === undefined) cells.refuse(column, 'is missing: a beneficiary has all four columns');
  if (country !== undefined && !/^[A-Za-z]{2}$/.test(country))
    cells.refuse('country_of_birth', 'must be a country code of two letters (ISO 3166), like DE');
  const born = dateOfBirth === undefined ? undefined : birthday(dateOfBirth);
  if (dateOfBirth !== undefined && born === undefined) cells.refuse('date_of_birth', 'must be a date as YYYY-MM-DD, like 1990-12-24');
  if (born !== undefined && born > now) cells.refuse('date_of_birth', 'has not been yet');
  if (firstName === undefined || lastName === undefined || country === undefined || dateOfBirth === undefined) return undefined;
  return { firstName, lastName, countryOfBirthCode: country.toUpperCase(), dateOfBirth };
}

function birthday(text: string): Instant | undefined {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? instantOf(`${text}T00:00:00Z`) : undefined;
}
