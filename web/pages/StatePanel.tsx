import type { JSX } from 'preact';
import { useAnswer } from '../live/useAnswer.ts';
import { DataTable } from '../parts/DataTable.tsx';
import { Panel } from '../parts/Panel.tsx';
import { shellWord } from '../pure/shellWord.ts';

const EVERY_MS = 5000;

/** What a strategy keeps over a restart. Nothing for one that keeps nothing. */
export function StatePanel({ strategy: name }: { readonly strategy: string }): JSX.Element | null {
  const { value } = useAnswer('strategies.state', { name }, EVERY_MS);
  if (value === undefined || value.count === 0) return null;
  const { count, rows } = value;
  return (
    <Panel
      title="Kept over a restart"
      class="c12"
      command={`sluice strategies state ${shellWord(name)}`}
      footer={`What the strategy gave to ctx.state${count > rows.length ? `: the first ${rows.length} of ${count} texts` : ''}. A long text is shown by its beginning.`}
    >
      <DataTable
        caption={`What ${name} keeps over a restart`}
        rows={rows}
        keyOf={(row) => row.name}
        exactOf={(row) => row.value}
        columns={[
          { head: 'Name', class: 'l', isName: true, cell: (row) => <code>{row.name}</code> },
          {
            head: 'Value',
            class: 'l wrap full',
            cell: (row) => <code>{row.length > row.value.length ? `${row.value}…` : row.value}</code>,
          },
          { head: 'Characters', class: 'p3', cell: ({ length }) => length },
        ]}
      />
    </Panel>
  );
}
