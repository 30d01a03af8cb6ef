import type { JSX } from 'preact';
import { staleAfterMs } from '../live/limits.ts';
import { agedMs, isHeard, status } from '../live/told.ts';
import { Age } from '../parts/Age.tsx';
import { Badge } from '../parts/Badge.tsx';
import { DataTable } from '../parts/DataTable.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Panel } from '../parts/Panel.tsx';
import { groupedFigure } from '../pure/figures.ts';
import { type Lane, lanesOf, reasonsOf } from '../pure/lanes.ts';
import { isOldPair } from '../pure/oldFigures.ts';
import { addressOf } from '../pure/routes.ts';
import { shellWord } from '../pure/shellWord.ts';

/** Each market, how fresh its book is, and whether new risk may be taken there, with the reason if not. */
export function LanesPanel(): JSX.Element {
  const told = status.value;
  return (
    <Panel title="Lanes" class="" command="sluice status">
      {told === undefined ? (
        <Empty title="Not told yet" />
      ) : (
        <DataTable
          caption="Lanes: mid, spread in hundredths of a percent of it, age of the book, and whether new risk may be taken"
          rows={lanesOf(told)}
          keyOf={({ name }) => name}
          commandOf={({ name, isMarket }) => (isMarket ? `sluice book ${shellWord(name)}` : 'sluice status')}
          exactOf={({ mid }) => mid ?? ''}
          columns={[
            {
              head: 'Lane',
              class: 'l',
              isName: true,
              cell: ({ name, isMarket }) => (isMarket ? <a href={addressOf({ page: 'market', what: name })}>{name}</a> : name),
            },
            { head: 'Mid', cell: ({ name, mid }) => <Mid mid={mid} isOld={!isHeard.value || isOldPair(name, told)} /> },
            { head: 'bp', class: 'p3', cell: ({ spreadBps }) => spreadBps ?? <span class="muted">–</span> },
            {
              head: 'Book',
              cell: ({ ageMs, isMarket }) =>
                isMarket ? (
                  <Age ms={ageMs === undefined ? undefined : ageMs + agedMs.value} limitMs={staleAfterMs.value} />
                ) : (
                  <span class="muted">–</span>
                ),
            },
            { head: 'New risk', class: 'l', cell: (lane) => <LaneState lane={lane} /> },
          ]}
        />
      )}
      {told !== undefined && <Reasons lanes={lanesOf(told)} />}
    </Panel>
  );
}

function Mid({ mid, isOld }: { readonly mid: string | undefined; readonly isOld: boolean }): JSX.Element {
  if (mid === undefined) return <span class="muted">–</span>;
  return (
    <span key={mid} class={isOld ? 'stale' : 'tint'}>
      {groupedFigure(mid)}
    </span>
  );
}

function LaneState({ lane: { state } }: { readonly lane: Lane }): JSX.Element {
  if (state === 'open') {
    return (
      <Badge kind="ok" sign="●">
        open
      </Badge>
    );
  }
  return state === 'shut' ? (
    <Badge kind="call" sign="▲">
      shut
    </Badge>
  ) : (
    <Badge kind="plain" sign="■">
      {state}
    </Badge>
  );
}

function Reasons({ lanes }: { readonly lanes: readonly Lane[] }): JSX.Element | null {
  const reasons = reasonsOf(lanes);
  if (reasons.length === 0) return null;
  return (
    <footer>
      {reasons.map(({ names, why }) => (
        <p key={why}>
          <b>{names}</b>: {why}
        </p>
      ))}
    </footer>
  );
}
