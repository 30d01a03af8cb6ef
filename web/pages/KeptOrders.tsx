import type { JSX } from 'preact';
import { daemonNow, status } from '../live/told.ts';
import { DataTable } from '../parts/DataTable.tsx';
import { Panel } from '../parts/Panel.tsx';
import { Id } from '../parts/Id.tsx';
import { Side } from '../parts/Side.tsx';
import { momentText } from '../pure/ageText.ts';
import { shellWord } from '../pure/shellWord.ts';

/** What the desk keeps for strategies and people: stops, brackets, worked orders. Not shown where there is none. */
export function KeptOrders(): JSX.Element | null {
  const rows = status.value?.deskOrders ?? [];
  if (rows.length === 0) return null;
  return (
    <Panel title="Kept by the desk" command="sluice orders list">
      <DataTable
        caption="Orders that the desk keeps"
        rows={rows}
        keyOf={({ id }) => id}
        commandOf={({ id }) => `sluice why ${shellWord(id)}`}
        exactOf={({ id }) => id}
        columns={[
          { head: 'By', class: 'l name', isName: true, cell: ({ strategy }) => strategy },
          { head: 'Side', class: 'l', cell: ({ side, symbol }) => [<Side key="side" side={side} />, ` ${symbol}`] },
          { head: 'Kind', class: 'l', cell: ({ kind }) => kind },
          { head: 'Since', class: 'p2', cell: ({ placedAt }) => momentText(Date.parse(placedAt), daemonNow.value ?? 0) },
          { head: 'Order', class: 'l p2', cell: ({ id }) => <Id id={id} /> },
        ]}
      />
    </Panel>
  );
}
