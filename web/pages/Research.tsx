import type { JSX } from 'preact';
import { goTo, place } from '../live/place.ts';
import { useAnswer } from '../live/useAnswer.ts';
import { DataTable } from '../parts/DataTable.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Panel } from '../parts/Panel.tsx';
import { chosenRuns, MOST_RUNS, withRun } from '../pure/chosenRuns.ts';
import { addressOf } from '../pure/routes.ts';
import { figureOf } from '../pure/runFigures.ts';
import { shellWord } from '../pure/shellWord.ts';
import { ManyRuns } from './ManyRuns.tsx';
import { OneRun } from './OneRun.tsx';

/** New runs come seldom. */
const EVERY_MS = 15_000;

/** The backtests on this machine: a list, one of them in full, or some beside each other. */
export function Research(): JSX.Element {
  const chosen = chosenRuns(place.value.what);
  const [only] = chosen;
  return (
    <>
      <div class="title">
        <h1>Research</h1>
      </div>
      <div class="grid">
        <RunsPanel chosen={chosen} />
        {chosen.length === 1 && <OneRun key={only} id={only!} />}
        {chosen.length > 1 && <ManyRuns key={chosen.join()} ids={chosen} />}
      </div>
    </>
  );
}

function RunsPanel({ chosen }: { readonly chosen: readonly string[] }): JSX.Element {
  const { value, failure } = useAnswer('runs.list', {}, EVERY_MS);
  const rows = value ?? [];
  return (
    <Panel
      title="Backtests"
      command="sluice report open"
      footer={`Choose one to look into it, or up to ${MOST_RUNS} to compare them. By pessimistic, fitted and optimistic band.`}
    >
      {rows.length === 0 ? (
        <Empty title={failure ?? (value === undefined ? 'Not told yet' : 'No backtest yet')}>
          `sluice backtest CONFIG` makes one; it stands here when it is in the folder of runs of this daemon.
        </Empty>
      ) : (
        <DataTable
          caption="Backtests, the one that was written last first"
          rows={rows}
          keyOf={({ id }) => id}
          commandOf={({ id }) => `sluice report open ${shellWord(id)}`}
          exactOf={({ id }) => id}
          columns={[
            {
              head: 'Choose',
              class: 'l',
              cell: ({ id, trouble }) => (
                <input
                  type="checkbox"
                  aria-label={`Choose ${id}`}
                  checked={chosen.includes(id)}
                  disabled={trouble !== undefined || (!chosen.includes(id) && chosen.length >= MOST_RUNS)}
                  onChange={({ currentTarget }) => goTo({ page: 'research', what: withRun(chosen, id, currentTarget.checked) })}
                />
              ),
            },
            { head: 'Run', class: 'l name', isName: true, cell: ({ id }) => <a href={addressOf({ page: 'research', what: id })}>{id}</a> },
            { head: 'Strategies', class: 'l p2 wrap', cell: ({ strategies, trouble }) => trouble ?? strategies.join(', ') },
            {
              head: 'Made by strategies',
              class: 'full',
              cell: ({ made, currency }) => `${made.map((value_) => figureOf(value_, 'currency')).join(' · ')} ${currency}`,
            },
            { head: 'Held only', class: 'p2', cell: ({ held, currency }) => `${figureOf(held, 'currency')} ${currency}` },
            { head: 'Deepest fall', class: 'p2', cell: ({ deepestFall }) => figureOf(deepestFall, 'fraction') },
            { head: 'Fills', class: 'p3', cell: ({ fills }) => figureOf(fills, 'count') },
            { head: 'Closing fills', class: 'p3', cell: ({ trips }) => figureOf(trips, 'count') },
            {
              head: 'Written',
              class: 'l p3',
              cell: ({ writtenAt }) => <time dateTime={writtenAt}>{writtenAt.slice(0, 16).replace('T', ' ')}</time>,
            },
          ]}
        />
      )}
    </Panel>
  );
}
