import { createHash } from 'node:crypto';
import { dec, type Decimal, ZERO } from '../base/decimal.ts';
import type { Session } from './connection.ts';
import type { CopiedTable } from './copiedTables.ts';
import { readRows, type TableRow } from './tableRows.ts';

/** What a table adds up to. Two that have the same have the same rows. */
export interface TableTotals {
  readonly table: string;
  readonly rows: number;
  /** Exact, by what it is an amount of: a currency, or a pair. */
  readonly sums: Readonly<Record<string, string>>;
  /** SHA-256 of all rows in the order of their key. */
  readonly hash: string;
}

/** The columns of a table that are amounts, each with the column that says of what. */
const AMOUNTS: Readonly<Record<string, readonly (readonly [amount: string, of: string])[]>> = {
  intent: [['exposure', 'exposure_currency']],
  venue_order: [['amount', 'symbol']],
  fill: [
    ['amount', 'symbol'],
    ['fee', 'fee_currency'],
  ],
  conversion: [
    ['from_amount', 'from_currency'],
    ['to_amount', 'to_currency'],
  ],
  ledger_entry: [['amount', 'currency']],
  ledger_sum: [['amount', 'currency']],
  position_entry: [['amount', 'symbol']],
  balance_record: [['total', 'currency']],
  move_row: [['amount', 'currency']],
};

/** Adds up the rows of a table, which have to come in the order of its key. */
export class TotalsOfRows {
  readonly #table: CopiedTable;
  readonly #hash = createHash('sha256');
  readonly #sums = new Map<string, Decimal>();
  #rows = 0;

  constructor(table: CopiedTable) {
    this.#table = table;
  }

  add(rows: readonly TableRow[]): void {
    const { name, columns } = this.#table;
    for (const row of rows) {
      this.#hash.update(`${JSON.stringify(columns.map((column) => row[column]))}\n`);
      for (const [amount, of] of AMOUNTS[name] ?? []) {
        const unit = String(row[of]);
        this.#sums.set(unit, (this.#sums.get(unit) ?? ZERO).plus(dec(String(row[amount]))));
      }
    }
    this.#rows += rows.length;
  }

  end(): TableTotals {
    const sums = [...this.#sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([unit, sum]) => [unit, sum.toString()] as const);
    return { table: this.#table.name, rows: this.#rows, sums: Object.fromEntries(sums), hash: this.#hash.digest('hex') };
  }
}

export async function tableTotals(session: Pick<Session, 'all'>, tables: readonly CopiedTable[]): Promise<readonly TableTotals[]> {
  const totals: TableTotals[] = [];
  for (const table of tables) {
    const sum = new TotalsOfRows(table);
    await readRows(session, table, (rows) => sum.add(rows));
    totals.push(sum.end());
  }
  return totals;
}
