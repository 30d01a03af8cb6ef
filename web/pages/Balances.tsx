import type { JSX } from 'preact';
import { areOwnOld } from '../live/told.ts';
import { useAnswer } from '../live/useAnswer.ts';
import { DataTable } from '../parts/DataTable.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Panel } from '../parts/Panel.tsx';
import { groupedFigure, signOfFigure, sumOfFigures } from '../pure/figures.ts';

const EVERY_MS = 3000;

/** What the account of the daemon has of each currency. */
export function Balances(): JSX.Element {
  const { value, failure } = useAnswer('balances.list', {}, EVERY_MS);
  const rows = (value ?? []).filter(({ total }) => signOfFigure(total) !== 0);
  return (
    <Panel
      title="Balances"
      isOld={areOwnOld.value}
      command="sluice balances"
      footer="Of the daemon’s account, as the venue has told it last."
    >
      {rows.length === 0 ? (
        <Empty title={failure ?? (value === undefined ? 'Not told yet' : 'The venue has told no balance')} />
      ) : (
        <DataTable
          caption="Balances by currency"
          rows={rows}
          keyOf={({ currency }) => currency}
          commandOf={() => 'sluice balances'}
          exactOf={({ total }) => total}
          columns={[
            { head: 'Currency', class: 'l full', isName: true, cell: ({ currency }) => currency },
            { head: 'Total', cell: ({ total }) => groupedFigure(total) },
            { head: 'Free', cell: ({ available }) => groupedFigure(available) },
            {
              head: 'Held by orders',
              class: 'p2',
              cell: ({ total, available }) => groupedFigure(sumOfFigures([total, `-${available}`])),
            },
          ]}
        />
      )}
    </Panel>
  );
}
