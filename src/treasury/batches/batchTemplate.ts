import { csvLine } from '../../base/csvLine.ts';
import type { BatchColumn } from './batchColumns.ts';

export interface TemplateOptions {
  /** With amounts in fiat currency. */
  readonly isFiat: boolean;
  /** With the columns of the Travel Rule. */
  readonly hasBeneficiary: boolean;
}

const EXAMPLE: Readonly<Record<BatchColumn, string>> = {
  to: 'NAME OF THE ADDRESS BOOK',
  currency: 'BTC',
  network: 'BTC',
  address: '',
  tag: '',
  amount: '0.015',
  fiat_amount: '250.00',
  fiat_currency: 'EUR',
  reference: 'INV-2026-117',
  note: 'Invoice 117',
  first_name: 'Ada',
  last_name: 'Example',
  country_of_birth: 'DE',
  date_of_birth: '1990-12-24',
};

/** A batch file with a heading and one payment as an example, which is refused until its name is one of the address book. */
export function batchTemplate({ isFiat, hasBeneficiary }: TemplateOptions): string {
  const columns: readonly BatchColumn[] = [
    ...(['to', 'currency', 'network', 'address', 'tag'] as const),
    ...(isFiat ? (['fiat_amount', 'fiat_currency'] as const) : (['amount'] as const)),
    ...(['reference', 'note'] as const),
    ...(hasBeneficiary ? (['first_name', 'last_name', 'country_of_birth', 'date_of_birth'] as const) : []),
  ];
  return csvLine(columns) + csvLine(columns.map((column) => EXAMPLE[column]));
}
