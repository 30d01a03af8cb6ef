import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { DataTable } from '../parts/DataTable.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Look } from '../parts/Look.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Search } from '../parts/Search.tsx';
import { momentText } from '../pure/ageText.ts';
import { containsAll } from '../pure/eventFilter.ts';
import { type Days, type Payment, statusLook, sumText } from '../pure/payments.ts';
import { addressOf } from '../pure/routes.ts';
import { shellWord } from '../pure/shellWord.ts';
import { shortId } from '../pure/shortId.ts';

/** Payments, newest first; each leads to what happened to it. */
export function PaymentTable({
  rows,
  now,
  days,
}: {
  readonly rows: readonly Payment[];
  readonly now: number;
  readonly days: Days;
}): JSX.Element {
  const [search, setSearch] = useState('');
  const shown = rows.filter(({ id, order, status, reason, currency }) =>
    containsAll([id, order ?? '', status, reason ?? '', currency ?? ''].join(' '), search),
  );
  return (
    <Panel
      title="Payments"
      command={`sluice pay intents list --since ${days}d`}
      end={<Search value={search} onChange={setSearch} />}
      footer={`${shown.length} shown`}
    >
      {shown.length === 0 ? (
        <Empty title="No payment">What was asked of payers stands here.</Empty>
      ) : (
        <DataTable
          caption="Payments, newest first"
          rows={shown}
          keyOf={({ id }) => id}
          commandOf={({ id }) => `sluice pay intents show ${shellWord(id)}`}
          exactOf={({ id }) => id}
          columns={[
            { head: 'Order', class: 'l', isName: true, cell: ({ order, id }) => order ?? shortId(id) },
            { head: 'State', class: 'l', cell: ({ status }) => <Look look={statusLook(status)} /> },
            { head: 'Asked', class: 'p3', cell: ({ asked, askedCurrency }) => sumText(asked, askedCurrency) },
            { head: 'Expected', cell: ({ expected, currency }) => sumText(expected, currency) },
            { head: 'Received', cell: ({ received, currency }) => sumText(received, currency) },
            { head: 'Network', class: 'l p3', cell: ({ network }) => network ?? '' },
            {
              head: 'Created',
              class: 'p2',
              cell: ({ createdAt }) => (createdAt === undefined ? '' : momentText(Date.parse(createdAt), now)),
            },
            { head: 'Reason', class: 'l wrap p2', cell: ({ reason }) => reason ?? '' },
            {
              head: 'Story',
              isSilent: true,
              class: 'full',
              cell: ({ id, order }) => (
                <a class="btn" href={addressOf({ page: 'payments', what: id })}>
                  Look<span class="sr"> at payment {order ?? shortId(id)}</span>
                </a>
              ),
            },
          ]}
        />
      )}
    </Panel>
  );
}
