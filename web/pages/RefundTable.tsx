import type { JSX } from 'preact';
import { DataTable } from '../parts/DataTable.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Id } from '../parts/Id.tsx';
import { Panel } from '../parts/Panel.tsx';
import { momentText } from '../pure/ageText.ts';
import { type Days, type Payments, sumText } from '../pure/payments.ts';
import { shellWord } from '../pure/shellWord.ts';

/** What went back to payers, as far as it can be known: the venue has no read of a refund itself. */
export function RefundTable({
  rows,
  now,
  days,
}: {
  readonly rows: Payments['refunds'];
  readonly now: number;
  readonly days: Days;
}): JSX.Element {
  return (
    <Panel title="Refunds" class="c6" command={`sluice pay refunds list --since ${days}d`}>
      {rows.length === 0 ? (
        <Empty title="No refund">Payments that went back to their payers stand here.</Empty>
      ) : (
        <DataTable
          caption="Refunds"
          rows={rows}
          keyOf={({ paymentId, transfer }) => transfer ?? paymentId}
          commandOf={({ paymentId }) => `sluice pay intents show ${shellWord(paymentId)}`}
          exactOf={({ paymentId }) => paymentId}
          columns={[
            { head: 'Payment', class: 'l', isName: true, cell: ({ paymentId, order }) => order ?? <Id id={paymentId} /> },
            { head: 'Amount', cell: ({ amount, currency }) => sumText(amount, currency) },
            { head: 'Sent', class: 'p2', cell: ({ sentAt }) => (sentAt === undefined ? '–' : momentText(Date.parse(sentAt), now)) },
            { head: 'How', class: 'l wrap', cell: ({ note }) => note ?? '' },
          ]}
        />
      )}
    </Panel>
  );
}
