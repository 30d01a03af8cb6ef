import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { DataTable } from '../parts/DataTable.tsx';
import { Panel } from '../parts/Panel.tsx';
import { figureIn, figureOf, figureRows, type Run } from '../pure/runFigures.ts';
import { shellWord } from '../pure/shellWord.ts';

const BANDS = ['pessimistic', 'fitted', 'optimistic'] as const;

/** The figures of one run by band, or of several in the fitted band. */
export function RunFigures({ runs }: { readonly runs: readonly Run[] }): JSX.Element {
  const [isAll, setAll] = useState(false);
  const rows = figureRows(runs, isAll);
  const [first] = runs;
  const isOne = runs.length === 1;
  const command = isOne
    ? `sluice report open ${shellWord(first!.id)}`
    : `sluice report compare ${runs
        .slice(0, 2)
        .map(({ id }) => shellWord(id))
        .join(' ')}`;
  const columns = isOne
    ? BANDS.map((band) => ({
        head: band,
        cell: ({ name, unit }: (typeof rows)[number]) => figureOf(figureIn(first!, name)?.bands[band], unit),
      }))
    : runs.map((run) => ({
        head: run.id,
        cell: ({ name, unit }: (typeof rows)[number]) => figureOf(figureIn(run, name)?.bands.fitted, unit),
      }));
  return (
    <Panel title={isOne ? 'Figures' : 'Figures of the fitted band'} class={isOne ? 'c4' : 'c12'} command={command}>
      <DataTable
        caption="Figures"
        rows={rows}
        keyOf={({ name }) => name}
        exactOf={({ name }) => runs.map((run) => figureIn(run, name)?.bands.fitted ?? '').join(' ')}
        columns={[{ head: 'Figure', class: 'l wrap', isName: true, cell: ({ label }) => label }, ...columns]}
      />
      <div class="body">
        <button type="button" class="btn" aria-pressed={isAll} onClick={() => setAll(!isAll)}>
          {isAll ? 'The first ones only' : 'All figures'}
        </button>
      </div>
    </Panel>
  );
}
