import type { Decimal } from '../../base/decimal.ts';
import type { Instant } from '../../base/instant.ts';
import type { LedgerCause, LedgerHistory } from '../../model/ledger.ts';
import { parquetTable, type TableColumn } from '../../recording/export/parquetTable.ts';

/** What the wallet gained of one currency by one thing that happened. */
interface LedgerRow {
  readonly at: Instant;
  readonly cause: LedgerCause;
  readonly reference: string;
  readonly currency: string;
  readonly amount: Decimal;
  readonly strategy: string | undefined;
  readonly note: string | undefined;
}

const COLUMNS: readonly TableColumn<LedgerRow>[] = [
  { name: 'happened_at', kind: 'time', value: ({ at }) => at },
  { name: 'cause', kind: 'text', value: ({ cause }) => cause },
  { name: 'reference', kind: 'text', value: ({ reference }) => reference },
  { name: 'currency', kind: 'text', value: ({ currency }) => currency },
  { name: 'amount', kind: 'decimal', value: ({ amount }) => amount },
  { name: 'strategy', kind: 'text', value: ({ strategy }) => strategy },
  { name: 'note', kind: 'text', value: ({ note }) => note },
];

/** Opening balances, and then all that has changed them, oldest first: what they add up to is what the account has. */
export function ledgerTable(history: LedgerHistory): AsyncGenerator<Uint8Array> {
  return parquetTable('ledger', COLUMNS, ledgerRows(history));
}

async function* ledgerRows(history: LedgerHistory): AsyncGenerator<LedgerRow> {
  const { beganAt, opening } = history;
  const none = { strategy: undefined, note: undefined };
  const openings = [...opening].toSorted(([a], [b]) => (a < b ? -1 : 1));
  for (const [currency, amount] of openings) yield { at: beganAt, cause: 'opening', reference: 'opening', currency, amount, ...none };
  for await (const { id, at, postings, fill, note } of history.movements()) {
    for (const { cause, currency, amount } of postings)
      yield { at, cause, reference: id, currency, amount, strategy: fill?.strategy, note };
  }
}
