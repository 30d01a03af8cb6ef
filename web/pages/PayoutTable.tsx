import type { JSX } from 'preact';
import { DataTable } from '../parts/DataTable.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Look } from '../parts/Look.tsx';
import { Panel } from '../parts/Panel.tsx';
import { type Days, type Payments, statusLook, sumText } from '../pure/payments.ts';
import { shellWord } from '../pure/shellWord.ts';
import { shortId } from '../pure/shortId.ts';

/** What was paid out through the payment interface. */
export function PayoutTable({ rows, days }: { readonly rows: Payments['payouts']; readonly days: Days }): JSX.Element {
  return (
    <Panel title="Payouts" class="c6" command={`sluice pay payouts list --since ${days}d`}>
      {rows.length === 0 ? (
        <Empty title="No payout">What is paid out to others stands here.</Empty>
      ) : (
        <DataTable
          caption="Payouts, newest first"
          rows={rows}
          keyOf={({ id }) => id}
          commandOf={({ id }) => `sluice pay payouts show ${shellWord(id)}`}
          exactOf={({ id }) => id}
          columns={[
            { head: 'Order', class: 'l', isName: true, cell: ({ order, id }) => order ?? shortId(id) },
            { head: 'State', class: 'l', cell: ({ status }) => <Look look={statusLook(status)} /> },
            { head: 'Amount', cell: ({ amount, currency }) => sumText(amount, currency) },
            { head: 'Fee', class: 'p2', cell: ({ fee, currency }) => sumText(fee, currency) },
            { head: 'Reason', class: 'l wrap p2', cell: ({ reason }) => reason ?? '' },
          ]}
        />
      )}
    </Panel>
  );
}
