import type { JSX } from 'preact';
import { daemonNow } from '../live/told.ts';
import { DataTable } from '../parts/DataTable.tsx';
import { Id } from '../parts/Id.tsx';
import { WhyLink } from '../parts/WhyLink.tsx';
import { Side } from '../parts/Side.tsx';
import { momentText } from '../pure/ageText.ts';
import type { FillRow } from '../pure/toldAfter.ts';
import { groupedFigure } from '../pure/figures.ts';
import { addressOf } from '../pure/routes.ts';
import { shellWord } from '../pure/shellWord.ts';

/** Executions in a table. */
export function FillTable({ rows }: { readonly rows: readonly FillRow[] }): JSX.Element {
  return (
    <DataTable
      caption="Executions"
      rows={rows}
      keyOf={({ id }) => id}
      commandOf={({ id }) => `sluice why ${shellWord(id)}`}
      exactOf={({ id }) => id}
      columns={[
        {
          head: 'Time',
          class: 'l',
          isName: true,
          cell: ({ id, tradedAt }) => (
            <a href={addressOf({ page: 'why', what: id })} title="Why it was executed">
              <time dateTime={tradedAt}>{momentText(Date.parse(tradedAt), daemonNow.value ?? Date.parse(tradedAt))}</time>
            </a>
          ),
        },
        { head: 'By', class: 'l p2 name', cell: ({ strategy }) => strategy ?? <span class="muted">external</span> },
        { head: 'Side', class: 'l', cell: ({ side, symbol }) => [<Side key="side" side={side} />, ` ${symbol}`] },
        { head: 'Price', cell: ({ price }) => groupedFigure(price) },
        { head: 'Amount', cell: ({ amount }) => groupedFigure(amount) },
        { head: 'Fee', class: 'p2', cell: ({ fee, feeCurrency }) => `${groupedFigure(fee)} ${feeCurrency}` },
        { head: 'Role', class: 'l p3', cell: ({ feeType }) => feeType },
        { head: 'Tag', class: 'l p3', cell: ({ tag }) => tag ?? '' },
        { head: 'Order', class: 'l p3', cell: ({ orderId }) => <Id id={orderId} /> },
        {
          head: 'Story',
          isSilent: true,
          class: 'p2',
          cell: ({ id, side, amount, symbol }) => <WhyLink id={id} of={`${side} ${amount} ${symbol}`} />,
        },
      ]}
    />
  );
}
